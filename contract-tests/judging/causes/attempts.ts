import type { Exchange } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { RecordedCall } from './recorded-call.ts';
import { breaks, type Replayed, type ReplayOptions, replayCalls } from './replay.ts';

export interface ConfirmOptions extends ReplayOptions {
  readonly history: readonly Exchange[];
  /** Whether deletion by id fails: then nothing more is created. */
  readonly leavesThings?: boolean;
  /** The request budget for all findings together; time uses it up as well. */
  readonly budget: { left: number };
}

/** Why calls are not repeated. */
export function objection(
  calls: readonly RecordedCall[],
  { service, leavesThings }: ConfirmOptions,
): string | undefined {
  const { callers, operations, created } = service;
  const counted = calls.find(({ caller }) => callers.isCounted(caller))?.caller;
  if (counted) return `it would use up requests of ${counted}`;
  const creates = calls.some(({ operation }) => operations.of(operation).effect === 'creates');
  const [, many] = created.words;
  return leavesThings && creates ? `it would leave ${many} that cannot be deleted` : undefined;
}

/** The requests for reproducing findings are used up. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget';
}

/** Milliseconds that cost as much as a request. */
const msPerRequest = 200;

/** Milliseconds of waiting, for responses too: a slow server shall not be asked for half an hour. */
function waitedIn({ waited, exchanges }: Replayed): number {
  return exchanges.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, waited);
}

/** In the order they were sent. */
function statusesOf(exchanges: readonly Exchange[]): number[] {
  return [...exchanges]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(({ response }) => response.status);
}

/** A replay that broke the clause. */
interface Shown {
  readonly answers: readonly number[];
  readonly ms: number;
  /** What it found; absent where it broke another clause by the same observation. */
  readonly finding?: Finding;
}

/** Replays calls, and keeps their responses when the clause was last broken. */
export function attemptsAt(clause: string, options: ConfirmOptions) {
  let shown: Shown | undefined;
  return {
    /** The statuses of the responses when it was last shown, and how long that took. */
    last: () => shown,
    isLeft: ({ length }: readonly RecordedCall[]): boolean => length <= options.budget.left,
    again: async (calls: readonly RecordedCall[]): Promise<boolean> => {
      options.budget.left -= calls.length;
      if (options.budget.left < 0)
        throw new OutOfBudget('enough requests were made to confirm findings');
      const began = performance.now();
      const replayed = await replayCalls(calls, options);
      options.budget.left -= Math.floor(waitedIn(replayed) / msPerRequest);
      const isShown = breaks(options.service, clause, replayed);
      if (replayed.lost && !isShown) throw replayed.lost;
      const ms = Math.round(performance.now() - began);
      const [finding] = replayed.evidence.findings(clause);
      const answers = statusesOf(replayed.exchanges);
      if (isShown) shown = { answers, ms, ...(finding && { finding }) };
      return isShown;
    },
  };
}

export type Attempts = ReturnType<typeof attemptsAt>;

/** A race condition is intermittent. */
export async function countOf(
  calls: readonly RecordedCall[],
  most: number,
  shows: Attempts,
): Promise<{ readonly shown: number; readonly of: number }> {
  let shown = 0;
  let of = 0;
  while (of < most && (of === 0 || shows.isLeft(calls))) {
    if (await shows.again(calls)) shown += 1;
    of += 1;
  }
  return { shown, of };
}
