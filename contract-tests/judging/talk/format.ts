import type { Answer } from './answer.ts';

/** Marked where it is cut: what hides secrets recognises the beginning of one there. */
export const beginning = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** Formats a value for a message: JSON, abridged. */
export const formatValue = (value: unknown): string =>
  value === undefined ? 'nothing' : beginning(JSON.stringify(value) ?? String(value), 200);

/** The status and the beginning of a body, in one line. */
export const formatStart = ({ status, body }: { readonly status: number; readonly body: string }) =>
  `${status} ${beginning(body.replaceAll(/\s+/g, ' ').trim(), 80)}`;

/** Formats a response for a message. */
export const formatAnswer = ({ exchange: { response }, json }: Answer): string =>
  `${response.status} ${formatValue(json ?? response.body)}`;
