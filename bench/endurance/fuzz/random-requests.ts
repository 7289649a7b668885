import fc from 'fast-check';
import { fraction, mostly, usually } from '../mostly.ts';
import { seededHash, seededId } from '../seeded.ts';
import { type Body, bodies } from './random-bodies.ts';
import type { Delivery } from './raw-talk.ts';

const oddMethods = [
  ...['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'get', 'PROPFIND', 'M-SEARCH', 'PRI', 'G\0T'],
  ...['X'.repeat(300), ''],
];
const names = [
  ...['tunnelco', 'dyndnsco', 'nobody', '__proto__', 'constructor', '%2e%2e', '%00', '%zz'],
];
const odd = [
  ...['..', '.', '%', '%ff', '\u00e9', ' ', '\t', '"', "'", '<b>', ';', '\\', '//', '{', '*'],
];

const id = usually(
  85,
  fc.oneof(fc.constantFrom(seededId, seededId.toUpperCase()), fc.uuid({ version: 4 })),
  fc.constantFrom('x', '', ...odd),
);

const query = usually(
  70,
  id.map((one) => `report=${one}`),
  fc.oneof(
    {
      weight: 7,
      arbitrary: fc
        .tuple(
          id,
          fc.constantFrom<(one: string) => string>(
            (one) => `report=${one}&report=${one}`,
            (one) => `report[]=${one}`,
            (one) => `report[__proto__]=${one}`,
            (one) => `__proto__=${one}&report=${one}`,
            (one) => `REPORT=${one}`,
            () => '&&&===',
            () => 'report',
          ),
        )
        .map(([one, written]) => written(one)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(id, fc.nat(299))
        .map(([one, length]) => `report=${one}&x=${'y'.repeat(length)}`),
    },
  ),
);

const optionalQuery = usually(
  70,
  query.map((text) => `?${text}`),
  fc.constant(''),
);

/** A path that operations have, with a query or without. */
const asked = (path: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(path, optionalQuery).map((parts) => parts.join(''));

const target: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 50,
    arbitrary: asked(mostly(['tunnelco', 'dyndnsco'], names).map((name) => `/feed/${name}/api`)),
  },
  {
    weight: 20,
    arbitrary: asked(
      mostly([seededHash, '0'.repeat(64)], ['abc', ...odd, ...names]).map(
        (hash) => `/private/sample/${hash}`,
      ),
    ),
  },
  {
    weight: 8,
    arbitrary: fc
      .array(fc.constantFrom(...odd, ...names), { minLength: 5, maxLength: 5 })
      .map((parts) => `/${parts.join('/')}`),
  },
  { weight: 5, arbitrary: asked(fc.constant('http://evil.example/feed/tunnelco/api')) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(8000, 9000, 20_000)
      .map((length) => `/feed/tunnelco/api?report=${'a'.repeat(length)}`),
  },
  {
    weight: 13,
    arbitrary: fc.constantFrom(
      ...['/', '*', '', '/openapi.yaml', '/openapi.json', '/docs', '/docs/', '/__admin/state'],
      ...['/__admin/callers', '/__admin/requests', '/__admin/console', '/__worlds/1/__admin/state'],
      ...['/__worlds/x/feed/tunnelco/api', '/__worlds/..%2f..%2f/docs', '/%5f%5fadmin/callers'],
      '/docs/../__admin/callers',
    ),
  },
);

const tokens = ['token-reader', 'token-researcher-2', 'token-owner-dyndnsco'];
const token = mostly(tokens, [
  ...['nobody', '', ' ', 'x'.repeat(7000)],
  ...tokens.map((one) => `Bearer ${one}`),
]).map((one) => `Authorization: ${one}`);

const authorization: fc.Arbitrary<readonly string[]> = fc.oneof(
  { withCrossShrink: true },
  { weight: 90, arbitrary: token.map((line) => [line]) },
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: token.map((line) => [line, line]) },
  { weight: 3, arbitrary: token.map((line) => [line, 'authorization: token-researcher-2']) },
);

const manyHeaders = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `X-${n}: ${n}`);

const moreHeaders = usually<readonly string[]>(
  75,
  fc.constant([]),
  fc.oneof(
    {
      weight: 17,
      arbitrary: fc.constantFrom(
        ['Expect: 100-continue'],
        ['Expect: magic'],
        ['Upgrade: websocket', 'Connection: Upgrade'],
        ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
        ['Prefer: code=404'],
        ['Prefer: code=banana, wait=-1, example=__proto__'],
        [`Prefer: code=${' '.repeat(15_000)}404"`],
        ['X-HTTP-Method-Override: DELETE'],
        ['Range: bytes=0-18446744073709551615'],
        [`Cookie: ${'c=1; '.repeat(200)}`],
        ['X-Folded: one\r\n two'],
        ['X-Null: a\0b'],
        ['Bad Name: x'],
        [': nameless'],
        ['NoColon'],
        ['Host: other.example'],
        ['Origin: https://evil.example', 'Access-Control-Request-Method: DELETE'],
        ['Trailer: Authorization', 'TE: trailers'],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(1000, 15_000, 20_000, 70_000)
        .map((length) => [`X-Large: ${'x'.repeat(length)}`]),
    },
    { weight: 1, arbitrary: fc.constantFrom(50, 150, 2500).map(manyHeaders) },
  ),
);

interface Request {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly host: readonly string[];
  readonly authorization: readonly string[];
  readonly body: Body;
  readonly moreHeaders: readonly string[];
  readonly lineEnd: string;
}

const requests: fc.Arbitrary<Request> = fc.record({
  method: mostly(['GET', 'POST', 'POST', 'DELETE'], oddMethods),
  target,
  version: usually(97, fc.constant('1.1'), fc.constantFrom('1.0', '0.9', '2.0', '1.', '')),
  host: usually<readonly string[]>(95, fc.constant(['Host: feed.example']), fc.constant([])),
  authorization,
  body: bodies,
  moreHeaders,
  lineEnd: usually(97, fc.constant('\r\n'), fc.constant('\n')),
});

function bytesOf({ body, lineEnd, ...request }: Request): Buffer {
  const lines = [
    `${request.method} ${request.target} HTTP/${request.version}`,
    ...request.host,
    'Connection: close',
    ...request.authorization,
    ...body.headers,
    ...request.moreHeaders,
  ];
  const head = lines.join(lineEnd) + lineEnd + lineEnd;
  return Buffer.concat([Buffer.from(head, 'latin1'), body.bytes]);
}

/** Bytes of the head, or of the body where that is near, that are not what they should be. */
type Noise = readonly [at: number, byte: number][];

const noise = usually<Noise>(
  90,
  fc.constant([]),
  fc.array(fc.tuple(fraction, fc.nat(255)), { minLength: 1, maxLength: 8, size: 'max' }),
);

function spoiled(bytes: Buffer, noise: Noise): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, byte] of noise) copy[Math.floor(at * Math.min(copy.length, 400))] = byte;
  return copy;
}

/** How bytes arrive: all at once, in pieces, or not to the end. */
type Manner = (bytes: Buffer) => Delivery;

/** Enough for a report to reach the disk, so that its answer is heard and judged. */
const lingerMs = 100;
const whole: Manner = (bytes) => ({ pieces: [bytes], leaves: 'politely', lingerMs });
const wholeAndGone: Manner = (bytes) => ({ pieces: [bytes], leaves: 'politely' });

const part =
  (leaves: 'politely' | 'abruptly') =>
  (end: number): Manner =>
  (bytes) => ({ pieces: [bytes.subarray(0, Math.floor(end * bytes.length))], leaves });

const pieces =
  (cuts: readonly number[]): Manner =>
  (bytes) => {
    const ends = [...cuts.map((cut) => Math.ceil(cut * bytes.length)), bytes.length];
    const ordered = [...new Set(ends)].sort((a, b) => a - b);
    return {
      pieces: ordered.map((end, nth) => bytes.subarray(ordered[nth - 1] ?? 0, end)),
      pauseMs: 1,
      leaves: 'politely',
      lingerMs,
    };
  };

const manner: fc.Arbitrary<Manner> = fc.oneof(
  { withCrossShrink: true },
  { weight: 60, arbitrary: fc.constant(whole) },
  { weight: 10, arbitrary: fc.constant(wholeAndGone) },
  { weight: 10, arbitrary: fraction.map(part('politely')) },
  { weight: 7, arbitrary: fraction.map(part('abruptly')) },
  {
    weight: 13,
    arbitrary: fc.array(fraction, { minLength: 3, maxLength: 12, size: 'max' }).map(pieces),
  },
);

/** One request that no client would send, or nearly one that it would, and how it arrives. */
export const deliveries: fc.Arbitrary<Delivery> = fc
  .record({ request: requests, noise, manner })
  .map(({ request, noise, manner }) => manner(spoiled(bytesOf(request), noise)));
