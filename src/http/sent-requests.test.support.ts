import {
  feed,
  goodReport,
  otherFeedsId,
  seededId,
  seededSha256,
} from './request/sample-values.test.support.ts';

/** A request, byte for byte. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
  /** Content-Length, where it is not that of the body; null for no header. */
  readonly length?: number | null;
}

/** A request, what it is answered, and a part of its error message, or of the reason for it. */
export interface Answered {
  readonly sent: Sent | string;
  readonly status: number;
  readonly says?: string | undefined;
}

export const good = JSON.stringify(goodReport);
export const researcher = 'researcher-1';

/** As a caller of the seed data; `-` is nobody. */
export function by(caller: string): readonly (readonly [string, string])[] {
  return caller === '-' ? [] : [['Authorization', `token-${caller}`]];
}

/** A create with this body. */
export function posted(
  body: string | Buffer,
  more: Sent['headers'] = [],
  caller = researcher,
): Sent {
  const headers = [...by(caller), ['Content-Type', 'application/json'] as const, ...more];
  return { method: 'POST', path: feed, headers, body };
}

/** A valid report as JSON, with a field replaced by this JSON. */
export function withField(field: string, json: string): string {
  const members = Object.entries({ ...goodReport, [field]: 0 }).map(
    ([name, value]) => `"${name}":${name === field ? json : JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

const places = new Map([
  ['FEED', feed],
  ['ID', seededId],
  ['OTHERS', otherFeedsId],
  ['HASH', seededSha256],
  ['NOBODYS', '00000000-0000-4000-8000-000000000000'],
]);

/**
 * A table of answers, one a line: caller, method, path, what is posted if anything, status, and what the message or
 * the reason for it says: `reader GET FEED?report=ID 200`. A create without a body posts a good report.
 */
export function answered(table: string): Answered[] {
  const lines = table.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, caller = '', method = '', path = '', body, status, says] =
      /^(\S+) (\S+) (\S+) (?:(\S.*) )?([1-5]\d\d)(?: \| (.*))?$/.exec(line) ?? [];
    const place = path.replace(/FEED|ID|OTHERS|HASH|NOBODYS/g, (name) => places.get(name) ?? '');
    const isCreate = method === 'POST' && place.endsWith('/api');
    const sent = isCreate
      ? { ...posted(body ?? good, [], caller), path: place }
      : { method, path: place, headers: by(caller), ...(body && { body }) };
    return { sent, status: Number(status), says };
  });
}

/** The bytes of a request. A world is a part of its path. */
export function bytesOf(sent: Answered['sent'], world = ''): Buffer {
  if (typeof sent === 'string') return Buffer.from(sent);
  const { method, path, headers = [], body, length = body && Buffer.byteLength(body) } = sent;
  const lines = [
    `${method} ${path.replace(/^(https?:\/\/[^/]*)?/, `$1${world}`)} HTTP/1.1`,
    'Host: feed.example',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(typeof length === 'number' ? [`Content-Length: ${length}`] : []),
    ...(body === '' ? ['Content-Length: 0'] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, Buffer.from(body ?? '')]);
}

/** For messages of a test. */
export function nameOf(sent: Answered['sent']): string {
  return bytesOf(sent).toString('latin1').slice(0, 400);
}

/** Sends one request of a table, without its answer: `reader GET FEED?report=ID`. */
export function ask(
  { baseUrl }: { readonly baseUrl: string },
  line: string,
  { headers, ...init }: RequestInit = {},
): Promise<Response> {
  const [{ sent } = { sent: '' }] = answered(`${line} 200`);
  if (typeof sent === 'string') throw new Error(`${line} is no request`);
  const { method, path, body = null } = sent;
  const all = { ...Object.fromEntries(sent.headers ?? []), ...headers };
  return fetch(baseUrl + path, { method, body: body as string | null, headers: all, ...init });
}
