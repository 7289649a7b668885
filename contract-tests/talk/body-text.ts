import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { condensed, firstAndLast } from '../operations/condensed.ts';

export interface BodyText {
  readonly body: string;
  /** The bytes were not UTF-8, hence not JSON, whatever the text looks like. */
  readonly garbled?: true;
}

const unpacking = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};

/** Accept-Encoding for all supported encodings. */
export const encodings = 'gzip, deflate, br';

/** Decompresses a body, up to a limit. */
export const unpacked = (
  bytes: Buffer,
  encoding: string | undefined,
  most: number,
): Buffer | 'too long' | 'unreadable' => {
  const packed = encoding?.trim().toLowerCase() ?? '';
  if (packed === '' || packed === 'identity' || bytes.length === 0) return bytes;
  if (!Object.hasOwn(unpacking, packed)) return 'unreadable';
  try {
    return unpacking[packed as keyof typeof unpacking](bytes, { maxOutputLength: most });
  } catch (error) {
    const isTooLong = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLong ? 'too long' : 'unreadable';
  }
};

/** In characters. Longer bodies are abridged once they are judged: a run has thousands of responses. */
const longestKept = 32 * 1024;
/** Longer than any text that the kit sends and looks for. */
const longestText = 4096;

/** Abridges a text for evidence. */
export const keptText = (text: string): string => {
  if (text.length <= longestKept) return text;
  const short = /^\s*[[{]/.test(text)
    ? condensed(text, { size: (longestKept * 3) / 4, text: longestText })
    : text;
  // Copied: a substring keeps the whole string in memory.
  return Buffer.from(firstAndLast(short, longestKept)).toString();
};

export const textIn = (bytes: Buffer): BodyText => {
  const body = bytes.toString('utf8');
  return isUtf8(bytes) ? { body } : { body, garbled: true };
};
