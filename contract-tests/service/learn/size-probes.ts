import { NoAnswer } from '../../judging/talk/client.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import { likelyLimits } from '../values/catalogue.ts';
import { type Limit, limitFrom } from './limit.ts';
import { type Probe, probe } from './probe.ts';
import { attemptReport } from './report-attempt.ts';

/** The maximum number of bytes sent to find the limit; beyond that it stays unknown. */
const byteBudget = 12_000_000;

interface BodyLimit {
  /** Absent where it was not found. */
  readonly limit: Limit | undefined;
  readonly refusal: Exchange | undefined;
  /** The largest that was accepted, and its length. */
  readonly success: Exchange | undefined;
  readonly largest: number;
}

/** A report padded with trailing spaces, which JSON ignores. */
function padded(context: Context, bytes: number): string {
  const report = JSON.stringify(context.draft());
  return report + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(report)));
}

function bodyLimit(context: Context): Promise<BodyLimit> {
  return context.shared('body limit', async () => {
    let refusal: Exchange | undefined;
    let success: Exchange | undefined;
    let sent = 0;
    let largest = 0;
    const take = async (bytes: number): Promise<boolean> => {
      sent += bytes;
      if (sent > byteBudget) throw new OutOfBudget();
      const answer = await readableAnswer(
        context.api.send({
          operation: 'create',
          caller: context.callers.researcher,
          about: { service: context.target.service },
          body: padded(context, bytes),
          contentType: 'application/json',
        }),
      );
      if (answer.outcome !== 'success') refusal = answer.exchange;
      else if (bytes > largest) {
        success = answer.exchange;
        largest = bytes;
      }
      return answer.outcome === 'success';
    };
    let limit: Limit | undefined;
    try {
      limit = await limitFrom(0, likelyLimits.bodyBytes, take, 24);
    } catch (error) {
      // A server may close the connection on a body that is too large; then its limit is not learned.
      if (!(error instanceof OutOfBudget || error instanceof NoAnswer)) throw error;
    }
    return {
      largest,
      limit,
      refusal,
      success,
    };
  });
}

class OutOfBudget extends Error {}

/** The largest that is accepted; where all were, the limit is not known, but it is no smaller. */
function observeLimit(
  context: Context,
  point: string,
  { limit, refusal, success }: Pick<BodyLimit, 'limit' | 'refusal' | 'success'>,
): void {
  if (limit?.kind === 'exact') context.observe(point, limit.value, refusal);
  // What is expected may be larger.
  const isExpected = context.target.expected?.answers[point] !== undefined;
  if (limit?.kind === 'none' && !isExpected) context.observe(point, limit.tried, success);
}

export const sizeProbes: readonly Probe[] = [
  probe('feed', ['create.body-limit', 'create.status.body-too-large'], async (context) => {
    const { limit, refusal, success } = await bodyLimit(context);
    if (refusal) context.observe('create.status.body-too-large', refusal.response.status, refusal);
    observeLimit(context, 'create.body-limit', { limit, refusal, success });
  }),
  probe('feed', ['create.tags.limit'], async (context) => {
    const { largest } = await bodyLimit(context);
    let refusal: Exchange | undefined;
    let success: Exchange | undefined;
    const take = async (count: number): Promise<boolean> => {
      const tags = Array.from({ length: count }, (_, nth) => `t${String(nth).padStart(4, '0')}`);
      const sent = context.draft({ tags });
      // A body that is too large anyway says nothing about tags.
      if (Buffer.byteLength(JSON.stringify(sent)) > largest) throw new OutOfBudget();
      const { accepted, answer } = await attemptReport(context, sent);
      if (accepted) success = answer.exchange;
      else refusal = answer.exchange;
      return accepted;
    };
    const limit = await limitFrom(
      context.target.payload.tags.length,
      likelyLimits.tags,
      take,
      12,
    ).catch((error: unknown) => {
      if (error instanceof OutOfBudget) return undefined;
      throw error;
    });
    observeLimit(context, 'create.tags.limit', { limit, refusal, success });
  }),
];
