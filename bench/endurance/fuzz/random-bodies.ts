import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { mostly, usually } from '../mostly.ts';
import { goodDraft } from '../seeded.ts';

/** A body as it is sent, and the headers that describe it or lie about it. */
export interface Body {
  readonly bytes: Buffer;
  readonly headers: readonly string[];
}

const good = JSON.stringify(goodDraft);
const spliced = (value: string): string => good.replace('75', value);

const oddContent: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  {
    weight: 15,
    arbitrary: fc.constantFrom<string | Uint8Array>(
      '',
      'null',
      spliced('1e999'),
      spliced('9'.repeat(5000)),
      spliced('-0'),
      spliced('"75"'),
      spliced(`{"__proto__":{"roles":["researcher"]}}`),
      `{"__proto__":${good},"constructor":{"prototype":{"admin":true}}}`,
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
      JSON.stringify({ ...goodDraft, tags: Array.from({ length: 101 }, () => 't') }),
      JSON.stringify({ ...goodDraft, tags: ['\ud800', '\u0000', 'a'.repeat(60_000)] }),
      good.padEnd(70_000),
      `\ufeff${good}`,
      Buffer.from(good, 'utf16le'),
      Buffer.concat([
        Buffer.from(good.slice(0, -1)),
        Buffer.of(0xc3, 0x28, 0xff),
        Buffer.from('}'),
      ]),
    ),
  },
  { weight: 1, arbitrary: fc.nat(good.length - 1).map((end) => good.slice(0, end)) },
  { weight: 1, arbitrary: fc.constantFrom(10, 1000, 60_000).map((depth) => '['.repeat(depth)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 1999, size: 'max' }) },
);

const content = usually<string | Uint8Array>(40, fc.constant(good), oddContent).map((plain) =>
  typeof plain === 'string' ? Buffer.from(plain) : Buffer.from(plain),
);

interface Coding {
  readonly name?: string;
  readonly code: (plain: Buffer) => Buffer;
}

const bomb = gzipSync(Buffer.alloc(1 << 22, 32));
const same = (plain: Buffer): Buffer => plain;

const coding = usually<Coding>(
  75,
  fc.constant({ code: same }),
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.constantFrom<Coding>(
        { name: 'identity', code: same },
        { name: 'gzip', code: gzipSync },
        { name: 'gzip', code: (plain) => gzipSync(plain).subarray(0, 15) },
        { name: 'gzip', code: () => bomb },
        { name: 'gzip', code: same },
        { name: 'deflate', code: deflateSync },
        { name: 'br', code: brotliCompressSync },
        { name: 'gzip, gzip', code: (plain) => gzipSync(gzipSync(plain)) },
        { name: 'zstd', code: same },
        { name: '__proto__', code: same },
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ minLength: 50, maxLength: 50 })
        .map((bytes): Coding => ({ name: 'br', code: () => Buffer.from(bytes) })),
    },
  ),
);

const type = usually(
  85,
  fc.constantFrom('application/json', 'application/json; charset=utf-8'),
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        ...['application/json; charset=utf-16', 'text/plain', 'application/x-www-form-urlencoded'],
        ...['multipart/form-data; boundary=x', '/'],
      ),
    },
    { weight: 1, arbitrary: fc.nat(1e9).map((x) => `application/json; x=${x}`) },
  ),
);

/** How the end of a body is told, with the header that says so. */
type Framing = (bytes: Buffer) => Body;

const byLength =
  (length: (real: number) => unknown): Framing =>
  (bytes) => ({
    bytes,
    headers: [`Content-Length: ${length(bytes.length)}`],
  });

const few = fc.integer({ min: 1, max: 100 });
const lengths: fc.Arbitrary<Framing> = usually(
  85,
  fc.constant(byLength((real) => real)),
  fc.oneof(
    few.map((more) => byLength((real) => real + more)),
    few.map((less) => byLength((real) => Math.max(0, real - less))),
    fc
      .constantFrom(-1, 1e15, 99999999999999999999n, 'x', '0x10', '1,1', ' ')
      .map((absurd) => byLength(() => absurd)),
  ),
);

/** Chunks, some of which lie about themselves. */
const chunks: fc.Arbitrary<Framing> = fc
  .record({
    size: mostly<(hex: string) => string>(
      [(hex) => hex],
      [
        (hex) => `${hex};name="value"`,
        (hex) => `0x${hex}`,
        () => 'ffffffffffffffffff',
        () => '-1',
        () => '',
        () => 'zz',
      ],
    ),
    lineEnd: usually(90, fc.constant('\r\n'), fc.constant('\n')),
    end: usually(
      50,
      fc.constant('0\r\n\r\n'),
      fc.constantFrom('0\r\nAuthorization: token-owner-tunnelco\r\n\r\n', ''),
    ),
  })
  .map(({ size, lineEnd, end }) => (bytes) => ({
    headers: ['Transfer-Encoding: chunked'],
    bytes: Buffer.concat([
      Buffer.from(`${size(bytes.length.toString(16))}${lineEnd}`),
      bytes,
      Buffer.from(`${lineEnd}${end}`),
    ]),
  }));

export const bodies: fc.Arbitrary<Body> = fc
  .record({ content, coding, type, framing: usually(80, lengths, chunks) })
  .map(({ content, coding, type, framing }) => {
    const { bytes, headers } = framing(coding.code(content));
    const coded = coding.name === undefined ? [] : [`Content-Encoding: ${coding.name}`];
    return { bytes, headers: [`Content-Type: ${type}`, ...coded, ...headers] };
  });
