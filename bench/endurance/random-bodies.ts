import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Chance } from './chance.ts';

export const seededHash = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';
const draft = {
  tags: ['rat'],
  c2Address: 'c2.example.com:4444',
  file256Hash: seededHash,
  referenceLink: 'https://results.example/page',
  confidenceScore: 75,
};

export interface Body {
  readonly bytes: Buffer;
  readonly headers: readonly string[];
  readonly chunked: boolean;
}

export function randomBody(chance: Chance): Body {
  const plain = content(chance);
  const [coding, bytes] = coded(chance, plain);
  const types = ['application/json', 'application/json; charset=utf-8'];
  const type = chance.mostly(types, [
    ...['application/json; charset=utf-16', `application/json; x=${chance.below(1e9)}`],
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '/'],
  ]);
  const chunked = chance.happens(0.2);
  const declared = chance.mostly(['same'] as const, ['more', 'less', 'absurd'] as const);
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
export function framed(chance: Chance, { bytes, chunked }: Body): Buffer {
  if (!chunked) return bytes;
  const size = chance.mostly(
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
