import { type BodyText, keptText, textIn, unpacked } from '../talk/body-text.ts';

/** Clients wait while an exchange is judged: a body that is longer, or unpacks to more, passes unjudged. */
export const longestCapturedBody = 256 * 1024;

/** The text of a body; undefined where it cannot be read here, which says nothing of the server. */
export const bodyText = (
  body: Buffer | string,
  encoding: string | undefined,
): BodyText | undefined => {
  if (typeof body === 'string') return { body: keptText(body) };
  const bytes = unpacked(body, encoding, longestCapturedBody);
  return typeof bytes === 'string' ? undefined : textIn(bytes);
};
