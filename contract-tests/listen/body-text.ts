import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Clients wait while an exchange is judged: a body that is longer, or unpacks to more, passes unjudged. */
export const longestHeard = 256 * 1024;

export interface BodyText {
  readonly body: string;
  /** The bytes were no UTF-8. */
  readonly garbled?: true;
}

const unpacking = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};

/** The text of a body; undefined where it cannot be read here, which says nothing of the server. */
export const bodyText = (
  body: Buffer | string,
  encoding: string | undefined,
): BodyText | undefined => {
  if (typeof body === 'string') return { body };
  const packed = encoding?.trim().toLowerCase() ?? '';
  const bytes = packed === '' || packed === 'identity' ? body : unpacked(body, packed);
  if (!bytes) return undefined;
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? { body: text } : { body: text, garbled: true };
};

const unpacked = (body: Buffer, packed: string): Buffer | undefined => {
  if (!Object.hasOwn(unpacking, packed)) return undefined;
  if (body.length === 0) return body;
  try {
    // A few bytes can be the packed form of gigabytes.
    return unpacking[packed as keyof typeof unpacking](body, { maxOutputLength: longestHeard });
  } catch {
    return undefined;
  }
};
