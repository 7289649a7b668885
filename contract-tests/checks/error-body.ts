import type { Answer } from '../talk/answer.ts';
import type { Context } from './context.ts';

const shapeOf = (text: string): string => {
  if (text === '') return 'empty';
  try {
    const json: unknown = JSON.parse(text);
    const fields = json && typeof json === 'object' ? Object.keys(json) : [];
    if (fields.includes('error')) return fields.includes('successful') ? 'error-and-flag' : 'error';
    return fields.includes('message') ? 'message' : 'other';
  } catch {
    return 'text';
  }
};

/** What a refused lookup looks like, which 4.4 leaves open; each reason may have a look of its own. */
export const observeErrorBody = (
  context: Context,
  { outcome, exchange }: Answer,
  reason?: string,
): void => {
  // Of a count that is used up it is known that no limit has turned the call away.
  const isTurnedAway = exchange.throttled && reason !== 'no-requests-left';
  if (outcome !== 'refusal' || isTurnedAway) return;
  const point = reason === undefined ? 'lookup.error-body' : `lookup.error-body.${reason}`;
  context.observe(point, shapeOf(exchange.response.body), exchange);
};
