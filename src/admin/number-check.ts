import { ControlProblem } from './problem.ts';

export interface NumberRange {
  readonly least?: number;
  /** Beyond this, but not this itself. */
  readonly above?: number;
  readonly most: number;
  readonly whole?: boolean;
}

/** Over HTTP the document sees to it; a program may say what JSON has no words for. */
export function checkNumber(
  name: string,
  value: number | null | undefined,
  { least = -Infinity, above = -Infinity, most, whole = false }: NumberRange,
): void {
  if (value === undefined || value === null) return;
  const fits = value >= least && value > above && value <= most;
  if (fits && (!whole || Number.isInteger(value))) return;
  const from = above === -Infinity ? `from ${least}` : `above ${above} and up`;
  const kind = whole ? 'a whole number' : 'a number';
  const detail = `${name} is ${value}; expected ${kind} ${from} to ${most}.`;
  throw new ControlProblem('invalid-request', detail);
}
