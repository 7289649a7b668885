import { expect, test } from 'vitest';
import { plain, proxied, rawly } from './proxied.test.support.ts';

function answer(req: { url?: string | undefined }, res: { end(text: string): void }) {
  return res.end(`at ${req.url}`);
}

test.each([
  ['Host: localhost', 200],
  ['Host: 127.0.0.1:4020', 200],
  ['Host: [::1]:1', 200],
  ['Host: rebound.example', 403],
  ['Host: localhost.rebound.example', 403],
  ['Host: a@localhost', 403],
  ['Host: localhost\r\nHost: localhost', 400],
  ['X-No-Host: 1', 400],
])('a request with %j is answered with %i', async (host, status) => {
  const proxy = await proxied(answer);
  const passed = await rawly(proxy.url, ['GET / HTTP/1.1', host, 'Connection: close', '', '']);
  expect(passed).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('HTTP/1.0 without a Host is passed on', async () => {
  const proxy = await proxied(answer);
  expect(await rawly(proxy.url, ['GET /a HTTP/1.0', '', ''])).toContain('at /a');
});

test('what listens beyond this machine is called by any name', async () => {
  const proxy = await proxied(answer, { host: '0.0.0.0' });
  const lines = ['GET /a HTTP/1.1', 'Host: machine.example', 'Connection: close', '', ''];
  expect(await rawly(proxy.url, lines)).toContain('at /a');
});

test.each([
  ['http://127.0.0.1:1/feed/a', 200],
  ['http://elsewhere.example/feed/a', 403],
])(
  'the whole URL %s, as clients of a proxy send it, has the last word: %i',
  async (url, status) => {
    const proxy = await proxied(answer);
    const passed = await rawly(proxy.url, plain(`GET ${url} HTTP/1.1`));
    expect(passed).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 200) expect(passed).toContain('at /feed/a');
  },
);

test('the name of the server behind is a name of the proxy', async () => {
  const proxy = await proxied(answer, { analysisUrl: 'http://api.example' });
  const lines = ['GET /a HTTP/1.1', 'Host: api.example', 'Connection: close', '', ''];
  expect(await rawly(proxy.url, lines)).toContain('at /a');
});

const control = [
  '/__admin',
  '/__admin/callers',
  '/__worlds/a/__admin?b',
  '/%5f_admin/callers',
  '/__ADMIN',
  '//__admin/',
  '/feed/../__admin/callers',
  'http://localhost/__admin',
];

test.each(control)('%s is not passed on', async (path) => {
  const { url } = await proxied(answer);
  const refused = await rawly(url, plain(`GET ${path} HTTP/1.1`));
  expect(refused).toMatch(/^HTTP\/1.1 403 [\s\S]*not forwarded/);
});

test.each(['/__administration', '/feed/a/api?report=/__admin'])('%s is passed on', async (path) => {
  const proxy = await proxied(answer);
  expect(await rawly(proxy.url, plain(`GET ${path} HTTP/1.1`))).toContain(`at ${path}`);
});
