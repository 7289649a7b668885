import type { Answer } from './answer.ts';

/** Formats a value for a message: JSON, abridged. */
export const formatValue = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** The status and the beginning of a body, in one line. */
export const formatStart = ({ status, body }: { readonly status: number; readonly body: string }) =>
  `${status} ${body.replaceAll(/\s+/g, ' ').trim().slice(0, 80)}`;

/** Formats a response for a message. */
export const formatAnswer = ({ exchange: { response }, json }: Answer): string =>
  `${response.status} ${formatValue(json ?? response.body)}`;
