import type { Delay } from './fault-rule.ts';

/** The most that a delay takes, whatever the dice say. */
export const longestDelay = 600_000;

/** Milliseconds of one delay; `chance` is from 0 up to, and without, 1. */
export function delayOf({ ms, spread, sigma }: Delay, chance: () => number): number {
  if (spread !== undefined) return ms + spread * chance();
  if (sigma === undefined) return ms;
  return Math.min(ms * Math.exp(sigma * normal(chance)), longestDelay);
}

/** Box and Muller: two numbers that are spread evenly give one that is spread normally. */
function normal(chance: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - chance()));
  return radius * Math.cos(2 * Math.PI * chance());
}
