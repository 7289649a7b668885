import type { Answer } from './answer.ts';

/** What a message shows of a value: JSON, and not too much of it. */
export const formatValue = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** What a message shows of an answer. */
export const formatAnswer = ({ exchange: { response }, json }: Answer): string =>
  `${response.status} ${formatValue(json ?? response.body)}`;
