import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Chance } from './chance.ts';
import type { Delivery } from './raw-talk.ts';

const seededId = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const seededHash = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';
const draft = {
  tags: ['rat'],
  c2Address: 'c2.example.com:4444',
  file256Hash: seededHash,
  referenceLink: 'https://results.example/page',
  confidenceScore: 75,
};

/** In each respect most requests are as they should be, or few would get far. */
const mostly = <T>(chance: Chance, good: readonly T[], odd: readonly T[]): T =>
  chance.of(chance.happens(0.85) ? good : odd);

const methods = ['GET', 'POST', 'POST', 'DELETE'];
const oddMethods = [
  ...[
    'PUT',
    'PATCH',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'get',
    'PROPFIND',
    'M-SEARCH',
    'PRI',
    'G\0T',
    'X'.repeat(300),
    '',
  ],
];
const names = [
  'tunnelco',
  'dyndnsco',
  'nobody',
  '__proto__',
  'constructor',
  '%2e%2e',
  '%00',
  '%zz',
];
const odd = [
  '..',
  '.',
  '%',
  '%ff',
  '\u00e9',
  ' ',
  '\t',
  '"',
  "'",
  '<b>',
  ';',
  '\\',
  '//',
  '{',
  '*',
];

/** One request that no client would send, or nearly one that it would, and how it arrives. */
export function randomDelivery(chance: Chance): Delivery {
  const body = randomBody(chance);
  const bytes = Buffer.concat([Buffer.from(head(chance, body), 'latin1'), framed(chance, body)]);
  const spoiled = chance.happens(0.1) ? scrambled(chance, bytes) : bytes;
  const drawn = chance.next();
  if (drawn < 0.1)
    return { pieces: [spoiled.subarray(0, chance.below(spoiled.length))], leaves: 'politely' };
  if (drawn < 0.17)
    return { pieces: [spoiled.subarray(0, chance.below(spoiled.length))], leaves: 'abruptly' };
  if (drawn < 0.3) return { pieces: cut(chance, spoiled), pauseMs: 1, leaves: 'politely' };
  return { pieces: [spoiled], leaves: 'politely' };
}

function head(chance: Chance, body: Body): string {
  const version = chance.happens(0.97) ? '1.1' : chance.of(['1.0', '0.9', '2.0', '1.', '']);
  const lines = [
    `${mostly(chance, methods, oddMethods)} ${target(chance)} HTTP/${version}`,
    ...(chance.happens(0.95) ? ['Host: feed.example'] : []),
    'Connection: close',
    ...authorization(chance),
    ...body.headers,
    ...oddHeaders(chance),
  ];
  const lineEnd = chance.happens(0.03) ? '\n' : '\r\n';
  return lines.join(lineEnd) + lineEnd + lineEnd;
}

function target(chance: Chance): string {
  const drawn = chance.next();
  const query = chance.happens(0.7) ? `?${randomQuery(chance)}` : '';
  if (drawn < 0.5) return `/feed/${mostly(chance, ['tunnelco', 'dyndnsco'], names)}/api${query}`;
  if (drawn < 0.7)
    return `/private/sample/${mostly(chance, [seededHash, '0'.repeat(64)], ['abc', ...odd, ...names])}${query}`;
  if (drawn < 0.78)
    return `/${Array.from({ length: 5 }, () => chance.of([...odd, ...names])).join('/')}`;
  if (drawn < 0.83) return `http://evil.example/feed/tunnelco/api${query}`;
  if (drawn < 0.87)
    return `/feed/tunnelco/api?report=${'a'.repeat(chance.of([8000, 9000, 20_000]))}`;
  return chance.of([
    ...['*', '/', '', '/openapi.yaml', '/openapi.json', '/docs', '/docs/', '/__admin/state'],
    ...['/__admin/callers', '/__admin/requests', '/__admin/console', '/__worlds/1/__admin/state'],
    ...['/__worlds/x/feed/tunnelco/api', '/__worlds/..%2f..%2f/docs', '/%5f%5fadmin/callers'],
    '/docs/../__admin/callers',
  ]);
}

function randomQuery(chance: Chance): string {
  const ids = [seededId, randomUUID(), seededId.toUpperCase()];
  const id = mostly(chance, ids, ['x', '', ...odd]);
  if (chance.happens(0.7)) return `report=${id}`;
  return chance.of([
    `report=${id}&report=${id}`,
    `report[]=${id}`,
    `report[__proto__]=${id}`,
    `__proto__=${id}&report=${id}`,
    `REPORT=${id}`,
    `report=${id}&x=${'y'.repeat(chance.below(300))}`,
    '&&&===',
    'report',
  ]);
}

function authorization(chance: Chance): string[] {
  const tokens = ['token-reader', 'token-researcher-2', 'token-owner-dyndnsco'];
  const oddTokens = ['nobody', `Bearer ${chance.of(tokens)}`, '', ' ', 'x'.repeat(7000)];
  const token = mostly(chance, tokens, oddTokens);
  const line = `Authorization: ${token}`;
  const drawn = chance.next();
  if (drawn < 0.04) return [];
  if (drawn < 0.07) return [line, line];
  if (drawn < 0.1) return [line, 'authorization: token-researcher-2'];
  return [line];
}

function oddHeaders(chance: Chance): string[] {
  if (chance.happens(0.75)) return [];
  return chance.of([
    ['Expect: 100-continue'],
    ['Expect: magic'],
    ['Upgrade: websocket', 'Connection: Upgrade'],
    ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    ['Prefer: code=404'],
    ['Prefer: code=banana, wait=-1, example=__proto__'],
    ['X-HTTP-Method-Override: DELETE'],
    ['Range: bytes=0-18446744073709551615'],
    [`Cookie: ${'c=1; '.repeat(200)}`],
    [`X-Large: ${'x'.repeat(chance.of([1000, 15_000, 20_000, 70_000]))}`],
    Array.from({ length: chance.of([50, 150, 2500]) }, (_, n) => `X-${n}: ${n}`),
    ['X-Folded: one\r\n two'],
    ['X-Null: a\0b'],
    ['Bad Name: x'],
    [': nameless'],
    ['NoColon'],
    ['Host: other.example'],
    ['Origin: https://evil.example', 'Access-Control-Request-Method: DELETE'],
    ['Trailer: Authorization', 'TE: trailers'],
  ]);
}

interface Body {
  readonly bytes: Buffer;
  readonly headers: readonly string[];
  readonly chunked: boolean;
}

function randomBody(chance: Chance): Body {
  const plain = content(chance);
  const [coding, bytes] = coded(chance, plain);
  const types = ['application/json', 'application/json; charset=utf-8'];
  const type = mostly(chance, types, [
    ...['application/json; charset=utf-16', `application/json; x=${chance.below(1e9)}`],
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '/'],
  ]);
  const chunked = chance.happens(0.2);
  const declared = mostly(chance, ['same'] as const, ['more', 'less', 'absurd'] as const);
  const length = {
    same: bytes.length,
    more: bytes.length + chance.between(1, 100),
    less: Math.max(0, bytes.length - chance.between(1, 100)),
    absurd: chance.of([-1, 1e15, 99999999999999999999n, 'x', '0x10', '1,1', ' ']),
  }[declared];
  return {
    bytes,
    chunked,
    headers: [
      `Content-Type: ${type}`,
      ...(coding ? [`Content-Encoding: ${coding}`] : []),
      chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ],
  };
}

function content(chance: Chance): Buffer {
  const text = JSON.stringify(draft);
  const spliced = (value: string) => text.replace('75', value);
  if (chance.happens(0.4)) return Buffer.from(text);
  return Buffer.from(
    chance.of<string | Buffer>([
      text.slice(0, chance.below(text.length)),
      spliced('1e999'),
      spliced('9'.repeat(5000)),
      spliced('-0'),
      spliced('"75"'),
      spliced(`{"__proto__":{"roles":["researcher"]}}`),
      `{"__proto__":${text},"constructor":{"prototype":{"admin":true}}}`,
      '['.repeat(chance.of([10, 1000, 60_000])),
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
      JSON.stringify({ ...draft, tags: Array.from({ length: 101 }, () => 't') }),
      JSON.stringify({ ...draft, tags: ['\ud800', '\u0000', 'a'.repeat(60_000)] }),
      JSON.stringify(draft).padEnd(70_000),
      `\ufeff${text}`,
      Buffer.from(text, 'utf16le'),
      Buffer.concat([
        Buffer.from(text.slice(0, -1)),
        Buffer.of(0xc3, 0x28, 0xff),
        Buffer.from('}'),
      ]),
      chance.bytes(chance.below(2000)),
      '',
      'null',
    ]),
  );
}

function coded(chance: Chance, plain: Buffer): [coding: string | undefined, bytes: Buffer] {
  if (chance.happens(0.75)) return [undefined, plain];
  const bomb = gzipSync(Buffer.alloc(1 << 22, 32));
  return chance.of<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['gzip', gzipSync(plain).subarray(0, 15)],
    ['gzip', bomb],
    ['gzip', plain],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['br', chance.bytes(50)],
    ['gzip, gzip', gzipSync(gzipSync(plain))],
    ['zstd', plain],
    ['identity', plain],
    ['__proto__', plain],
  ]);
}

/** Chunks, some of which lie about themselves. */
function framed(chance: Chance, { bytes, chunked }: Body): Buffer {
  if (!chunked) return bytes;
  const size = mostly(
    chance,
    [bytes.length.toString(16)],
    [
      `${bytes.length.toString(16)};name="value"`,
      `0x${bytes.length.toString(16)}`,
      'ffffffffffffffffff',
      '-1',
      '',
      'zz',
    ],
  );
  const lineEnd = chance.happens(0.1) ? '\n' : '\r\n';
  const end = chance.of([
    '0\r\n\r\n',
    '0\r\n\r\n',
    '0\r\nAuthorization: token-owner-tunnelco\r\n\r\n',
    '',
  ]);
  return Buffer.concat([Buffer.from(`${size}${lineEnd}`), bytes, Buffer.from(`${lineEnd}${end}`)]);
}

function scrambled(chance: Chance, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = chance.between(1, 8); times > 0; times -= 1) {
    copy[chance.below(Math.min(copy.length, 400))] = chance.below(256);
  }
  return copy;
}

function cut(chance: Chance, bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + chance.between(1, Math.max(1, bytes.length >> 2));
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}
