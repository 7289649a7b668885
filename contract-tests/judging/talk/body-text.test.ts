import type { RequestListener } from 'node:http';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { about, answerTo, caller, clientOf, text } from './client.test.support.ts';
import { longestJudgedBody } from './exchange.ts';

/** The best compression takes seconds. */
function inBrotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

const withoutEnd: RequestListener = (_, response) => {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(256 * 1024, ' ')));
  };
  response.writeHead(404, { 'content-type': 'application/json' });
  response.on('drain', more);
  more();
};

function packed(encoding: 'gzip' | 'br' | 'deflate', bytes: Buffer): RequestListener {
  return (_, response) => {
    const pack = { gzip: gzipSync, br: inBrotli, deflate: deflateSync }[encoding];
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    response.writeHead(404, headers).end(pack(bytes));
  };
}

function padded(length: number): Buffer {
  return Buffer.from(text.padEnd(length - 1, ' '));
}

test.each([
  ['without an end', withoutEnd],
  ['in gzip', packed('gzip', padded(longestJudgedBody + 1))],
  ['in br', packed('br', padded(longestJudgedBody + 1))],
  ['in deflate', packed('deflate', padded(longestJudgedBody + 1))],
])('an answer %s that is too long to be kept is none', async (_what, listener) => {
  await expect(answerTo(listener)).rejects.toMatchObject({
    name: 'NoAnswer',
    message: 'the response is longer than 10 MiB',
  });
});

test('an answer may be as long as what is kept of one, packed or not', async () => {
  const whole = padded(longestJudgedBody);
  expect(whole).toHaveLength(longestJudgedBody);
  expect(await answerTo(whole)).toMatchObject({ outcome: 'refusal' });
  expect(await answerTo(packed('gzip', whole))).toMatchObject({ outcome: 'refusal' });
});

test.each(['content-length', 'transfer-encoding'])(
  'a body that is truncated, according to its %s, is a broken response with what has arrived',
  async (framing) => {
    const { exchange } = await answerTo((_, response) => {
      const length = framing === 'content-length' ? { [framing]: text.length } : {};
      response.writeHead(200, { 'content-type': 'application/json', ...length });
      response.write(text.slice(0, 9), () => response.destroy());
    });
    expect(exchange.response).toMatchObject({ status: 200, body: text.slice(0, 9), cut: true });
  },
);

test('a 204 is complete without a body, whatever length it announces', async () => {
  const { exchange } = await answerTo((_, response) => {
    response.socket?.end('HTTP/1.1 204 No Content\r\ncontent-length: 46\r\n\r\n');
  });
  expect(exchange.response).toMatchObject({ status: 204, body: '' });
  expect(exchange.response).not.toHaveProperty('cut');
});

test('every third GET accepts compressed responses, and any that asks to', async () => {
  const client = await clientOf(({ headers }, response) => {
    response.writeHead(404);
    response.end(JSON.stringify({ error: headers['accept-encoding'] ?? 'none' }));
  });
  const said = [];
  for (const [operation, encoding] of [
    ...Array.from({ length: 6 }, () => ['fetch'] as const),
    ['delete'] as const,
    ['delete', 'br'] as const,
  ]) {
    const asked = { operation, caller, about, ...(encoding && { encoding }) };
    said.push((await client.ask(asked)).body.error);
  }
  const all = 'gzip, deflate, br';
  expect(said).toEqual(['none', 'none', all, 'none', 'none', all, 'none', 'br']);
});

function coded(coding: string) {
  return { 'content-encoding': coding };
}

function says(charset: string) {
  return { 'content-type': `application/json; charset=${charset}` };
}

const bytes = Buffer.from(text);
const ascii = Buffer.from('{"error":"a","successful":false}');

test.each<[what: string, headers: object, body: Buffer, why?: string, asked?: string]>([
  ['gzip', coded('gzip'), gzipSync(text)],
  ['gzip, asked for with a weight', coded('GZIP'), gzipSync(text)],
  ['deflate without its header', coded('deflate'), deflateRawSync(text)],
  ['gzip of nothing', coded(' gzip'), Buffer.alloc(0)],
  ['nothing packed', coded('identity'), bytes],
  ['UTF-8 that says so', says('"UTF-8"'), bytes],
  ['UTF-8 that shows so as well', says('utf-8'), Buffer.from(`\uFEFF${text}`)],
  ['a charset nobody knows', says('here'), bytes],
  ['ASCII that says latin1', says('iso-8859-1'), ascii],
  [
    'what says gzip and is not',
    coded('gzip'),
    bytes,
    'Content-Encoding says gzip, and it cannot be decoded',
  ],
  [
    'gzip that was not asked for',
    coded('gzip'),
    gzipSync(text),
    'it is gzip, asked for was identity',
    'identity',
  ],
  ['what is unknown', coded('zstd'), bytes, 'it is zstd, asked for was gzip;q=0.5, deflate'],
  [
    'UTF-8 that says latin1',
    says('iso-8859-1'),
    bytes,
    'it is UTF-8, and Content-Type says iso-8859-1',
  ],
  ['latin1 that says UTF-8', says('utf-8'), Buffer.from(text, 'latin1'), 'it is not UTF-8'],
  ['latin1 that says nothing', {}, Buffer.from(text, 'latin1'), 'it is not UTF-8'],
])('a body by its headers: %s', async (_, headers, body, why, encoding = 'gzip;q=0.5, deflate') => {
  const client = await clientOf((_request, response) => {
    response.writeHead(404, { ...headers }).end(body);
  });
  const { exchange, outcome } = await client.ask({ operation: 'fetch', caller, about, encoding });
  expect(exchange.response.garbled).toBe(why);
  expect(outcome).toBe(why === undefined && body.length > 0 ? 'refusal' : 'unreadable');
});

test.each([
  ['a long text', { report: { name: 'x'.repeat(400_000), id: 'a' }, successful: true }],
  ['a long list', { report: { tags: Array(200_000).fill(1), id: 'a' }, successful: true }],
  ['spaces', `{"report":${' '.repeat(400_000)}{"id":"a"},"successful":true}`],
])('of an answer with %s, the outlines are kept', async (_what, sent) => {
  const bytes = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent));
  const { exchange, body, outcome } = await answerTo(bytes);
  expect(body).toMatchObject({ report: { id: 'a' }, successful: true });
  expect(outcome).toBe('success');
  expect(exchange.response.body.length).toBeLessThan(40_000);
});
