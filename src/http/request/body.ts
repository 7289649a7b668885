import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Refusal } from '../../domain/refusal.ts';
import { endlessNumber } from '../../spec/endless-number.ts';
import { keyOf } from '../../spec/lines.ts';
import type { Exchange } from '../exchange.ts';
import { goOn } from './go-on.ts';

/** What comes of reading a body: what was sent, or why it is refused. */
type Read =
  | { readonly body: unknown; readonly refusal?: never }
  | {
      readonly refusal: Refusal /** What was sent, where that is a text. */;
      readonly text?: string;
    };

/**
 * Reads the body of a create into `req.body`; resolves with what keeps it from being read. It does
 * what express.json does and costs far less; with that, reading would be most of a create.
 */
export async function readBody(exchange: Exchange): Promise<Refusal | undefined> {
  const { req, res, serving } = exchange;
  const unread = unreadable(exchange);
  if (unread) return unread;
  // The validator compiles and keeps a validator for every spelling of the type that it meets.
  req.headers['content-type'] = 'application/json';
  const source = decompressed(req);
  if ('kind' in source) return source;
  goOn(req, res);
  const bytes = await bytesOf(source, req, serving.dialect['create.body-limit']);
  const read = 'kind' in bytes ? { refusal: bytes } : parsed(bytes);
  if (!read.refusal) {
    req.body = read.body;
    return undefined;
  }
  exchange.unreadBody = read.text;
  return read.refusal;
}

const malformed = (problem: string): Refusal => ({ kind: 'malformed-request', problem });
const empty = malformed('The body is empty. Send a report as a JSON object.');
const aborted = malformed('The body did not arrive as announced. Send it again.');

/** What can be told by the headers alone. */
function unreadable({ req, serving: { dialect }, headers }: Exchange): Refusal | undefined {
  const sent = req.headers['content-type'];
  if (sent !== 'application/json') {
    const mediaType = sent?.split(';', 1)[0]?.trim().toLowerCase();
    const isTaken =
      mediaType === 'application/json' || dialect['create.content-type'] === 'ignored';
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(sent ?? '')?.[1] ?? 'utf-8';
    // JSON is UTF-8 (RFC 8259, 8.1); everything else would be stored as something else.
    if (!isTaken || !/^(utf-?8|us-ascii)$/i.test(charset)) {
      return { kind: 'wrong-content-type', found: sent };
    }
  }
  if (headers.bodyLength === 0) return empty;
  // It would be read all the same up to its limit, and a body can announce any size.
  const limit = dialect['create.body-limit'];
  return headers.bodyLength > limit ? { kind: 'body-too-large', limit } : undefined;
}

const decompressors: { readonly [encoding: string]: () => Transform } = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decompressed(req: IncomingMessage): Readable | Refusal {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return req;
  if (!Object.hasOwn(decompressors, encoding)) {
    return { kind: 'wrong-content-type', found: 'application/json', encoding };
  }
  return req.pipe((decompressors[encoding] as () => Transform)());
}

/** The whole body, at most `limit` bytes of it, or why it cannot be had. */
function bytesOf(source: Readable, req: IncomingMessage, limit: number): Promise<Buffer | Refusal> {
  return new Promise((resolve) => {
    let parts: Buffer[] = [];
    let length = 0;
    source.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= limit) return void parts.push(part);
      // What still comes is passed over.
      parts = [];
      if (source !== req) source.destroy();
      resolve({ kind: 'body-too-large', limit });
    });
    source.on('end', () =>
      resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length)),
    );
    if (source !== req) {
      source.on('error', ({ message }) =>
        resolve(malformed(`The body cannot be decompressed: ${message}.`)),
      );
    }
    req.on('close', () => {
      if (!req.complete) resolve(aborted);
    });
  });
}

function parsed(bytes: Buffer): Read {
  if (bytes.length === 0) return { refusal: empty };
  if (!isUtf8(bytes)) return { refusal: malformed('The body is not valid JSON: it is no UTF-8.') };
  const text = bytes.toString();
  let body: unknown;
  try {
    // A byte order mark is no part of the text (RFC 8259, 8.1).
    body = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    const { message } = error as Error;
    return { refusal: malformed(`The body is not valid JSON: ${message}.`), text };
  }
  const endless = endlessNumber(body);
  if (!endless) return { body };
  const problem = `The body cannot be read: the number at ${keyOf(endless) || 'its top'} is too large.`;
  return { refusal: malformed(problem), text };
}
