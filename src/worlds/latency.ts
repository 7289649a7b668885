import type { Delay } from './fault-rule.ts';

/** Upper bound of a delay. */
export const longestDelay = 600_000;

/** Milliseconds of one delay; `chance` returns a number in [0, 1). */
export function delayOf({ ms, spread, sigma }: Delay, chance: () => number): number {
  if (spread !== undefined) return ms + spread * chance();
  if (sigma === undefined) return ms;
  return Math.min(ms * Math.exp(sigma * normal(chance)), longestDelay);
}

/** Box–Muller: two uniform numbers give a normal one. */
function normal(chance: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chance()));
  return radius * Math.cos(2 * Math.PI * chance());
}
