import type { Answer } from './answer.ts';

/** Marked where it is cut: what hides secrets recognises the beginning of one there. */
export function beginning(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Formats a value for a message: JSON, abridged. */
export function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : beginning(JSON.stringify(value) ?? String(value), 200);
}

/** The status and the beginning of a body, in one line. */
export function formatStart({ status, body }: { readonly status: number; readonly body: string }) {
  return `${status} ${beginning(body.replaceAll(/\s+/g, ' ').trim(), 80)}`;
}

/** Formats a response for a message. */
export function formatAnswer({ exchange: { response }, json }: Answer): string {
  return `${response.status} ${formatValue(json ?? response.body)}`;
}
