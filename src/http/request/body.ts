import { isUtf8 } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { resolved, type SchemaObject } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import { endlessNumber } from '../../document/endless-number.ts';
import { keyOf } from '../../document/path.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { BodyRules } from '../../operations/operation.ts';
import { longestRecordedBody } from '../../traffic/exchange.ts';
import { isObject } from '../../values/objects.ts';
import type { RequestContext } from '../context.ts';
import { sendContinue } from './send-continue.ts';

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
  const { req } = context;
  const unread = unreadable(context, rules);
  if (unread) return unread;
  // The validator compiles and caches a validator for each spelling of the content type.
  req.headers['content-type'] = 'application/json';
  const bytes = await received(context, rules.limit);
  if ('kind' in bytes) return bytes;
  if (bytes.length === 0) return malformed('The body is empty. Send a report as a JSON object.');
  context.bodyText = bytes.toString();
  if (!isUtf8(bytes)) return malformed('The body is not valid JSON: it is not UTF-8.');
  // A byte order mark is not part of the text (RFC 8259, 8.1).
  const text = context.bodyText.replace(/^\uFEFF/, '');
  try {
    context.body = JSON.parse(text);
  } catch (error) {
    return malformed(`The body is not valid JSON: ${(error as Error).message}.`);
  }
  const { body } = context;
  const endless = endlessNumber(body);
  if (endless) {
    const place = keyOf(endless) || 'the top level';
    return malformed(`The body cannot be read: the number at ${place} is too large.`);
  }
  req.body = body;
  if (!isObject(body))
    return bodySchema(context).type === 'object' ? { kind: 'no-object' } : undefined;
  if (rules.onlyDigits && hasOtherNotation(body, text, context)) return { kind: 'wrong-notation' };
  req.body = asValidated(body, rules, context);
  return undefined;
}

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
    if (!isTaken || !/^(utf-?8|us-ascii)$/i.test(charset))
      return { kind: 'wrong-content-type', found: sent };
  }
  // A body can announce any size: refused before it is read up to the limit.
  return headers.bodyLength > limit ? { kind: 'body-too-large', limit } : undefined;
}

function bodySchema({ operation, api }: RequestContext): SchemaObject {
  const { document } = api.contract;
  const { requestBody } = operation ? operationObject(document, operation.name) : {};
  return resolved(document, requestBody?.content['application/json']?.schema ?? {});
}

/** Whether a field of whole numbers has one that is written with a fraction or an exponent. */
function hasOtherNotation(body: object, text: string, context: RequestContext): boolean {
  const { properties = {} } = bodySchema(context);
  const written = withNumbersAsTexts(text);
  return Object.entries(body).some(
    ([name, value]) =>
      properties[name]?.type === 'integer' &&
      Number.isInteger(value) &&
      !/^-?\d+$/.test(String(written[name])),
  );
}

/** An object of JSON in which each number is a text, as it is written. */
function withNumbersAsTexts(json: string): { readonly [name: string]: unknown } {
  const texts = json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return JSON.parse(texts);
}

const longList = 20;

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > longList;
}

/**
 * Without the fields that null leaves out, and with lists of one item too many at most: a body can hold half a
 * million, each with an error of its own.
 */
function asValidated(
  body: object,
  { leftOutIfNull = [] }: BodyRules,
  context: RequestContext,
): object {
  if (leftOutIfNull.length === 0 && !Object.values(body).some(isLong)) return body;
  const { properties = {} } = bodySchema(context);
  const kept = Object.entries(body).filter(
    ([name, value]) => value !== null || !leftOutIfNull.includes(name),
  );
  const shortened = kept.map(([name, value]) => {
    const most = Number(properties[name]?.maxItems ?? Infinity);
    return [name, isLong(value) ? value.slice(0, most + 1) : value];
  });
  return Object.fromEntries(shortened);
}

/** Whether a body was announced and has not been read. */
export function bodyIsPending({ headers, bodyText }: RequestContext): boolean {
  return headers.bodyLength !== 0 && bodyText === undefined;
}

/** How long to wait for a body that no operation reads, in milliseconds. */
const patience = 1000;

/** Reads the body of a request that is refused or answered by a fault, as far as it fits into a record. */
export async function keepBody(context: RequestContext): Promise<void> {
  const { req, server, operation, headers, bytes } = context;
  const isWanted = operation?.bodyRules && bodyIsPending(context) && !bytes;
  // A body of unknown length might be too large to parse later.
  if (!isWanted || req.awaitsContinue || !(headers.bodyLength <= longestRecordedBody)) return;
  const gone = new AbortController();
  const late = server.pause(patience, gone.signal);
  await Promise.race([readText(context, longestRecordedBody), late]);
  gone.abort();
}

/** Reads a body before an operation asks for it, as far as the operation would. */
export async function readAhead(context: RequestContext): Promise<void> {
  const { headers, operation, api } = context;
  const { limit = longestRecordedBody } = operation?.bodyRules?.(api.dependencies.dialect) ?? {};
  if (bodyIsPending(context) && !(headers.bodyLength > limit)) await readText(context, limit);
}

async function readText(context: RequestContext, limit: number): Promise<void> {
  const bytes = await received(context, limit);
  if (!('kind' in bytes)) context.bodyText = bytes.toString();
}

/** The body, up to `limit` bytes, or why it cannot be read: received once, whoever asks first. */
function received(context: RequestContext, limit: number): Promise<Buffer | Refusal> {
  context.bytes ??= receive(context, limit);
  return context.bytes;
}

const decompressors = new Map<string, (() => Transform) | undefined>([
  ['identity', undefined],
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

async function receive({ req, res }: RequestContext, limit: number): Promise<Buffer | Refusal> {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (!decompressors.has(encoding))
    return { kind: 'wrong-content-type', found: 'application/json', encoding };
  sendContinue(req, res);
  const decompress = decompressors.get(encoding)?.();
  const source = decompress ? req.pipe(decompress) : req;
  return new Promise((resolve) => {
    let parts: Buffer[] = [];
    let length = 0;
    source.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= limit) return void parts.push(part);
      // The rest is discarded.
      parts = [];
      decompress?.destroy();
      resolve({ kind: 'body-too-large', limit });
    });
    source.on('end', () =>
      resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length)),
    );
    decompress?.on('error', ({ message }) =>
      resolve(malformed(`The body cannot be decompressed: ${message}.`)),
    );
    req.on('close', () => {
      if (!req.complete) resolve(malformed('The body did not arrive as announced. Send it again.'));
    });
  });
}

function malformed(problem: string): Refusal {
  return { kind: 'malformed-request', problem };
}
