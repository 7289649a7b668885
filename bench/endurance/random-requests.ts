import { randomUUID } from 'node:crypto';
import type { Chance } from './chance.ts';
import { type Body, framed, randomBody, seededHash } from './random-bodies.ts';
import type { Delivery } from './raw-talk.ts';

const seededId = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
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
    `${chance.mostly(methods, oddMethods)} ${target(chance)} HTTP/${version}`,
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
  if (drawn < 0.5) return `/feed/${chance.mostly(['tunnelco', 'dyndnsco'], names)}/api${query}`;
  if (drawn < 0.7)
    return `/private/sample/${chance.mostly([seededHash, '0'.repeat(64)], ['abc', ...odd, ...names])}${query}`;
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
  const id = chance.mostly(ids, ['x', '', ...odd]);
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
  const token = chance.mostly(tokens, oddTokens);
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
