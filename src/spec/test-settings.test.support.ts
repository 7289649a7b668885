import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/**
 * How much is run: `quick` is `npm test`, `all` is `npm run test:all`. Without it, what is asked for is
 * run as a whole, but properties are tried on few examples.
 */
export const extent = process.env.ABUSE_FEED_TESTS ?? '';

/** So many examples of a property in `npm run test:all`, and a tenth of them while somebody waits. */
export const examples = (all: number): number => (extent === 'all' ? all : Math.ceil(all / 10));

/** What else wants to run just now: the average over a minute knows little of what has just begun. */
function busyWith(): number {
  try {
    const [, running] = /(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'utf8')) ?? [];
    return Math.max(Number(running ?? 1) - 1, loadavg()[0] ?? 0);
  } catch {
    return loadavg()[0] ?? 0;
  }
}

// Measured once, where a run begins: its workers inherit it.
process.env.ABUSE_FEED_TIME_FACTOR ??= (1 + busyWith() / availableParallelism()).toFixed(1);
const factor = Math.max(1, Number(process.env.ABUSE_FEED_TIME_FACTOR) || 1);

/** A limit in milliseconds that holds on an idle machine, made longer on a busy one. */
export const patience = (seconds: number): number => Math.ceil(seconds * 1000 * factor);
