import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { RunResult } from '../judging/run/result.ts';
import type { Clock } from '../judging/talk/pace/clock.ts';
import { judgeTarget, type RunOptions } from '../service/judge-target.ts';
import type { Target } from '../service/target/target.ts';
import { type FrontRequest, type Layer, startFront } from './realistic/front.ts';
import { defaultDialect, startServer } from './server.ts';
import { referenceTarget } from './trial.ts';

interface DyingOptions {
  /** Whether the server ends at this request. */
  readonly diesAt: (asked: FrontRequest) => boolean;
  /** hang: it takes connections and answers none. */
  readonly how?: 'exit' | 'hang' | 'after answering';
  /** Whether it keeps what it has stored. */
  readonly keepsState?: boolean;
  /** Whether something starts it again, as soon as the client waits for it. */
  readonly isSupervised?: boolean;
  /** Changes the body of an answer. */
  readonly alter?: (body: string) => string;
  /** How fast time passes for the client. */
  readonly speed?: number;
}

/** The reference server, which ends at a certain request as a process does. */
export async function dyingServer({
  diesAt,
  how = 'exit',
  keepsState = false,
  isSupervised = false,
  alter = (body) => body,
  speed = 1,
}: DyingOptions) {
  const seen = { deaths: 0, asked: 0 };
  let isHung = false;
  let skipped = 0;
  let reviving: Promise<void> | undefined;
  let inner = await startServer();
  const die = (): void => {
    seen.deaths += 1;
    if (how === 'hang') isHung = true;
    else front.hangUp();
  };
  const mortal: Layer = () => async (request, next) => {
    if (isHung) return new Promise(() => undefined);
    seen.asked += 1;
    const isDeadly = diesAt(request);
    if (isDeadly && how !== 'after answering') {
      die();
      return new Promise(() => undefined);
    }
    const response = await next(request);
    const body = Buffer.from(alter(response.body.toString()));
    return { ...response, body, ...(isDeadly && { onSent: die }) };
  };
  const front = await startFront(() => inner.baseUrl, [mortal]);
  onTestFinished(async () => {
    await front.close();
    await inner.close();
  });
  const revive = async (): Promise<void> => {
    isHung = false;
    if (!keepsState) {
      await inner.close();
      inner = await startServer();
    }
    if (!front.isListening) await front.listenAgain();
  };
  /** No time passes by itself while something is waited for. */
  const clock: Clock = {
    now: () => performance.now() * speed + skipped,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      skipped += ms;
      await setImmediate();
      if (!isSupervised || (front.isListening && !isHung)) return;
      reviving ??= revive().finally(() => {
        reviving = undefined;
      });
      await reviving;
    },
  };
  return { url: front.baseUrl, clock, seen };
}

export function deletesNothing({ operation, id }: FrontRequest): boolean {
  return operation === 'delete' && id === '';
}

export function isOddHash({ url }: FrontRequest): boolean {
  return /\/private\/sample\/(?![\da-f]{64})/i.test(url);
}

export function isNoJson({ method, body }: FrontRequest): boolean {
  return method === 'POST' && /^\{[^}]*$/.test(body.toString());
}

export const deletions = ['delete/missing-id-is-refused', 'create/body-is-json'];
export const lookups = ['lookup/by-sha256', 'lookup/every-call-counts'];

export function referenceAt(baseUrl: string, analysisUrl = baseUrl): Target {
  return referenceTarget({ baseUrl, analysisUrl }, defaultDialect);
}

export function judged(
  { url, clock }: { readonly url: string; readonly clock: Clock },
  only: readonly string[] = deletions,
  options: RunOptions = {},
): Promise<RunResult> {
  return judgeTarget(referenceAt(url), { only, clock, ...options });
}
