import { ControlProblem } from './problem.ts';

/** A time: a Date, or a string such as 2026-01-31T13:45:00Z. */
export type When = Date | string;

/** Reports have four-digit years. */
const earliest = Date.UTC(1970, 0, 1);
export const latest = Date.UTC(9999, 11, 31);

/** The milliseconds of a time. Throws a ControlProblem where no clock can show it. */
export function timeFrom(when: When): number {
  return checkedTime(new Date(when).getTime(), String(when));
}

const form = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** An RFC 3339 time on an existing day: Date.parse takes 30 February for 2 March. */
export function isTime(text: string): boolean {
  const day = form.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Whether a clock can show it. */
export function isInRange(time: number): boolean {
  return time >= earliest && time <= latest;
}

export function checkedTime(time: number, text: string): number {
  if (isInRange(time)) return time;
  const detail = `"${text}" is no time between 1970 and 9999. Write one such as 2026-01-31T13:45:00Z.`;
  throw new ControlProblem('invalid-request', detail);
}
