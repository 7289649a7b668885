import { instantIn } from '../../../src/values/instant.ts';

function days(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** ISO 8601 (2.2) has leap seconds: at the end of June and December, in UTC. */
function isLeapSecond(text: string): boolean {
  return /-(06-30|12-31)T23:59:60Z$/.test(text);
}

/** Whether a date in the format of 2.1 or 2.2 exists. */
export function existsInCalendar(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})Z?$/.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(Number);
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= days(year, month) &&
    hour < 24 &&
    minute < 60 &&
    (second < 60 || isLeapSecond(text))
  );
}

/** Milliseconds since the epoch, as if the text were UTC: the time zone is not specified (2.1). */
export function instantOf(text: string): number {
  return instantIn(`${text.replace(' ', 'T')}Z`);
}
