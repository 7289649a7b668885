import { createHash } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Passed } from './forward.ts';
import { startProxy } from './proxy.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A target, a proxy in front of it, and what the proxy tells. */
async function proxied(handler: Handler, longestBody = 1024 * 1024, prefix = '') {
  const target = createServer(handler);
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}${prefix}`;
  const passed: Passed[] = [];
  let waiting = () => {};
  const proxy = await startProxy({
    ...{ baseUrl, analysisUrl: baseUrl, host: '127.0.0.1', port: 0, timeoutMs: 5000, longestBody },
    onPassed: (one) => {
      passed.push(one);
      waiting();
    },
  });
  onTestFinished(async () => {
    await proxy.close();
    target.closeAllConnections();
    target.close();
  });
  const next = async (): Promise<Passed> => {
    if (passed.length === 0) await new Promise<void>((resolve) => (waiting = resolve));
    return passed.shift() as Passed;
  };
  return { ...proxy, baseUrl, next, target };
}

/** One request, written by hand, and all that comes back. */
const rawly = (url: string, lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let all = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (all += chunk));
    socket.on('close', () => resolve(all));
    socket.on('error', reject);
    socket.write(lines.join('\r\n'));
  });

test('headers arrive in their order, case and number, but for those of one connection', async () => {
  let heard: string[] = [];
  const proxy = await proxied((req, res) => {
    heard = req.rawHeaders;
    res.sendDate = false;
    const answer = ['X-One', '1', 'x-ONE', '2', 'Content-Length', '2', 'Set-Cookie', 'a=b'];
    res.writeHead(299, 'Quite Fine', answer);
    res.end('ok');
  });
  const answer = await rawly(proxy.url, [
    'GET /feed/a/api?report=%41 HTTP/1.1',
    'hOsT: somewhere',
    'X-Twice: a',
    'x-twice: b',
    'X-Hop: gone',
    'Connection: close, X-Hop',
    '',
    '',
  ]);
  expect(heard.slice(0, 6)).toEqual([
    'hOsT',
    new URL(proxy.baseUrl).host,
    ...['X-Twice', 'a', 'x-twice', 'b'],
  ]);
  expect(heard).not.toContain('X-Hop');
  expect(answer).toMatch(
    /^HTTP\/1.1 299 Quite Fine\r\nX-One: 1\r\nx-ONE: 2\r\nContent-Length: 2\r\n/,
  );
  expect(answer).toMatch(/\r\n\r\nok$/);
  expect(answer).not.toMatch(/\r\nDate:/i);
  expect((await proxy.next()).url).toBe(`${proxy.baseUrl}/feed/a/api?report=%41`);
});

test('bodies are the same bytes both ways, and are told of', async () => {
  const proxy = await proxied((req, res) => void req.pipe(res), 1024 * 1024, '/v1');
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, nth) => (nth * 7) % 256));
  const response = await fetch(`${proxy.url}/feed/a/api`, { method: 'POST', body });
  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  const { requestBody, answer, url } = await proxy.next();
  expect(requestBody?.equals(body)).toBe(true);
  expect('body' in answer && answer.body?.equals(body)).toBe(true);
  expect(new URL(url).pathname).toBe('/v1/feed/a/api');
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
  const proxy = await proxied((req, res) => void req.pipe(res), 1000);
  const body = 'x'.repeat(5000);
  const response = await fetch(`${proxy.url}/`, { method: 'POST', body });
  expect(await response.text()).toBe(body);
  expect(await proxy.next()).toMatchObject({ requestBody: undefined, answer: { body: undefined } });
});

test('a target that does not answer is told to the client in the error body of the API', async () => {
  const proxy = await proxied((req) => req.socket.destroy());
  const response = await fetch(`${proxy.url}/feed/a/api`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(502);
  expect(response.headers.get('abuse-feed-listen')).toBe('no-answer');
  const body = (await response.json()) as { error: string };
  expect(body).toEqual({
    error: expect.stringContaining('No answer came from'),
    successful: false,
  });
  expect(await proxy.next()).toMatchObject({ answer: { failure: 'no answer' } });
});

test('a target that speaks something else is told to the client', async () => {
  const target = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.end('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const proxy = await startProxy({
    ...{ baseUrl, analysisUrl: baseUrl, host: '127.0.0.1', port: 0, timeoutMs: 5000 },
    ...{ longestBody: 1000, onPassed: () => {} },
  });
  onTestFinished(async () => {
    await proxy.close();
    target.close();
  });
  const response = await fetch(`${proxy.url}/feed/a/api`);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('it does not answer in HTTP');
});

test('an answer that comes before all was sent is passed on, and the client can go on', async () => {
  const proxy = await proxied((req, res) => {
    if (req.method === 'GET') res.end('ok');
    else res.writeHead(413, { 'Content-Length': 0 }).end();
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = (method: string, body: Buffer | string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(proxy.url, { method, agent }, resolve).on('error', reject).end(body);
    });
  const first = await ask('POST', Buffer.alloc(4 * 1024 * 1024));
  expect(first.statusCode).toBe(413);
  first.resume();
  expect(await text(await ask('GET', ''))).toBe('ok');
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

test('a fetch that meets a connection just being closed is sent once more', async () => {
  let calls = 0;
  const proxy = await proxied((req, res) => {
    calls += 1;
    if (calls === 2) req.socket.destroy();
    else res.end('ok');
  });
  expect(await (await fetch(`${proxy.url}/a`)).text()).toBe('ok');
  expect(await (await fetch(`${proxy.url}/b`)).text()).toBe('ok');
  expect(calls).toBe(3);
});

test('a client that hangs up is passed on to the target', async () => {
  let closed = () => {};
  const hungUp = new Promise<void>((resolve) => (closed = resolve));
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const proxy = await proxied((req) => {
    req.socket.on('close', closed);
    asked();
  });
  const req = request(`${proxy.url}/`).on('error', () => {});
  req.end();
  await isAsked;
  req.destroy();
  await hungUp;
  expect(await proxy.next()).toMatchObject({ answer: { failure: 'client hung up' } });
});

test('an answer that breaks off breaks off for the client too', async () => {
  const proxy = await proxied((_req, res) => {
    res.writeHead(200, { 'Content-Length': 10 });
    res.write('half', () => res.destroy());
  });
  const response = await fetch(`${proxy.url}/`);
  await expect(response.text()).rejects.toThrow();
  expect(await proxy.next()).toMatchObject({ answer: { failure: 'cut short' } });
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
  ['a tunnel', ['CONNECT example.org:443 HTTP/1.1', 'Host: example.org', '', '']],
  [
    'another protocol',
    ['GET / HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket', '', ''],
  ],
])('%s is refused in words', async (_what, lines) => {
  const proxy = await proxied((_req, res) => void res.end());
  expect(await rawly(proxy.url, lines)).toMatch(/^HTTP\/1.1 501 [\s\S]*only HTTP\/1\.1/);
});

test('who offers HTTP/2 is answered in HTTP/1.1', async () => {
  const proxy = await proxied((req, res) => void res.end(String(req.headers.upgrade)));
  const answer = await rawly(proxy.url, [
    'GET / HTTP/1.1',
    'Host: a',
    'Connection: Upgrade, HTTP2-Settings, close',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
    '',
    '',
  ]);
  expect(answer).toContain('undefined');
});

test('the whole URL, as clients of a proxy send it, means the same', async () => {
  const proxy = await proxied((req, res) => void res.end(req.url));
  const lines = [
    'GET http://elsewhere/feed/a HTTP/1.1',
    'Host: elsewhere',
    'Connection: close',
    '',
    '',
  ];
  expect(await rawly(proxy.url, lines)).toMatch(/\/feed\/a/);
});
