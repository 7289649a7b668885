import { ControlProblem } from './problem.ts';

/** A time: a Date, or a string such as 2026-01-31T13:45:00Z. */
export type When = Date | string;

/** Reports have four-digit years. */
const earliest = Date.UTC(1970, 0, 1);
export const latest = Date.UTC(9999, 11, 31);

/** The only parser of times: throws a ControlProblem if invalid. */
export function timeFrom(when: When): number {
  const time = when instanceof Date ? when.getTime() : isTime(when) ? Date.parse(when) : Number.NaN;
  return checkedTime(time, String(when));
}

const form = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** An RFC 3339 time on an existing day: Date.parse takes 30 February for 2 March. */
export function isTime(text: unknown): text is string {
  const day = typeof text === 'string' ? form.exec(text)?.[1] : undefined;
  if (day === undefined || Number.isNaN(Date.parse(String(text)))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Whether a clock can show a well-formed time. */
export function isInRange(when: When): boolean {
  const time = new Date(when).getTime();
  return time >= earliest && time <= latest;
}

export function checkedTime(time: number, text: string): number {
  if (time >= earliest && time <= latest) return time;
  throw new ControlProblem(
    'invalid-request',
    `"${text}" is no time between 1970 and 9999. Write one such as 2026-01-31T13:45:00Z.`,
  );
}
