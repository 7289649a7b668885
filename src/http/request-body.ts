import express, { type Request, type RequestHandler } from 'express';
import type { Refusal } from '../domain/refusal.ts';
import type { Edition } from './edition.ts';
import { readBefore } from './plain-body.ts';

/** Thrown on the way to the service, and answered like every other refusal. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/**
 * Reads the body of a create. The content type is reduced to its media type first: the validator
 * compiles and keeps a validator for every spelling it meets, and for every one on a GET.
 */
export function requestBody(edition: Edition): RequestHandler {
  const limit = edition.dialect['create.body-limit'];
  const anyType = edition.dialect['create.content-type'] === 'ignored';
  const parse = express.json({ limit, strict: false, type: () => true });
  return (req, res, next) => {
    if (req.method !== 'POST') {
      delete req.headers['content-type'];
      next();
      return;
    }
    const sent = req.headers['content-type'];
    const mediaType = sent?.split(';', 1)[0]?.trim().toLowerCase();
    if (mediaType !== 'application/json' && !anyType) {
      throw new Refused({ kind: 'wrong-content-type', found: sent });
    }
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(sent ?? '')?.[1] ?? 'utf-8';
    // JSON is UTF-8 (RFC 8259, 8.1); everything else would be stored as something else.
    if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
      throw new Refused({ kind: 'wrong-content-type', found: sent });
    }
    if (req.headers['content-length'] === '0' || !hasBody(req)) {
      const problem = 'The body is empty. Send a report as a JSON object.';
      throw new Refused({ kind: 'malformed-request', problem });
    }
    // The parser would read all of it first, and a body can announce any size.
    if (Number(req.headers['content-length']) > limit) {
      throw new Refused({ kind: 'body-too-large', limit });
    }
    req.headers['content-type'] = 'application/json';
    const read = readBefore.get(req);
    if (read !== undefined) {
      next(parsedInto(req, read));
      return;
    }
    parse(req, res, (error) => next(readable(error)));
  };
}

/** As the parser would: the parsed body, or its error. */
function parsedInto(req: Request, text: string): unknown {
  try {
    req.body = JSON.parse(text);
    return undefined;
  } catch (error) {
    return Object.assign(error as Error, { type: 'entity.parse.failed', status: 400, body: text });
  }
}

/** Of all errors of the parser, only those of decompression do not say what they are. */
function readable(error: unknown): unknown {
  if (!(error instanceof Error) || 'type' in error) return error;
  const problem = `The body cannot be decompressed: ${error.message}.`;
  return new Refused({ kind: 'malformed-request', problem });
}

const hasBody = ({ headers }: Request): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
