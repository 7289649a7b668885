import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { plain, proxied } from './proxied.test.support.ts';

test('a target that does not answer is a 502 with the error body of the API', async () => {
  const proxy = await proxied((req) => req.socket.destroy());
  const response = await fetch(`${proxy.url}/feed/a/api`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(502);
  expect(response.headers.get('abuse-feed-listen')).toBe('no-answer');
  const body = (await response.json()) as { error: string };
  expect(body).toEqual({
    error: expect.stringContaining('No response from'),
    successful: false,
  });
  expect(await proxy.next()).toMatchObject({ failure: 'no response' });
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
  // Half a body is not the client's mistake.
  expect(await proxy.next()).toMatchObject({ failure: 'too large', response: { status: 413 } });
  expect(await text(await ask('GET', ''))).toBe('ok');
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
  req.socket?.resetAndDestroy();
  await hungUp;
  expect(await proxy.next()).toMatchObject({ failure: 'client hung up' });
});

test('a client that ends its side is answered', async () => {
  let asked = (_: ServerResponse) => {};
  const held = new Promise<ServerResponse>((resolve) => (asked = resolve));
  const proxy = await proxied((req, res) => {
    if (req.url === '/held') asked(res);
    else res.end();
  });
  const port = Number(new URL(proxy.url).port);
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.end(plain('GET /held HTTP/1.1').join('\r\n'));
  const response = await held;
  // By now the proxy knows that the client has ended its side.
  await fetch(proxy.url);
  response.end('late');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 [\s\S]*late/);
});

test('a response that breaks off breaks off for the client too', async () => {
  const proxy = await proxied((_req, res) => {
    res.writeHead(200, { 'Content-Length': 10 });
    res.write('half', () => res.destroy());
  });
  const response = await fetch(`${proxy.url}/`);
  await expect(response.text()).rejects.toThrow();
  expect(await proxy.next()).toMatchObject({
    response: { status: 200, body: Buffer.from('half'), cut: true },
  });
});
