import { NoAnswer } from '../../judging/talk/client.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import { type LimitQuestion, limits } from '../values/catalogue.ts';

/** Bodies are sent to find a limit up to so many bytes in all; beyond that it stays unknown. */
const byteBudget = 12_000_000;

/** A tried value, and whether it was accepted. */
type Try = (value: number) => Promise<boolean>;

type Limit =
  | { readonly kind: 'exact'; readonly value: number }
  /** Everything tried was accepted. */
  | { readonly kind: 'none'; readonly tried: number }
  /** Not found exactly within the allowed steps. */
  | { readonly kind: 'between'; readonly taken: number; readonly refused: number };

/**
 * The last accepted value, starting from one that is known to be accepted. Likely limits are tried with
 * their neighbours, to avoid a bisection; `steps` bounds the attempts after that.
 */
export async function limitFrom(
  known: number,
  candidates: readonly number[],
  take: Try,
  steps: number,
): Promise<Limit> {
  let taken = known;
  let refused: number | undefined;
  for (const value of candidates) {
    if (await take(value)) taken = value;
    else {
      refused = value;
      break;
    }
  }
  if (refused === undefined) return { kind: 'none', tried: taken };
  for (let step = 0; step < steps && Math.abs(refused - taken) > 1; step += 1) {
    const middle = Math.trunc((taken + refused) / 2);
    if (await take(middle)) taken = middle;
    else refused = middle;
  }
  return Math.abs(refused - taken) === 1
    ? { kind: 'exact', value: taken }
    : { kind: 'between', taken, refused };
}

/** What a search for a limit has sent. */
interface Search {
  /** Absent where it was not found. */
  readonly limit?: Limit;
  readonly refusal?: Exchange | undefined;
  /** The largest body that was accepted. */
  readonly success?: Exchange | undefined;
  readonly largest: number;
}

class OutOfBudget extends Error {}

/** Of all bodies no longer than this. */
async function searched(context: Context, row: LimitQuestion, longest: number): Promise<Search> {
  const { known, body, likely, farthest, steps } = row;
  const { api, callers, draft } = context;
  let refusal: Exchange | undefined;
  let success: Exchange | undefined;
  let largest = 0;
  let sent = 0;
  const take = async (value: number): Promise<boolean> => {
    const text = body(draft(), value);
    const bytes = Buffer.byteLength(text);
    sent += bytes;
    if (bytes > longest || sent > byteBudget) throw new OutOfBudget();
    const { outcome, exchange } = await readableAnswer(api.post(callers.researcher, text));
    const isTaken = outcome === 'success';
    if (!isTaken) refusal = exchange;
    else if (bytes >= largest) {
      success = exchange;
      largest = bytes;
    }
    return isTaken;
  };
  const found = async (): Promise<Limit> => {
    if (farthest === undefined) return limitFrom(known(draft()), likely, take, steps);
    if (await take(farthest)) return { kind: 'none', tried: farthest };
    const from = known(draft());
    const beyond = likely.filter((value) => value < from === farthest < from);
    return limitFrom(from, [...beyond, farthest], take, steps);
  };
  // A server may close the connection on a body that is too large; then its limit is not learned.
  const limit = await found().catch((error: unknown) => {
    if (error instanceof OutOfBudget || error instanceof NoAnswer) return undefined;
    throw error;
  });
  return { ...(limit && { limit }), refusal, success, largest };
}

function bodyLimit(context: Context): Promise<Search> {
  return context.shared('body limit', (whole) =>
    searched(whole, limits[0] as LimitQuestion, Infinity),
  );
}

/** The largest that is accepted; where all were, the limit is not known, but it is no smaller. */
export async function observeLimit(context: Context, row: LimitQuestion): Promise<void> {
  const { point, status, farthest, isLong } = row;
  const longest = isLong ? (await bodyLimit(context)).largest : Infinity;
  const { limit, refusal, success } =
    row === limits[0] ? await bodyLimit(context) : await searched(context, row, longest);
  if (status && refusal) context.observe(status, refusal.response.status, refusal);
  if (limit?.kind === 'exact') context.observe(point, limit.value, refusal);
  if (limit?.kind !== 'none') return;
  // What is expected may be larger.
  const isExpected = context.target.expected?.answers[point] !== undefined;
  if (farthest !== undefined) context.observe(point, 'unbounded', success);
  else if (!isExpected) context.observe(point, limit.tried, success);
}
