import { gzipSync } from 'node:zlib';
import { goodDraft, seededId } from '../../contestants/samples.ts';
import type { Chance } from '../../harness/chance.ts';
import type { Delivery } from './talk.ts';

const good = JSON.stringify(goodDraft);
const bomb = gzipSync(Buffer.alloc(1 << 22, 32)).toString('latin1');

/** The parts of a request: usually the first, sometimes one of the others. */
const parts = {
  method: [
    ...['GET', 'POST', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'get', 'PRI', 'G\0T', ''],
    'X'.repeat(300),
  ],
  target: [
    ...[`/feed/tunnelco/api?report=${seededId}`, `/private/sample/${goodDraft.file256Hash}`],
    ...['/feed/__proto__/api?report=x', '/feed/%2e%2e/api', '/feed/%zz/api', '/private/sample/%ff'],
    ...['/feed/tunnelco/api?report=x&report=x', '/feed/tunnelco/api?report[__proto__]=x', '*', ''],
    ...['/', '//', '/docs', '/openapi.yaml', '/%5f%5fadmin/health', '/__worlds/..%2f/docs'],
    ...[
      '/docs/../__admin/health',
      'http://evil.example/feed/tunnelco/api',
      '/feed/\u00e9/api?&&==',
    ],
    ...[8000, 20_000].map((length) => `/feed/tunnelco/api?report=${'a'.repeat(length)}`),
  ],
  version: ['1.1', '1.0', '0.9', '2.0', '1.', ''],
  host: ['Host: feed.example', '', 'Host: a\r\nHost: b'],
  token: [
    ...['token-researcher-2', 'token-reader', 'token-owner-dyndnsco', 'nobody', '', ' '],
    ...['Bearer token-reader', 'x'.repeat(7000), 'a\r\nAuthorization: token-researcher-2'],
  ],
  type: [
    ...['application/json', 'application/json; charset=utf-16', 'application/json; x=1', '/', ''],
    ...['text/plain', 'multipart/form-data; boundary=x'],
  ],
  header: [
    ...['X-A: b', 'Expect: 100-continue', 'Expect: magic', 'Bad Name: x', ': nameless', 'NoColon'],
    ...[
      'Prefer: code=404',
      'Prefer: code=banana, wait=-1',
      'X-Folded: one\r\n two',
      'X-Null: a\0b',
    ],
    ...['X-HTTP-Method-Override: DELETE', 'Trailer: Authorization\r\nTE: trailers'],
    ...['Upgrade: websocket\r\nConnection: Upgrade', 'Range: bytes=0-18446744073709551615'],
    ...['gzip', 'br', '__proto__'].map((coding) => `Content-Encoding: ${coding}`),
    ...[20_000, 70_000].map((length) => `X-Large: ${'x'.repeat(length)}`),
    Array.from({ length: 2500 }, (_, n) => `X-${n}: ${n}`).join('\r\n'),
  ],
  body: [
    ...[good, '', 'null', good.replace('75', '1e999'), good.replace('75', '9'.repeat(5000))],
    ...[`{"__proto__":${good}}`, `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, '['.repeat(60_000)],
    ...[good.padEnd(70_000), `\ufeff${good}`, `${good.slice(0, -1)}\xc3\x28\xff}`, bomb],
    JSON.stringify({ ...goodDraft, tags: ['\ud800', '\0', 'a'.repeat(60_000)] }),
    JSON.stringify({ ...goodDraft, tags: Array(101).fill('t') }),
  ],
} as const;

/**
 * A header that delimits the body, and the body: first correct ones, then ones that two parsers may read
 * differently.
 */
type Framing = (body: string) => readonly [header: string, body: string];

const chunked = 'Transfer-Encoding: chunked';
const lengths = [
  ': -1',
  ': +0',
  ': 0x0',
  ': 0, 7',
  ' : 0',
  ': 0\0',
  ': 99999999999999999999',
  ': x',
];
const codings = ['xchunked', 'chunked, identity', '\tchunked', '\x0bchunked', '\r\n chunked'];
const oddHeaders = [
  ...['X: a\rContent-Length: 0', ' Content-Length: 0', 'Transfer-Encoding : chunked'],
  ...codings.map((coding) => `Content-Length: 7\r\nTransfer-Encoding: ${coding}`),
  `${chunked}\r\nTransfer-Encoding: identity`,
];
const oddChunks = [
  '0x0\r\n\r\n',
  '-1\r\n\r\n',
  'fffffffffffffffffff\r\n',
  '0\n\n',
  '1\r\n{}\r\n0\r\n\r\n',
];

export const framings: readonly Framing[] = [
  (body) => [`Content-Length: ${body.length}`, body],
  (body) => [chunked, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  (body) => [`Content-Length: 0\r\nContent-Length: ${body.length}`, body],
  (body) => [`Content-Length: ${body.length}\r\n${chunked}`, `0\r\n\r\n${body}`],
  (body) => [`${chunked}\r\nContent-Length: ${body.length}`, `0\r\n\r\n${body}`],
  ...lengths.map(
    (length): Framing =>
      (body) => [`Content-Length${length}`, body],
  ),
  ...oddHeaders.map(
    (header): Framing =>
      (body) => [header, `0\r\n\r\n${body}`],
  ),
  ...oddChunks.map(
    (first): Framing =>
      (body) => [chunked, `${first}${body}`],
  ),
];

/** A request in the body of another; if executed, it would delete a report. */
export const hidden = (id: string): string =>
  `DELETE /feed/tunnelco/api?report=${id} HTTP/1.1\r\nHost: x\r\nAuthorization: token-researcher-1\r\n\r\n`;

/** That body, with a framing. */
export const smuggled = (method: string, framing: Framing, inner: string): Buffer => {
  const [header, body] = framing(inner);
  const target = `/feed/tunnelco/api?report=${seededId}`;
  const own = 'Host: feed.example\r\nAuthorization: token-reader\r\nContent-Type: application/json';
  return Buffer.from(
    `${method} ${target} HTTP/1.1\r\n${own}\r\n${header}\r\n\r\n${body}`,
    'latin1',
  );
};

/** A malformed or almost valid request, and how it is delivered. */
export function delivery(chance: Chance): Delivery {
  const drawn = <T>(all: readonly T[]): T =>
    chance.happens(0.75) ? (all[0] as T) : chance.of(all);
  const method = chance.happens(0.85) ? chance.of(['GET', 'POST', 'DELETE']) : drawn(parts.method);
  const isSent = method !== 'GET' || chance.happens(0.1);
  const [framing, body] = isSent ? drawn(framings)(drawn(parts.body)) : ['X-A: b', ''];
  const lines = [
    `${method} ${drawn(parts.target)} HTTP/${drawn(parts.version)}`,
    ...[drawn(parts.host), 'Connection: close', `Authorization: ${drawn(parts.token)}`],
    ...[`Content-Type: ${drawn(parts.type)}`, framing, drawn(parts.header)],
  ];
  const lineEnd = chance.happens(0.97) ? '\r\n' : '\n';
  const bytes = Buffer.from([...lines.filter(Boolean), '', body].join(lineEnd), 'latin1');
  // Corrupts a few bytes near the beginning, where it matters most.
  for (let left = chance.happens(0.1) ? chance.between(1, 8) : 0; left > 0; left -= 1)
    bytes[chance.below(Math.min(bytes.length, 400))] = chance.below(256);
  const leaves = chance.happens(0.8) ? 'politely' : 'abruptly';
  const isWhole = chance.happens(0.75);
  const end = isWhole ? bytes.length : chance.below(bytes.length);
  const cut = chance.below(end);
  const pieces = chance.happens(0.15)
    ? [bytes.subarray(0, cut), bytes.subarray(cut, end)]
    : [bytes.subarray(0, end)];
  // Enough for a report to reach the disk, so that its response is received and judged.
  return { pieces, leaves, ...(isWhole && { lingerMs: 100 }) };
}
