import { reportField } from '../../../../src/spec/fields.ts';
import { isObject, type JsonBody } from '../../../judging/talk/answer.ts';
import { ExactNumber, writtenNumber } from '../exact-number.ts';
import type { Step } from '../step.ts';

/** The report of a fetch as it was sent. */
export function sentOf({ report }: Step): JsonBody {
  return isObject(report?.sent) ? report.sent : {};
}

export function isWholeNumber(field: string): boolean {
  return reportField(field).type === 'integer';
}

/** How a number is written in the text of its body, if that is known and can be read. */
export function asWritten(field: string, value: unknown, text = ''): string | undefined {
  if (!isWholeNumber(field) || typeof value !== 'number') return undefined;
  const written = writtenNumber(text, field);
  if (Object.is(Number(written), value)) return written;
  return Number.isFinite(value) ? JSON.stringify(value) : undefined;
}

/** A value of a body, as exactly as it is known. */
export function exactly(field: string, value: unknown, text?: string): unknown {
  const written = asWritten(field, value, text);
  return written === undefined ? value : new ExactNumber(written);
}

export function sentValue(step: Step, field: string): unknown {
  return exactly(field, sentOf(step)[field], step.report?.creation?.request.body);
}

export function shownValue(step: Step, field: string): unknown {
  return exactly(field, step.fetched?.[field], step.answer.text);
}

/** Whether a whole number that no double holds is shown as it was sent: only its text tells that it is one. */
export function isKeptBeyondDoubles(step: Step, field: string): boolean {
  const isDraft = field in sentOf(step) && isWholeNumber(field);
  if (!isDraft || Number.isFinite(step.fetched?.[field])) return false;
  const sent = sentValue(step, field);
  const shown = shownValue(step, field);
  const areExact = sent instanceof ExactNumber && shown instanceof ExactNumber;
  return areExact && sent.isWhole && sent.equals(shown);
}
