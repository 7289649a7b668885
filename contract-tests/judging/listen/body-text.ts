import type { Headers } from '../../../src/traffic/exchange.ts';
import { type BodyText, bodyTextOf } from '../talk/body-text.ts';

/** Clients wait while an exchange is judged: a longer body, packed or unpacked, is not judged. */
export const longestCapturedBody = 1024 * 1024;

/** The text of a body; undefined where it is too long or in an encoding unknown here, which is no fault of the server. */
export function bodyText({
  body = '',
  headers,
}: {
  readonly body?: Buffer | string;
  readonly headers: Headers;
}): BodyText | undefined {
  if (typeof body === 'string') return { body };
  const text = bodyTextOf(body, headers, { most: longestCapturedBody });
  return typeof text === 'string' ? undefined : text;
}
