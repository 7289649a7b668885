import { instantIn } from '../values/instant.ts';

/** Retry-After in milliseconds, from seconds or a date. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = instantIn(value.trim());
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
