import { expect, test } from 'vitest';
import { exchange } from '../http/raw-exchange.test.support.ts';
import { startServer } from '../server.ts';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

/** Sends a request with any Host and Origin. */
function send(
  url: string,
  { method = 'GET', path = '/state', headers = {}, body = '' }: Sent,
  plane = '/__admin',
) {
  const all = {
    Host: new URL(url).host,
    Connection: 'close',
    ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return exchange(url, `${method} ${plane}${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

function problem(body: string): { status: number; detail: string; type: string } {
  return JSON.parse(body);
}

const form = 'application/x-www-form-urlencoded';

function posted(body: string, headers: Sent['headers'] = {}): Sent {
  return {
    method: 'POST',
    path: '/callers',
    headers,
    body,
  };
}

const evil = 'https://evil.example';
const asJson = { 'Content-Type': 'application/json' };

test.each<[who: string, sent: Sent, status: number]>([
  ['a program', {}, 200],
  ['localhost', { headers: { Host: 'localhost:80' } }, 200],
  ['LOCALHOST without a port', { headers: { Host: 'LOCALHOST' } }, 200],
  ['IPv6', { headers: { Host: '[::1]:4010' } }, 200],
  [
    'an own page',
    {
      headers: {
        Host: '127.0.0.1:4010',
        Origin: 'http://127.0.0.1:4010',
        'Sec-Fetch-Site': 'same-origin',
      },
    },
    200,
  ],
  ['somebody who types the address', { headers: { 'Sec-Fetch-Site': 'none' } }, 200],
  ['a page of another origin that reads', { headers: { Origin: evil } }, 403],
  ['a page that hides its origin', { headers: { Origin: 'null' } }, 403],
  ['a page of another port here', { headers: { Origin: 'http://127.0.0.1:1' } }, 403],
  ['a browser that says cross-site', { headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403],
  ['a browser that says same-site', { headers: { 'Sec-Fetch-Site': 'same-site' } }, 403],
  ['a name that was rebound to this machine', { headers: { Host: 'evil.example:4010' } }, 403],
  ['a name that only looks local', { headers: { Host: 'localhost.evil.example' } }, 403],
  ['a name that hides in another', { headers: { Host: 'localhost@evil.example' } }, 403],
  ['an address that only begins like ours', { headers: { Host: '127.0.0.1.evil.example' } }, 403],
  ['JSON of a page', posted('{}', { ...asJson, Origin: evil }), 403],
  ['a form', posted('a=1', { 'Content-Type': form, Origin: evil }), 403],
  ['a form of an old browser that tells no origin', posted('a=1', { 'Content-Type': form }), 415],
  ['JSON sent as a text', posted('{"roles":[]}', { 'Content-Type': 'text/plain' }), 415],
  ['JSON without a type', posted('{}'), 415],
  [
    'a browser that asks first',
    {
      method: 'OPTIONS',
      path: '/callers',
      headers: { Origin: evil, 'Access-Control-Request-Method': 'POST' },
    },
    403,
  ],
])('%s: in the first world and in made ones alike', async (_who, sent, status) => {
  await using server = await startServer();
  const before = server.state();
  const { id } = await server.createWorld();
  for (const plane of ['/__admin', `/__worlds/${id}/__admin`]) {
    const answer = await send(server.baseUrl, sent, plane);
    expect(answer.status).toBe(status);
    if (status === 200) continue;
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problem(answer.body)).toMatchObject({ status, detail: expect.stringMatching(/\.$/) });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-'))).toEqual([]);
  }
  expect(server.state()).toEqual(before);
});

test('responses may not be cached, sniffed or used by other origins', async () => {
  await using server = await startServer();
  expect((await send(server.baseUrl, {})).headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

test('beyond this machine the plane is off, says why, and health still answers', async () => {
  await using server = await startServer({ host: '0.0.0.0' });
  expect(server.controllable).toBe(false);
  const url = server.baseUrl.replace('0.0.0.0', '127.0.0.1');
  const answer = await send(url, {});
  expect(answer.status).toBe(404);
  expect(problem(answer.body)).toMatchObject({
    type: 'urn:abuse-feed:problem:switched-off',
    detail: expect.stringContaining('--admin-token'),
  });
  expect((await send(url, { path: '/health' })).status).toBe(200);
  expect((await send(url, { path: '/console' })).status).toBe(404);
});

test.each([
  ['no token', undefined, 401],
  ['another token', 'Bearer other', 401],
  ['the token without its scheme', 'a-secret-of-sixteen', 401],
  ['the token', 'Bearer a-secret-of-sixteen', 200],
  ['the token, the scheme in lower case', 'bearer a-secret-of-sixteen', 200],
])('with an admin token, %s is answered with %i', async (_what, authorization, status) => {
  for (const host of ['0.0.0.0', '127.0.0.1']) {
    await using server = await startServer({ host, adminToken: 'a-secret-of-sixteen' });
    const url = server.baseUrl.replace('0.0.0.0', '127.0.0.1');
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const answer = await send(url, { headers });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer realm="admin"');
  }
});

test('with an admin token, a browser is led to the console, and nothing else opens by it', async () => {
  await using server = await startServer({ adminToken: 'a-secret-of-sixteen' });
  const { id } = await server.createWorld();
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const plane of ['/__admin', `/__worlds/${id}/__admin`]) {
    for (const path of ['', '/']) {
      const answer = await send(server.baseUrl, { path, headers }, plane);
      expect({ status: answer.status, location: answer.headers.location }).toEqual({
        status: 307,
        location: `${plane}/console/`,
      });
      expect((await send(server.baseUrl, { path }, plane)).status).toBe(401);
      const posted = await send(server.baseUrl, { method: 'POST', path, headers }, plane);
      expect(posted.status).toBe(401);
    }
    expect((await send(server.baseUrl, { path: '/state', headers }, plane)).status).toBe(401);
  }
});

test.each([
  [{}, false],
  [{ Authorization: 'Bearer wrong' }, false],
  [{ Authorization: 'Bearer a-secret-of-sixteen' }, true],
])('the console asks with %j whether it is admitted: %s', async (headers, isAdmitted) => {
  await using server = await startServer({ adminToken: 'a-secret-of-sixteen' });
  const answer = await fetch(`${server.baseUrl}/__admin/console/token`, { headers });
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 200,
    body: { isAdmitted },
  });
});

test.each(['127.0.0.1', '127.0.0.2', 'localhost'])(
  'a request to %s by another name is refused with the right one',
  async (host) => {
    await using server = await startServer({ host });
    const answer = await send(server.baseUrl, { headers: { Host: 'evil.example' } });
    expect(problem(answer.body).detail).toContain(`Use ${host} as the host name.`);
  },
);

test('with an admin token, other names of the machine are fine where it listens on all', async () => {
  await using server = await startServer({ host: '0.0.0.0', adminToken: 'a-secret-of-sixteen' });
  const url = server.baseUrl.replace('0.0.0.0', '127.0.0.1');
  const headers = { Host: 'build-box:4010', Authorization: 'Bearer a-secret-of-sixteen' };
  expect((await send(url, { headers })).status).toBe(200);
  const fromPage = { ...headers, Origin: 'https://evil.example' };
  expect((await send(url, { headers: fromPage })).status).toBe(403);
});

test('at the public URL without an admin token, the plane asks for one, and not for another host alone', async () => {
  await using server = await startServer({ publicUrl: 'https://feed.example/x' });
  const headers = { Host: 'feed.example' };
  const { status, detail } = problem((await send(server.localUrl, { headers })).body);
  expect(status).toBe(403);
  expect(detail).toBe(
    'The Host header is "feed.example", as in the public URL. There, the control plane needs an admin token: start the server with --admin-token or ABUSE_FEED_ADMIN_TOKEN, in a program with adminToken. Or use 127.0.0.1 as the host name.',
  );
});
