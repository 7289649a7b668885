import type { CountedLookup, LimitedHistory, LookupInContext } from './counted-lookup.ts';
import type { CountingServer } from './counting-servers.ts';

/** What may be left, as far as is known. */
type Left = ReadonlySet<number>;

/** Whether something that is no hash takes nothing or one is open (1, 8). */
const malformedPrices = [1, 0] as const;
export type MalformedPrice = (typeof malformedPrices)[number];

/** How a history is replayed. */
export interface LookupReplayOptions {
  /**
   * Other lookups of the caller may not be in the history. They only lower its count, so they may explain
   * every refusal and no lookup that was served.
   */
  readonly isPartial?: boolean;
}

/** Whether a server could have given the answers of a history. */
export function fits(
  server: CountingServer,
  history: LimitedHistory,
  options: LookupReplayOptions = {},
): boolean {
  return malformedPrices.some((price) => fitsWith(server, history, price, options));
}

/** The same, where something that is no hash takes this much. */
export function fitsWith(
  server: CountingServer,
  history: LimitedHistory,
  malformedPrice: MalformedPrice,
  { isPartial = false }: LookupReplayOptions = {},
): boolean {
  const { remaining, calls, others } = history;
  const known = new Set(
    others.filter(({ answer }) => answer === 'served').map(({ caller }) => caller),
  );
  const own = new Set<CountedLookup>(calls);
  const replayed = server.takesForOthers ? [...calls, ...others] : calls;
  let left: Left = new Set([server.begins?.(remaining) ?? remaining]);
  let last: CountedLookup | undefined;
  for (const call of inBestOrder(replayed)) {
    if (last && own.has(call) && isFilledUpBetween(last, call, server))
      left = filledUp(left, remaining);
    if (own.has(call)) last = call;
    left = own.has(call)
      ? afterOwn(server, call as LookupInContext, left, { remaining, malformedPrice, isPartial })
      : lowered(left, server.takesForOthers?.(call, known.has(call.caller)) ?? [0]);
    if (left.size === 0) return false;
  }
  return true;
}

interface Terms {
  readonly remaining: number;
  readonly malformedPrice: MalformedPrice;
  readonly isPartial: boolean;
}

/** What may be left after a lookup with this answer; nothing, if the server could not have given it. */
function afterOwn(
  server: CountingServer,
  call: LookupInContext,
  before: Left,
  { remaining, malformedPrice, isPartial }: Terms,
): Left {
  const attempts = Array.from({ length: call.attempts + 1 }, (_, count) => count);
  const left = lowered(before, attempts);
  const usual = call.finds === 'no hash' ? malformedPrice : 1;
  // What a rate limit may have refused shows no price.
  const taken = call.mayBeUncounted ? [0, usual] : (server.takes?.(call) ?? [usual]);
  if (server.answersAnyhow?.(call)) return lowered(left, taken);
  const isServedAtZero = server.servesAtZero?.(call) ?? false;
  const isRefusable = !isServedAtZero && (isPartial || left.has(0));
  const refilled = Array.from({ length: remaining }, (_, nth) => nth + 1);
  const afterRefusal = server.startsAgain && remaining > 0 ? refilled : [0];
  const refused = new Set(isRefusable ? afterRefusal : []);
  switch (call.answer) {
    case 'served':
      return lowered(isServedAtZero ? left : withSomeLeft(left), taken);
    case 'refused':
      return refused;
    case 'unsure':
      return new Set([...refused, ...left, ...lowered(left, taken)]);
    case 'open':
      return lowered(left, taken);
    // It may not have been counted, and the server may have been restarted.
    case 'lost':
      return new Set([...left, ...lowered(left, taken), remaining]);
  }
}

function isFilledUpBetween(
  last: CountedLookup,
  next: CountedLookup,
  { resets = [] }: CountingServer,
): boolean {
  return resets.some(({ from, to }) => last.startedAt < to && from < next.endedAt);
}

/** Wholly, or in part where what each lookup took comes back by itself. */
function filledUp(left: Left, remaining: number): Left {
  const least = Math.min(...left);
  return new Set(Array.from({ length: remaining - least + 1 }, (_, more) => least + more));
}

function lowered(left: Left, prices: readonly number[]): Left {
  const after = [...left].flatMap((count) => prices.map((price) => Math.max(0, count - price)));
  return new Set(after);
}

function withSomeLeft(left: Left): Left {
  return new Set([...left].filter((count) => count > 0));
}

/** The order among concurrent lookups. */
const ranks = { served: 0, open: 1, lost: 1, unsure: 2, refused: 3 } as const;

/**
 * Concurrent lookups may have been counted in any order. A count only falls, so if some order fits, this one
 * does: what was served comes as early as it can, what was refused as late, and of the rest that which ended first.
 */
export function inBestOrder<T extends CountedLookup>(calls: readonly T[]): T[] {
  const waiting = calls.toSorted((a, b) => b.startedAt - a.startedAt);
  const ordered: T[] = [];
  const open: T[] = [];
  while (waiting.length > 0 || open.length > 0) {
    let firstEnd = Math.min(...open.map(({ endedAt }) => endedAt));
    for (let next = waiting.at(-1); next && next.startedAt <= firstEnd; next = waiting.at(-1)) {
      open.push(next);
      waiting.pop();
      firstEnd = Math.min(firstEnd, next.endedAt);
    }
    const best = open.reduce((a, b) => (isEarlier(b, a) ? b : a));
    open.splice(open.indexOf(best), 1);
    ordered.push(best);
  }
  return ordered;
}

function isEarlier(a: CountedLookup, b: CountedLookup): boolean {
  return (ranks[a.answer] - ranks[b.answer] || a.endedAt - b.endedAt) < 0;
}
