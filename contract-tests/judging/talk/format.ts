import { beginning, quoted } from '../../../src/values/quoted.ts';
import type { Answer } from './answer.ts';

/** Quotes a value in a message, as JSON. */
export function formatValue(value: unknown): string {
  // 1e400 is parsed as Infinity, which JSON would write as null.
  if (typeof value === 'number') return String(value);
  return value === undefined ? 'nothing' : quoted(JSON.stringify(value) ?? String(value));
}

/** The status and the beginning of a body without secrets, in one line. */
export function formatStart({ status, body }: { readonly status: number; readonly body: string }) {
  return `${status} ${beginning(body.replaceAll(/\s+/g, ' ').trim(), 80)}`;
}

/** Quotes a response in a message. */
export function formatAnswer({ exchange: { response }, json }: Answer): string {
  return `${response.status} ${formatValue(json ?? response.body)}`;
}
