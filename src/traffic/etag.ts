import { createHash } from 'node:crypto';

/** The ETag of a text, and whether a client that sent this If-None-Match has it; `*` means nothing here. */
export function etagOf(text: string, ifNoneMatch = ''): { etag: string; isKnown: boolean } {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { etag, isKnown: ifNoneMatch.split(',').some((one) => one.trim() === etag) };
}
