import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Document, SchemaObject } from '../../contract/document.ts';
import { resolved } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import { endlessNumber } from '../../document/endless-number.ts';
import { keyOf } from '../../document/path.ts';
import type { OperationName } from '../../domain/operation.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { BodyRules } from '../../operations/operation.ts';
import { longestRecordedBody } from '../../traffic/exchange.ts';
import { isObject } from '../../values/objects.ts';
import type { RequestContext } from '../context.ts';
import { bodyIsPending } from '../request-record.ts';
import { sendContinue } from './send-continue.ts';

/** The parsed body, or why it is refused. */
type Read =
  | { readonly body: unknown; readonly text: string; readonly refusal?: never }
  | { readonly refusal: Refusal; readonly text?: string };

/**
 * Parses the body of an operation that takes one into `req.body`, as express.json does at a fraction
 * of the cost; with that, parsing would take most of the time of a create.
 */
export function readBody(context: RequestContext): Promise<Refusal | undefined> | undefined {
  const { req, operation, api } = context;
  const rules = operation?.bodyRules?.(api.dependencies.dialect);
  if (rules) return read(context, rules);
  // The validator compiles and caches a validator for each content type, even without a body.
  if (req.headers['content-type'] !== undefined) delete req.headers['content-type'];
  return undefined;
}

async function read(context: RequestContext, rules: BodyRules): Promise<Refusal | undefined> {
  const { req, res } = context;
  const unread = unreadable(context, rules);
  if (unread) return unread;
  // The validator compiles and caches a validator for each spelling of the content type.
  req.headers['content-type'] = 'application/json';
  const source = decompressed(req);
  if ('kind' in source) return source;
  sendContinue(req, res);
  context.isReading = true;
  const bytes = context.bytes ?? (await bytesOf(source, req, rules.limit));
  const result: Read = 'kind' in bytes ? { refusal: bytes } : parsed(bytes);
  context.bodyText = result.text;
  if (result.refusal) return result.refusal;
  const { body, text } = result;
  context.body = body;
  if (!isObject(body)) {
    req.body = body;
    return mustBeObject(context) ? { kind: 'no-object' } : undefined;
  }
  if (rules.onlyDigits && hasOtherNotation(body, text, context)) return { kind: 'wrong-notation' };
  req.body = withShortLists(withoutNulls(body, rules), context);
  return undefined;
}

function withoutNulls(body: object, { leftOutIfNull = [] }: BodyRules): object {
  if (leftOutIfNull.length === 0) return body;
  const isKept = ([name, value]: [string, unknown]): boolean =>
    value !== null || !leftOutIfNull.includes(name);
  return Object.fromEntries(Object.entries(body).filter(isKept));
}

/** Whether a field of whole numbers has one that is written with a fraction or an exponent. */
function hasOtherNotation(body: object, text: string, { operation, api }: RequestContext): boolean {
  if (!operation) return false;
  const { document } = api.contract;
  const { properties = {} } = bodySchema(document, operation.name);
  const written = writtenValues(text);
  return Object.entries(body).some(([name, value]) => {
    const isOfDigits = /^-?\d+$/.test(written.get(name) ?? '');
    const schema = properties[name];
    const isWhole = schema && resolved<SchemaObject>(document, schema).type === 'integer';
    return isWhole && Number.isInteger(value) && !isOfDigits;
  });
}

const jsonTokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/** By the field of an object: its value as it is written, where it is no list and no object. */
function writtenValues(json: string): Map<string, string> {
  const values = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let isValue = false;
  for (const [token] of json.matchAll(jsonTokens)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth !== 1) continue;
    else if (token === ',' || token === ':') isValue = token === ':';
    else if (!isValue) name = JSON.parse(token);
    else if (name !== undefined) values.set(name, token);
  }
  return values;
}

/** How long to wait for a body that no operation reads, in milliseconds. */
const patience = 1000;

/** Reads the body of a request that is refused or answered by a fault, as far as it fits into a record. */
export async function keepBody(context: RequestContext): Promise<void> {
  const { req, server, operation } = context;
  const isWanted = operation?.bodyRules && bodyIsPending(context) && !context.isReading;
  // A body of unknown length might be too large to parse later.
  if (!isWanted || req.awaitsContinue || !(context.headers.bodyLength <= longestRecordedBody))
    return;
  const source = decompressed(req);
  if ('kind' in source) return;
  const gone = new AbortController();
  const late = server.pause(patience, gone.signal).then(() => aborted);
  const bytes = await Promise.race([bytesOf(source, req, longestRecordedBody), late]);
  gone.abort();
  if ('kind' in bytes) return;
  context.bytes = bytes;
  context.bodyText = bytes.toString();
}

/** Reads a body before an operation asks for it, as far as the operation would. */
export async function readAhead(context: RequestContext): Promise<void> {
  const { req, res, headers, operation, api } = context;
  const { limit = longestRecordedBody } = operation?.bodyRules?.(api.dependencies.dialect) ?? {};
  if (!bodyIsPending(context) || headers.bodyLength > limit) return;
  const source = decompressed(req);
  if ('kind' in source) return;
  sendContinue(req, res);
  context.bytes = await bytesOf(source, req, limit);
  if (!('kind' in context.bytes)) context.bodyText = context.bytes.toString();
}

const longList = 20;

/** One error for too many items is enough: a body can hold half a million, each with its own error. */
function withShortLists(body: object, { operation, api }: RequestContext): unknown {
  const isLong = (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.length > longList;
  if (!operation) return body;
  if (!Object.values(body).some(isLong)) return body;
  const { properties = {} } = bodySchema(api.contract.document, operation.name);
  const shortened = Object.entries(body).map(([name, value]) => {
    const most = Number(properties[name]?.maxItems ?? Infinity);
    return [name, isLong(value) ? value.slice(0, most + 1) : value];
  });
  return Object.fromEntries(shortened);
}

function bodySchema(document: Document, name: OperationName): SchemaObject {
  const { requestBody } = operationObject(document, name);
  return resolved(document, requestBody?.content['application/json']?.schema ?? {});
}

/** As the document of the operation says. */
function mustBeObject({ operation, api }: RequestContext): boolean {
  if (!operation) return false;
  return bodySchema(api.contract.document, operation.name).type === 'object';
}

function malformed(problem: string): Refusal {
  return { kind: 'malformed-request', problem };
}

const empty = malformed('The body is empty. Send a report as a JSON object.');
const aborted = malformed('The body did not arrive as announced. Send it again.');

/** Refusals that follow from the headers alone. */
function unreadable(
  { req, headers }: RequestContext,
  { limit, anyContentType }: BodyRules,
): Refusal | undefined {
  const sent = req.headers['content-type'];
  if (sent !== 'application/json') {
    const mediaType = sent?.split(';', 1)[0]?.trim().toLowerCase();
    const isTaken = mediaType === 'application/json' || anyContentType;
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(sent ?? '')?.[1] ?? 'utf-8';
    // JSON is UTF-8 (RFC 8259, 8.1); another charset would be stored incorrectly.
    if (!isTaken || !/^(utf-?8|us-ascii)$/i.test(charset)) {
      return { kind: 'wrong-content-type', found: sent };
    }
  }
  // A body can announce any size: refused before it is read up to the limit.
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

/** The body, up to `limit` bytes, or why it cannot be read. */
function bytesOf(source: Readable, req: IncomingMessage, limit: number): Promise<Buffer | Refusal> {
  return new Promise((resolve) => {
    let parts: Buffer[] = [];
    let length = 0;
    source.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= limit) return void parts.push(part);
      // The rest is discarded.
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
  const text = bytes.toString();
  if (!isUtf8(bytes))
    return { refusal: malformed('The body is not valid JSON: it is not UTF-8.'), text };
  let body: unknown;
  try {
    // A byte order mark is not part of the text (RFC 8259, 8.1).
    body = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    const { message } = error as Error;
    return { refusal: malformed(`The body is not valid JSON: ${message}.`), text };
  }
  const endless = endlessNumber(body);
  if (!endless) return { body, text };
  const problem = `The body cannot be read: the number at ${keyOf(endless) || 'the top level'} is too large.`;
  return { refusal: malformed(problem), text };
}
