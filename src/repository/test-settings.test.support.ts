import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/**
 * The extent of a test run: `quick` is `npm test`, `all` is `npm run test:all`. Without it, the selected
 * tests run completely, with few examples per property.
 */
export const extent = process.env.ABUSE_FEED_TESTS ?? '';

/** The number of examples of a property in `npm run test:all`; a tenth of it otherwise. */
export function examples(all: number): number {
  return extent === 'all' ? all : Math.ceil(all / 10);
}

/** The current load: the one-minute average lags behind. */
function busyWith(): number {
  try {
    const [, running] = /(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'utf8')) ?? [];
    return Math.max(Number(running ?? 1) - 1, loadavg()[0] ?? 0);
  } catch {
    return loadavg()[0] ?? 0;
  }
}

// Measured once at the start of a run; workers inherit it.
process.env.ABUSE_FEED_TIME_FACTOR ??= (1 + busyWith() / availableParallelism()).toFixed(1);
const factor = Math.max(1, Number(process.env.ABUSE_FEED_TIME_FACTOR) || 1);

/** A time limit for an idle machine, extended on a busy one. */
export function patience(seconds: number): number {
  return Math.ceil(seconds * 1000 * factor);
}

/** Rows of a test that takes long: all of them, or in `npm test` one in some. */
export function sampled<T>(rows: readonly T[], oneIn: number): T[] {
  return rows.filter((_, nth) => extent !== 'quick' || nth % oneIn === 0);
}
