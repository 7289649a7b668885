import { dependsOn, type RecordedCall } from './recorded-call.ts';

export interface ShrinkOptions {
  /** Whether these calls still break the same clause. */
  readonly shows: (calls: readonly RecordedCall[]) => Promise<boolean>;
  /** Milliseconds from the start of one call to the start of another, when the calls last broke it. */
  readonly timeBetween: (calls: readonly RecordedCall[], from: number, to: number) => number;
}

/** The maximum number of attempts for one finding: without calls, and with pauses in their place. */
const mostAttempts = 30;
const mostPaused = 10;

/** The numbers of some calls, and of those that depend on them. */
function numbersOf(calls: readonly RecordedCall[], from: number, size: number): Set<number> {
  const chosen = calls.slice(from, from + size);
  const numbers = new Set<number>();
  for (const [nth, call] of calls.entries()) {
    const isChosen = nth >= from && nth < from + size;
    const depends = chosen.some(({ creates }) => creates !== undefined && dependsOn(call, creates));
    if (isChosen || depends) numbers.add(nth);
  }
  return numbers;
}

/**
 * Removes calls, halves first, then one at a time, as long as the clause is still broken. Where calls are needed
 * only for the time that they take, a pause as long takes their place.
 */
export async function shrink(
  calls: readonly RecordedCall[],
  { shows, timeBetween }: ShrinkOptions,
): Promise<readonly RecordedCall[]> {
  let best = calls;
  let attempts = mostAttempts;
  const keeps = async (fewer: readonly RecordedCall[]): Promise<boolean> => {
    if (attempts === 0 || fewer.length === 0 || fewer.length >= best.length) return false;
    attempts -= 1;
    if (!(await shows(fewer))) return false;
    best = fewer;
    return true;
  };
  const removes = (from: number, size: number): Promise<boolean> => {
    const removed = numbersOf(best, from, size);
    return keeps(best.filter((_, nth) => !removed.has(nth)));
  };
  /** Replaces calls, and those that depend on them, by one pause; the last call shows it. */
  const pauses = async (from: number, size: number): Promise<boolean> => {
    const removed = numbersOf(best, from, size);
    const next = best.findIndex((_, nth) => nth > from && !removed.has(nth));
    const after = next < 0 ? 0 : timeBetween(best, from, next);
    if (after <= 0 || removed.has(best.length - 1)) return false;
    const paused = best.map((call, nth) => (nth === next ? { ...call, after } : call));
    return keeps(paused.filter((_, nth) => !removed.has(nth)));
  };
  for (let size = Math.floor(best.length / 2); size > 1; size = Math.floor(size / 2)) {
    let from = 0;
    while (from + size < best.length) if (!(await removes(from, size))) from += size;
  }
  // The last call shows it.
  for (let at = best.length - 2; at >= 0; at -= 1) await removes(at, 1);
  // What is left is needed, but maybe only for the time it takes.
  attempts = mostPaused;
  for (let size = best.length - 1; size > 1; size = Math.floor(size / 2)) {
    let from = best.length - 1 - size;
    while (from >= 0) {
      await pauses(from, size);
      from = Math.min(from, best.length - 1) - size;
    }
  }
  return best;
}
