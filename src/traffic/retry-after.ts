import { instantIn } from '../values/instant.ts';

/** Retry-After in milliseconds, from seconds or a date. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = instantIn(value.trim());
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** How long a response asks to wait, in milliseconds: a date is one of the server's clock, where that is told. */
export function askedWaitMs(
  headers: { readonly [name: string]: string },
  now: number,
): number | undefined {
  return retryAfterMs(headers['retry-after'], serverTime(headers.date, now));
}

/** The time of a server whose Date, which has no fractions, is that of its clock: ours, unless that differs. */
function serverTime(date: string | undefined, now: number): number {
  const second = instantIn(date?.trim() ?? '');
  return Number.isNaN(second) ? now : Math.min(Math.max(now, second), second + 999);
}
