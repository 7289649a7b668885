import express, { type RequestHandler } from 'express';
import type { Refusal } from '../domain/refusal.ts';
import type { Edition } from './edition.ts';
import type { Exchange } from './exchange.ts';

/** As long as an edition is shared, so is its parser. */
const parsers = new WeakMap<Edition, RequestHandler>();

function parserOf(edition: Edition): RequestHandler {
  const limit = edition.dialect['create.body-limit'];
  const parser = parsers.get(edition) ?? express.json({ limit, strict: false, type: () => true });
  parsers.set(edition, parser);
  return parser;
}

/** Reads the body of a create into `req.body`; resolves with what keeps it from being read. */
export async function readBody(exchange: Exchange): Promise<Refusal | undefined> {
  const { req, res, serving } = exchange;
  const unread = unreadable(exchange);
  if (unread) return unread;
  // The validator compiles and keeps a validator for every spelling of the type that it meets.
  req.headers['content-type'] = 'application/json';
  const error = await new Promise<unknown>((resolve) =>
    parserOf(serving.edition)(req, res, resolve),
  );
  if (error === undefined) return undefined;
  const { body } = error as { body?: unknown };
  if (typeof body === 'string') exchange.unreadBody = body;
  return parserRefusal(error, req.headers['content-encoding']);
}

/** What can be told by the headers alone. */
function unreadable({ req, serving: { dialect }, headers }: Exchange): Refusal | undefined {
  const sent = req.headers['content-type'];
  const mediaType = sent?.split(';', 1)[0]?.trim().toLowerCase();
  const isTaken = mediaType === 'application/json' || dialect['create.content-type'] === 'ignored';
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(sent ?? '')?.[1] ?? 'utf-8';
  // JSON is UTF-8 (RFC 8259, 8.1); everything else would be stored as something else.
  if (!isTaken || !/^(utf-?8|us-ascii)$/i.test(charset)) {
    return { kind: 'wrong-content-type', found: sent };
  }
  if (headers.bodyLength === 0) {
    const problem = 'The body is empty. Send a report as a JSON object.';
    return { kind: 'malformed-request', problem };
  }
  // The parser would read all of it first, and a body can announce any size.
  const limit = dialect['create.body-limit'];
  return headers.bodyLength > limit ? { kind: 'body-too-large', limit } : undefined;
}

/** An error of the body parser: all that is known of it. */
interface ParserError {
  readonly type?: string;
  readonly limit?: number;
  readonly message: string;
}

function parserRefusal(error: unknown, encoding = 'unknown'): Refusal {
  const { type, limit = 0, message } = error as ParserError;
  const malformed = (problem: string): Refusal => ({ kind: 'malformed-request', problem });
  switch (type) {
    case 'entity.too.large':
      return { kind: 'body-too-large', limit };
    case 'encoding.unsupported':
      return { kind: 'wrong-content-type', found: 'application/json', encoding };
    case 'entity.parse.failed':
      return malformed(`The body is not valid JSON: ${message}.`);
    case 'request.aborted':
    case 'request.size.invalid':
      return malformed('The body did not arrive as announced. Send it again.');
    // Of all errors of the parser, only those of decompression do not say what they are.
    case undefined:
      return malformed(`The body cannot be decompressed: ${message}.`);
    default:
      throw error;
  }
}
