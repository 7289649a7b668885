import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib';
import type { Headers } from '../../../src/traffic/exchange.ts';
import { condensedPieces, firstAndLast, type Piece } from './condensed.ts';

export interface BodyText {
  readonly body: string;
  /** Why a client cannot read it, whatever the text looks like. */
  readonly garbled?: string;
}

const unpacking = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  // Clients take it with and without the header of zlib.
  deflate: (bytes: Buffer, options: ZlibOptions): Buffer =>
    ((bytes[0] ?? 0) & 15) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options),
};

/** Accept-Encoding for all supported encodings. */
export const encodings = 'gzip, deflate, br';

/** Decompresses a body, up to a limit. */
function unpacked(
  bytes: Buffer,
  encoding: string,
  most: number,
): Buffer | 'too long' | 'unreadable' | 'unknown' {
  const packed = encoding.trim().toLowerCase();
  if (packed === '' || packed === 'identity' || bytes.length === 0) return bytes;
  if (!Object.hasOwn(unpacking, packed)) return 'unknown';
  try {
    return unpacking[packed as keyof typeof unpacking](bytes, { maxOutputLength: most });
  } catch (error) {
    const isTooLong = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLong ? 'too long' : 'unreadable';
  }
}

/** In characters. Longer bodies are abridged once they are judged: a run has thousands of responses. */
const longestKept = 32 * 1024;
/** Longer than any text that the kit sends and looks for. */
const longestText = 4096;

/** Abridges a text for evidence. `hide` is given all of it: of a secret that is cut, a part would be left. */
export function keptText(
  text: string,
  hide: (text: string, pieces: readonly Piece[]) => string,
): string {
  if (text.length <= longestKept) return text;
  const pieces: readonly Piece[] = /^\s*[[{]/.test(text)
    ? condensedPieces(text, { size: (longestKept * 3) / 4, text: longestText })
    : [[0, text.length]];
  // Copied: a substring keeps the whole string in memory.
  return Buffer.from(hide(text, firstAndLast(pieces, longestKept))).toString();
}

/** A text that reads differently by the stated charset is another one to many clients. */
function isAsStated(bytes: Buffer, body: string, charset: string): boolean {
  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding === 'utf-8' || decoder.decode(bytes) === body;
  } catch {
    return true;
  }
}

function textIn(bytes: Buffer, type = ''): BodyText {
  const body = bytes.toString('utf8');
  if (!isUtf8(bytes)) return { body, garbled: 'it is not UTF-8' };
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  if (charset === undefined || isAsStated(bytes, body, charset)) return { body };
  return { body, garbled: `it is UTF-8, and Content-Type says ${charset}` };
}

function isAskedFor(coding: string, asked: string): boolean {
  return asked.split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === coding);
}

/** The text of a body by its headers; `asked` is the Accept-Encoding of the request, without which any will do. */
export function bodyTextOf(
  bytes: Buffer,
  { 'content-encoding': coding = '', 'content-type': type }: Headers,
  { most, asked }: { readonly most: number; readonly asked?: string | undefined },
): BodyText | 'too long' | 'unknown' {
  const plain = unpacked(bytes, coding, most);
  if (plain === 'too long' || plain === 'unknown') return plain;
  if (plain === 'unreadable')
    return {
      ...textIn(bytes),
      garbled: `Content-Encoding says ${coding}, and it cannot be decoded`,
    };
  const text = textIn(plain, type);
  const isUnasked = plain !== bytes && asked && !isAskedFor(coding.trim().toLowerCase(), asked);
  return isUnasked ? { ...text, garbled: `it is ${coding}, asked for was ${asked}` } : text;
}

/** Clients wait while an exchange is judged: a longer body, packed or unpacked, is not judged. */
export const longestCapturedBody = 1024 * 1024;

/** The text of a body; undefined where it is too long or in an encoding unknown here, which is no fault of the server. */
export function capturedText({
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
