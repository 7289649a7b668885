import type { CountingServer } from './counting-servers.ts';
import {
  type CountedLookup,
  inBestOrder,
  type LimitedHistory,
  type LookupInContext,
} from './lookups.ts';
import type { Span } from './refills.ts';

/** What may be left, as far as is known. */
type Left = ReadonlySet<number>;

/** How a history is replayed. */
export interface ReplayOptions {
  /**
   * Other lookups of the caller may not be in the history. They only lower its count, so they may explain
   * every refusal and no lookup that was served.
   */
  readonly isPartial?: boolean;
  /** Counts were filled up, wholly or in part, at moments within these times. */
  readonly resets?: readonly Span[];
  /** What a lookup of something that is no hash takes: nothing or one is open (1, 8). Default: either. */
  readonly malformedTakes?: number;
}

/** Whether a server could have given the answers of a history. */
export function fits(
  server: CountingServer,
  history: LimitedHistory,
  options: ReplayOptions = {},
): boolean {
  const { malformedTakes } = options;
  if (malformedTakes === undefined)
    return [1, 0].some((one) => fits(server, history, { ...options, malformedTakes: one }));
  const { remaining, calls, others } = history;
  const own = new Set<CountedLookup>(calls);
  const known = new Set(others.flatMap((one) => (one.answer === 'served' ? one.caller : [])));
  let left: Left = new Set([Math.max(0, remaining + (server.hadMore ?? 0))]);
  let last: CountedLookup | undefined;
  for (const call of inBestOrder(server.takesForOthers ? [...calls, ...others] : calls)) {
    if (!own.has(call)) {
      const isCounted =
        call.answer === 'served' || (call.finds === 'nothing' && known.has(call.caller));
      left = lowered(left, server.takesForOthers === 'all' && isCounted ? [1] : [0, 1]);
      continue;
    }
    if (last && isFilledUpBetween(last, call, options)) left = filledUp(left, remaining);
    last = call;
    left = after(call as LookupInContext, server, left, { ...options, remaining, malformedTakes });
    if (left.size === 0) return false;
  }
  return true;
}

type Calls = Pick<LimitedHistory, 'calls' | 'remaining'>;

/** What a server answers to lookups in this order. Where some that it means take less, it is all but the first. */
export function answersOf(
  { of, takes = [1], atZero }: CountingServer,
  { calls, remaining }: Calls,
  malformedTakes: number,
): readonly CountedLookup['answer'][] {
  let left = remaining;
  let price = Math.max(...takes);
  return calls.map((call) => {
    const isMeant = of?.includes(call) === true;
    const isServed = left > 0 || (isMeant && atZero !== undefined);
    if (isServed) left -= isMeant ? price : call.finds === 'no hash' ? malformedTakes : 1;
    if (isMeant) price = Math.min(...takes);
    if (call.finds !== 'a file') return 'open';
    return isServed ? 'served' : 'refused';
  });
}

interface Terms extends ReplayOptions {
  readonly remaining: number;
  readonly malformedTakes: number;
}

/** What may be left after a lookup with this answer; nothing, if the server could not have given it. */
function after(
  call: LookupInContext,
  server: CountingServer,
  before: Left,
  { remaining, malformedTakes, isPartial = false }: Terms,
): Left {
  const left = lowered(before, upTo(0, call.attempts));
  const usual = call.finds === 'no hash' ? malformedTakes : 1;
  const isMeant = server.of?.includes(call) ?? false;
  const meant = [...(server.takes ?? [usual]), ...(isMeant === 'maybe' ? [usual] : [])];
  // What a rate limit may have refused shows no price.
  const taken = call.mayBeUncounted ? [0, usual] : isMeant ? meant : [usual];
  const atZero = isMeant ? server.atZero : undefined;
  if (atZero === 'anything') return lowered(left, taken);
  const isRefusable = atZero !== 'a success' || isMeant === 'maybe';
  const refused: readonly number[] =
    !isRefusable || !(isPartial || left.has(0))
      ? []
      : server.startsAgain && remaining > 0
        ? upTo(1, remaining)
        : [0];
  switch (call.answer) {
    case 'served':
      return lowered(atZero ? left : [...left].filter((count) => count > 0), taken);
    case 'refused':
      return new Set(refused);
    case 'unsure':
      return new Set([...refused, ...left, ...lowered(left, taken)]);
    case 'open':
      return lowered(left, taken);
    // It may not have been counted, and the server may have been restarted.
    case 'lost':
      return new Set([...left, ...lowered(left, taken), remaining]);
  }
}

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, nth) => from + nth);
}

function isFilledUpBetween(
  last: CountedLookup,
  next: CountedLookup,
  { resets = [] }: ReplayOptions,
): boolean {
  return resets.some(({ from, to }) => last.startedAt < to && from < next.endedAt);
}

/** Wholly, or in part where what each lookup took comes back by itself. */
function filledUp(left: Left, remaining: number): Left {
  return new Set(upTo(Math.min(...left), remaining));
}

function lowered(left: Iterable<number>, prices: readonly number[]): Left {
  const counts = [...left].flatMap((count) => prices.map((price) => Math.max(0, count - price)));
  return new Set(counts);
}
