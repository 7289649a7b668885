import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';
import { checkedExtraRoutes, ExtraRouteProblem, parseExtraRoutes } from './extra-routes.ts';

const balance = { requests_left: 300, expiration_date: '2027-01-31' };
const routes = [
  { path: '/api/balance', body: balance },
  { method: 'POST', path: '/private/upload', status: 202, headers: { 'X-Queue': '1' } },
  { path: '/robots.txt', body: 'User-agent: *\n' },
];

test('extra routes are answered in every world, and are among the requests seen', async () => {
  await using server = await startServer({ routes });
  const world = await server.createWorld();
  for (const at of [server, world]) {
    const found = await fetch(`${at.baseUrl}/api/balance?key=1`);
    expect([found.status, await found.json()]).toEqual([200, balance]);
    expect(found.headers.get('access-control-allow-origin')).toBe('*');
    const taken = await fetch(`${at.baseUrl}/private/upload`, { method: 'POST', body: 'x' });
    expect([taken.status, taken.headers.get('x-queue'), await taken.text()]).toEqual([
      202,
      '1',
      '',
    ]);
    const text = await fetch(`${at.baseUrl}/robots.txt`, { method: 'HEAD' });
    expect([text.status, text.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    expect(at.requests().map(({ url, outcome }) => `${url} ${outcome}`)).toEqual([
      '/api/balance?key=1 neighbour',
      '/private/upload neighbour',
      '/robots.txt neighbour',
    ]);
  }
});

test('an extra route may take a path that the stand-in does not serve', async () => {
  const path = '/openapi-3.1.yaml';
  await using bare = await startServer();
  expect((await fetch(bare.baseUrl + path)).status).toBe(404);
  await using server = await startServer({ routes: [{ path }] });
  expect((await fetch(server.baseUrl + path)).status).toBe(200);
});

test('other methods and other paths are refused as before, and the contract says nothing of them', async () => {
  await using server = await startServer({ routes });
  const wrong = await fetch(`${server.baseUrl}/api/balance`, { method: 'DELETE' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
  const asked = await fetch(`${server.baseUrl}/api/balance`, { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, OPTIONS']);
  expect((await fetch(`${server.baseUrl}/api`)).status).toBe(404);
  expect(await (await fetch(`${server.baseUrl}/openapi.json`)).text()).not.toContain('balance');
  const preflight = await fetch(`${server.baseUrl}/private/upload`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
});

test.each([
  ['path: /x', /a list of answers/],
  ['- {}', /path of entry 1 is missing/],
  ['- { path: x }', /path of entry 1 .* is "x"; expected a path such as/],
  ['- { path: "/a?b=c" }', /without a query/],
  ['- { path: /a, methode: GET }', /unknown key methode .*did you mean method\?/],
  ['- { path: /a, status: 99 }', /status of entry 1/],
  ['- { path: /a, headers: { Content-Length: "1" } }', /which follow from the connection/],
  ['- { path: /a, headers: { CONNECTION: close } }', /which follow from the connection/],
  ['- { path: /a, headers: { Keep-Alive: "1" } }', /which follow from the connection/],
  ['- { path: /a, headers: { proxy-status: x } }', /which follow from the connection/],
  ['- { path: /a, headers: { Content-Type: html } }', /a media type such as/],
  ['- { path: /feed/tunnelco/api }', /which the stand-in answers/],
  ['- { path: /__admin/health }', /which the stand-in answers/],
  ['- { path: /openapi.yaml }', /which the stand-in answers/],
  ['- { path: /openapi-3.1.json }', /which the stand-in answers/],
  ['- { path: / }', /which the stand-in answers/],
  ['- path: /a\n- path: /a', /f\.yaml:2: entry 2 is a second answer to GET \/a/],
  ['- { path: /a, status: 204, body: x }', /expected none with a status of 204/],
  ['- [', /neither YAML nor JSON/],
])('%s is a mistake', (text, says) => {
  expect(() => parseExtraRoutes(text, 'f.yaml')).toThrow(ExtraRouteProblem);
  expect(() => parseExtraRoutes(text, 'f.yaml')).toThrow(says);
});

test('a program gets the same error', async () => {
  expect(() => checkedExtraRoutes([{ path: 'x' }])).toThrow(ExtraRouteProblem);
  await expect(startServer({ routes: [{ path: 'x' }] })).rejects.toThrow(ExtraRouteProblem);
});
