import { expect, test } from 'vitest';
import { plain, proxied, rawly } from './proxied.test.support.ts';

function answer(req: { url?: string | undefined }, res: { end(text: string): void }) {
  return res.end(`at ${req.url}`);
}

function named(...hosts: string[]): string[] {
  return ['GET /a HTTP/1.1', ...hosts, 'Connection: close', '', ''];
}

function asked(target: string): string[] {
  return plain(`GET ${target} HTTP/1.1`);
}

const passed = /^HTTP\/1\.1 200 [\s\S]*at \/a/;
const foreign = /^HTTP\/1\.1 403 /;
const malformed = /^HTTP\/1\.1 400 /;
const kept = /^HTTP\/1\.1 403 [\s\S]*not forwarded/;

test.each<[lines: string[], reply: RegExp, options?: Parameters<typeof proxied>[1]]>([
  [named('Host: localhost'), passed],
  [named('Host: 127.0.0.1:4020'), passed],
  [named('Host: [::1]:1'), passed],
  [named('Host: rebound.example'), foreign],
  [named('Host: localhost.rebound.example'), foreign],
  [named('Host: a@localhost'), foreign],
  [named('Host: localhost', 'Host: localhost'), malformed],
  [named('X-No-Host: 1'), malformed],
  [['GET /a HTTP/1.0', '', ''], passed],
  // Beyond this machine, any name is one of it; so is that of the server behind.
  [named('Host: machine.example'), passed, { host: '0.0.0.0' }],
  [named('Host: api.example'), passed, { analysisUrl: 'http://api.example' }],
  // A whole URL, as clients of a proxy send it, has the last word.
  [asked('http://127.0.0.1:1/a'), passed],
  [asked('http://elsewhere.example/a'), foreign],
  // The control plane of a stand-in behind it stays its own.
  ...[
    '/__admin',
    '/__admin/callers',
    '/__worlds/a/__admin?b',
    '/%5f_admin/callers',
    '/__ADMIN',
    '//__admin/',
    '/feed/../__admin/callers',
    'http://localhost/__admin',
  ].map((path): [string[], RegExp] => [asked(path), kept]),
  [asked('/a/__administration'), passed],
  [asked('/__administration'), /at \/__administration/],
  [asked('/a?report=/__admin'), passed],
])('%j is answered with %s', async (lines, reply, options) => {
  const proxy = await proxied(answer, options);
  expect(await rawly(proxy.url, lines)).toMatch(reply);
});
