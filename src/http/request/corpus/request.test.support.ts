import { feed, goodReport, tokens } from './sample-values.test.support.ts';

/** One raw request and its expected response under the default dialect. */
export interface CorpusRequest {
  readonly what: string;
  readonly bytes: Buffer;
  readonly status: number;
  /** A part of the error message. */
  readonly says?: RegExp;
  /** The expected Allow header. */
  readonly allow?: string;
  /** Lookups deducted from the quota of `analyst`, the only side effect. */
  readonly counted?: number;
  /** HEAD responses have no body to check. */
  readonly bodiless?: boolean;
}

export type Expected = Omit<CorpusRequest, 'what' | 'bytes'>;
export type Header = readonly [name: string, value: string];

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly headers?: readonly Header[];
  readonly body?: string | Buffer;
  /** Content-Length by default; undefined for no header. */
  readonly length?: number | undefined;
}

export function bytesOf({ method, path, headers = [], body, ...more }: Parts): Buffer {
  const content = Buffer.from(body ?? '');
  const length = 'length' in more ? more.length : body === undefined ? undefined : content.length;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: feed.example',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : [`Content-Length: ${length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}

export function request(what: string, parts: Parts, expected: Expected): CorpusRequest {
  return {
    what,
    bytes: bytesOf(parts),
    ...expected,
  };
}

export { feed };

export function as(token: string): Header {
  return ['Authorization', token];
}

export const json: Header = ['Content-Type', 'application/json'];

export function creating(
  what: string,
  body: string | Buffer,
  expected: Expected,
  more: Header[] = [],
) {
  const headers = [as(tokens.researcher), json, ...more];
  return request(`create: ${what}`, { method: 'POST', path: feed, headers, body }, expected);
}

export function createAs(what: string, headers: readonly Header[], expected: Expected) {
  const body = JSON.stringify(goodReport);
  return request(`create: ${what}`, { method: 'POST', path: feed, headers, body }, expected);
}

export function asking(
  method: string,
  path: string,
  expected: Expected,
  token = tokens.researcher,
) {
  return request(
    `${method} ${path.slice(0, 100)}`,
    { method, path, headers: [as(token)] },
    expected,
  );
}

export function lookingUp(what: string, hash: string, expected: Expected) {
  return request(
    `lookup: ${what}`,
    { method: 'GET', path: `/private/sample/${hash}`, headers: [as(tokens.analyst)] },
    expected,
  );
}

/** A valid report with one field replaced by raw JSON text. */
export function withField(field: keyof typeof goodReport, text: string): string {
  return `{${Object.entries(goodReport)
    .map(([name, value]) => `"${name}":${name === field ? text : JSON.stringify(value)}`)
    .join(',')}}`;
}

export function without(field: keyof typeof goodReport): string {
  const { [field]: _, ...rest } = goodReport;
  return JSON.stringify(rest);
}

export function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}
