import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { plain, proxied, rawly } from './proxied.test.support.ts';

test('headers arrive in their order, case and number, but for those of one connection', async () => {
  let received: string[] = [];
  const proxy = await proxied((req, res) => {
    received = req.rawHeaders;
    res.sendDate = false;
    const answer = ['X-One', '1', 'x-ONE', '2', 'Content-Length', '2', 'Set-Cookie', 'a=b'];
    res.writeHead(299, 'Quite Fine', answer);
    res.end('ok');
  });
  const answer = await rawly(proxy.url, [
    'GET /feed/a/api?report=%41 HTTP/1.1',
    'hOsT: localhost',
    'X-Twice: a',
    'x-twice: b',
    'X-Hop: gone',
    'Connection: close, X-Hop',
    '',
    '',
  ]);
  expect(received.slice(0, 6)).toEqual([
    'hOsT',
    new URL(proxy.baseUrl).host,
    'X-Twice',
    'a',
    'x-twice',
    'b',
  ]);
  expect(received).not.toContain('X-Hop');
  expect(answer).toMatch(
    /^HTTP\/1.1 299 Quite Fine\r\nX-One: 1\r\nx-ONE: 2\r\nContent-Length: 2\r\n/,
  );
  expect(answer).toMatch(/\r\n\r\nok$/);
  expect(answer).not.toMatch(/\r\nDate:/i);
  expect((await proxy.next()).request.url).toBe(`${proxy.baseUrl}/feed/a/api?report=%41`);
});

test.each([
  ['its length', 'Content-Length'],
  ['its host and its token', 'host, AUTHORIZATION'],
])(
  'Connection cannot take from a request %s, without which it is another',
  async (_what, names) => {
    const received: string[] = [];
    const proxy = await proxied(async (req, res) => {
      const { host, authorization } = req.headers;
      received.push(`${req.method} ${req.url} at ${host} by ${authorization}: ${await text(req)}`);
      res.end();
    });
    const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n';
    await rawly(proxy.url, [
      'POST /feed/a/api HTTP/1.1',
      'Host: localhost',
      'Authorization: me',
      `Connection: close, ${names}`,
      `Content-Length: ${hidden.length}`,
      '',
      hidden,
    ]);
    const { host } = new URL(proxy.baseUrl);
    expect(received).toEqual([`POST /feed/a/api at ${host} by me: ${hidden}`]);
  },
);

test('bodies are the same bytes both ways, and are reported', async () => {
  const proxy = await proxied((req, res) => void req.pipe(res), { prefix: '/v1' });
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, nth) => (nth * 7) % 256));
  const fetched = await fetch(`${proxy.url}/feed/a/api`, { method: 'POST', body });
  expect(Buffer.from(await fetched.arrayBuffer()).equals(body)).toBe(true);
  const { request, response } = await proxy.next();
  expect(request.body?.equals(body)).toBe(true);
  expect(response.body.equals(body)).toBe(true);
  expect(new URL(request.url).pathname).toBe('/v1/feed/a/api');
});

test('an answer is passed on while it comes', async () => {
  let finish = () => {};
  const proxy = await proxied((_req, res) => {
    res.write('first');
    finish = () => void res.end(' last');
  });
  const response = await fetch(`${proxy.url}/`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first');
  finish();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(' last');
});

test('a body that is too large passes, and is not kept', async () => {
  const proxy = await proxied((req, res) => void req.pipe(res), { longestBody: 1000 });
  const body = 'x'.repeat(5000);
  const response = await fetch(`${proxy.url}/`, { method: 'POST', body });
  expect(await response.text()).toBe(body);
  expect(await proxy.next()).toMatchObject({ failure: 'too large' });
});

test.each([
  ['with its length', true],
  ['in chunks', false],
])('a long body %s waits for a slow reader, and arrives whole', async (_how, isFixed) => {
  const body = Buffer.alloc(8 * 1024 * 1024, 'abc');
  const proxy = await proxied((_req, res) => {
    if (isFixed) res.setHeader('Content-Length', body.length);
    res.end(body);
  });
  const response = await new Promise<IncomingMessage>((resolve) =>
    request(proxy.url, resolve).end(),
  );
  const hash = createHash('sha1');
  for await (const chunk of response) {
    hash.update(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(hash.digest('hex')).toBe(createHash('sha1').update(body).digest('hex'));
});

test('a body waits for the target to say 100 Continue', async () => {
  const proxy = await proxied((req, res) => void req.pipe(res));
  const req = request(`${proxy.url}/`, {
    method: 'POST',
    headers: { Expect: '100-continue', 'Content-Length': 2 },
  });
  req.on('continue', () => req.end('ok'));
  const response = await new Promise<IncomingMessage>((resolve) => req.on('response', resolve));
  expect(await text(response)).toBe('ok');
});

test.each([
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1', []],
  ['another protocol', 'GET / HTTP/1.1', ['Connection: Upgrade', 'Upgrade: websocket']],
])('%s is refused in words, after the answer before it', async (_what, first, headers) => {
  const proxy = await proxied((_req, res) => void setImmediate(() => res.end('before')));
  const before = ['GET / HTTP/1.1', 'Host: localhost', '', ''].join('\r\n');
  const answers = await rawly(proxy.url, [before + plain(first, ...headers).join('\r\n')]);
  expect(answers).toMatch(
    /^HTTP\/1.1 200 [\s\S]*before[\s\S]*HTTP\/1.1 501 [\s\S]*only HTTP\/1\.1/,
  );
});

test('who offers HTTP/2 is answered in HTTP/1.1', async () => {
  const proxy = await proxied((req, res) => void res.end(String(req.headers.upgrade)));
  const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
  expect(await rawly(proxy.url, plain('GET / HTTP/1.1', ...offer))).toContain('undefined');
});
