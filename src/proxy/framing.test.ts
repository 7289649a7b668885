import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { plain, proxied, proxiedBytes, rawly } from './proxied.test.support.ts';

const chunks = '2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n';
const closing = 'Transfer-Encoding: chunked\r\nTrailer: X-Sum';

const get = 'GET / HTTP/1.1';
const head = 'HEAD / HTTP/1.1';
const older = 'GET / HTTP/1.0';
const ok = 'HTTP/1.1 200 OK\r\n';
const coded = `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`;
const hinted = `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${ok}Content-Length: 1\r\n\r\na`;

/** Headers without any of these, and a body. */
function without(start: string, names: string, body: string) {
  return new RegExp(`^HTTP/1.1 ${start}\\r\\n(?![^]*(${names}))[^]*\\r\\n\\r\\n${body}$`);
}

const answers: [what: string, first: string, answer: string, expected: RegExp][] = [
  [
    'trailers',
    get,
    `${ok}${closing}\r\n\r\n${chunks}`,
    /^HTTP\/1.1 200 OK\r\nTrailer: X-Sum\r\n[\s\S]*0\r\nX-Sum: 1\r\n\r\n$/,
  ],
  [
    'a Trailer header to HEAD',
    head,
    `${ok}${closing}\r\n\r\n`,
    without('200 OK', 'Trailer|chunked', ''),
  ],
  [
    'a Trailer header with 304',
    get,
    `HTTP/1.1 304 Not Modified\r\n${closing}\r\n\r\n`,
    without('304 Not Modified', 'Trailer|chunked', ''),
  ],
  [
    'a Trailer header with a length',
    get,
    `${ok}Trailer: X-Sum\r\nContent-Length: 2\r\n\r\nok`,
    without('200 OK', 'Trailer', 'ok'),
  ],
  [
    'chunks to a client of HTTP/1.0',
    older,
    `${ok}${closing}\r\n\r\n${chunks}`,
    without('200 OK', 'Trailer|chunked', 'ok'),
  ],
  [
    'a coding below the chunks',
    get,
    coded,
    /^HTTP\/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n[\s\S]*2\r\nok\r\n0\r\n\r\n$/,
  ],
  ['a coding that HTTP/1.0 cannot read', older, coded, /^HTTP\/1.1 502 [\s\S]*not for HTTP\/1.0/],
  [
    'what comes before the answer',
    get,
    hinted,
    /^HTTP\/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\na$/,
  ],
  ['nothing before the answer to HTTP/1.0', older, hinted, without('200 OK', '103', 'a')],
  [
    'an answer to HEAD without the body that comes with it',
    head,
    `${ok}Content-Length: 2\r\n\r\nok`,
    /^HTTP\/1.1 200 OK\r\nContent-Length: 2\r\n[\s\S]*\r\n\r\n$/,
  ],
  [
    'bytes beyond ASCII',
    get,
    'HTTP/1.1 200 \xe9\r\nX: \xa0a\xa0\r\nContent-Length: 1\r\n\r\n\xff',
    /^HTTP\/1.1 200 \xe9\r\nX: \xa0a\xa0\r\n[\s\S]*\xff$/,
  ],
];

test.each(answers)('passes on %s', async (_what, first, answer, expected) => {
  const proxy = await proxiedBytes(answer);
  expect(await rawly(proxy.url, plain(first))).toMatch(expected);
});

test.each([
  ['with the connection', 'HTTP/1.1 200 OK\r\n\r\nall of\r\nit', 'identity'],
  ['so, in a coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nall of\r\nit', 'gzip'],
])('a body that ends %s, ends with its chunks', async (_how, answer, coding) => {
  const proxy = await proxiedBytes(answer, { hangsUp: true });
  const passed = await rawly(proxy.url, plain('GET / HTTP/1.1'));
  expect(passed).toContain(
    coding === 'gzip' ? 'Transfer-Encoding: gzip, chunked' : 'Transfer-Encoding: chunked',
  );
  expect(passed).toMatch(/\r\n\r\na\r\nall of\r\nit\r\n0\r\n\r\n$/);
});

test.each([
  ['another protocol', '220 mail.example ESMTP\r\n'],
  ['a reason that is no text', 'HTTP/1.1 200 \x01\r\nContent-Length: 0\r\n\r\n'],
  ['a change of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n'],
  ['a change to no protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ['a head without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`],
])('%s is a 502 for the client', async (_what, answer) => {
  const proxy = await proxiedBytes(answer);
  const response = await fetch(`${proxy.url}/`);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('its response is not HTTP');
});

test('a request keeps its coding and its trailers', async () => {
  const received: unknown[] = [];
  const proxy = await proxied(async (req, res) => {
    const body = await text(req);
    received.push(req.headers['transfer-encoding'], req.headers.trailer, body, req.rawTrailers);
    res.end();
  });
  const coding = ['Transfer-Encoding: gzip, chunked', 'Trailer: X-Sum'];
  await rawly(proxy.url, [...plain('POST / HTTP/1.1', ...coding).slice(0, -1), chunks]);
  expect(received).toEqual(['gzip, chunked', 'X-Sum', 'ok', ['X-Sum', '1']]);
});

test('headers of a request and of an answer go ahead of bodies that come later, byte for byte', async () => {
  const proxy = await proxied((req, res) => {
    res.writeHead(200, 'OK', { 'X-A': req.headers['x-a'] ?? '' }).write(Buffer.alloc(0));
    req.pipe(res);
  });
  const req = request(`${proxy.url}/`, { method: 'POST', headers: { 'X-A': '\xe9' } });
  req.write(Buffer.alloc(0));
  const [response] = (await once(req, 'response')) as [IncomingMessage];
  expect(response.headers['x-a']).toBe('\xe9');
  req.end('later');
  expect(await text(response)).toBe('later');
});

test('packed bodies stay packed', async () => {
  const packed = gzipSync('all of it');
  const proxy = await proxied((_req, res) => {
    res.setHeader('Content-Encoding', 'gzip');
    res.end(packed);
  });
  expect(await (await fetch(proxy.url)).text()).toBe('all of it');
  const { response } = await proxy.next();
  expect(response.body.equals(packed)).toBe(true);
});

test('a body of very many chunks adds one listener, and is kept whole', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const count = 20_000;
  const proxy = await proxiedBytes(
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`,
  );
  expect(await (await fetch(proxy.url)).text()).toBe('a'.repeat(count));
  const { response } = await proxy.next();
  expect(response.body.toString()).toBe('a'.repeat(count));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
