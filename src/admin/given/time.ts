import { ControlProblem } from '../problem.ts';

/** A moment: a Date, or a text such as 2026-01-31T13:45:00Z. */
export type When = Date | string;

/** Reports show years with four digits. */
const earliest = Date.UTC(1970, 0, 1);
export const latest = Date.UTC(9999, 11, 31);

export function timeFrom(when: When): number {
  const time = when instanceof Date ? when.getTime() : Date.parse(when);
  return checkedTime(typeof when === 'string' && !isDay(when) ? Number.NaN : time, String(when));
}

/** Date.parse takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []).map(
    Number,
  );
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function checkedTime(time: number, shown: string): number {
  if (time >= earliest && time <= latest) return time;
  throw new ControlProblem(
    'invalid-request',
    `"${shown}" is no time between 1970 and 9999. Write one such as 2026-01-31T13:45:00Z.`,
  );
}
