import { expect, test } from 'vitest';
import { startServer } from '../server.ts';

test.each([
  ['/feed/tunnelco/api?report=x&token=token-reader', '/feed/tunnelco/api?report=x&token=$TOKEN'],
  ['/feed/tunnelco/api?auth=Bearer%20token-reader', '/feed/tunnelco/api?auth=$TOKEN'],
  ['/feed/tunnelco/api?auth=Bearer+%74oken-reader', '/feed/tunnelco/api?auth=$TOKEN'],
  ['/private/sample/token-analyst', '/private/sample/$TOKEN'],
  ['/nowhere/token-reader;a', '/nowhere/$TOKEN;a'],
  ['/nowhere/token-readers?a=%', '/nowhere/$TOKENs?a=%'],
])('%s is shown as %s, in the log and among the requests seen', async (sent, redacted) => {
  const logged: object[] = [];
  await using server = await startServer({ log: (entry) => void logged.push(entry) });
  await (await fetch(server.baseUrl + sent)).text();
  await expect.poll(() => logged).toMatchObject([{ url: redacted }]);
  expect(server.requests()).toMatchObject([{ request: { url: redacted } }]);
  // What is wrong with a request is said in words that may quote it.
  const said = JSON.stringify([logged, server.requests()]);
  expect(said).not.toMatch(/token-(reader|analyst)(?!s)/);
});

test('in a world of its own, its own tokens are hidden', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  const { token } = await world.mintCaller({ id: 'mine' });
  await (await fetch(`${world.baseUrl}/feed/tunnelco/api?t=${encodeURIComponent(token)}`)).text();
  expect(world.requests()).toMatchObject([{ request: { url: '/feed/tunnelco/api?t=$TOKEN' } }]);
});

const secret = '7Hq2-kLm9-xyz0-88ab';
const callers = [{ id: 'robot', name: 'Robot', token: secret, roles: ['researcher' as const] }];

/** Where a request may have a token, and how it may spell it. */
const places: { readonly [name: string]: (url: string) => Promise<Response> } = {
  'a service': (url) => fetch(`${url}/feed/${secret}/api`, { headers: { authorization: secret } }),
  'a path, in upper case': (url) => fetch(`${url}/of/${secret.toUpperCase()}/x`),
  'a path, in brackets': (url) => fetch(`${url}/of/[${secret}]`),
  'a path, in hexadecimal': (url) => fetch(`${url}/${Buffer.from(secret).toString('hex')}`),
  'a world': (url) => fetch(`${url}/__worlds/${secret}/feed/tunnelco/api`),
  'a query, as JSON': (url) =>
    fetch(`${url}/feed/tunnelco/api?report=${encodeURIComponent(`{"by":"${secret}"}`)}`),
  'a content type': (url) =>
    fetch(`${url}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { authorization: secret, 'content-type': `text/x-${secret}` },
      body: '{}',
    }),
  'an invalid field': (url) =>
    fetch(`${url}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { authorization: secret, 'content-type': 'application/json' },
      body: JSON.stringify({ [secret]: 1, file256Hash: secret, tags: [secret] }),
    }),
  'a token that nobody has': (url) =>
    fetch(`${url}/of/un-known-8812-99zz`, { headers: { authorization: 'un-known-8812-99zz' } }),
};

test.each(Object.entries(places))('no entry of the log shows a token: %s', async (_, send) => {
  const logged: object[] = [];
  const log = (entry: object): void => void logged.push(entry);
  await using server = await startServer({ log, add: { callers } });
  await (await send(server.baseUrl)).text();
  await expect.poll(() => logged).toHaveLength(1);
  const shown = JSON.stringify(logged).toLowerCase();
  for (const part of ['7hq2-klm9-xyz0', '37487132', 'un-known-8812'])
    expect(shown).not.toContain(part);
});

test('of a long body, no token is left where it is cut', async () => {
  const dialect = { 'create.body-limit': 1_048_576 };
  await using server = await startServer({ add: { callers }, dialect });
  const body = `{"name":"${'x'.repeat(64 * 1024 - 20)}${secret}"}`;
  const headers = { authorization: secret, 'content-type': 'application/json' };
  await (
    await fetch(`${server.baseUrl}/feed/tunnelco/api`, { method: 'POST', headers, body })
  ).text();
  expect(server.requests()[0]?.request.body).toMatch(/x\$TOKEN?/);
});

test('the control plane shows no token that is to be hidden', async () => {
  const hiddenTokens = new Set([secret]);
  await using server = await startServer({ add: { callers }, hiddenTokens } as object);
  const headers = { authorization: secret, 'content-type': 'application/json', 'x-by': secret };
  const body = JSON.stringify({ name: secret });
  await (
    await fetch(`${server.baseUrl}/feed/tunnelco/api`, { method: 'POST', headers, body })
  ).text();
  for (const place of ['callers', 'state', 'requests', 'requests/har', 'findings', 'worlds']) {
    const shown = await (await fetch(`${server.baseUrl}/__admin/${place}`)).text();
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain('problem');
  }
  const listed = await (await fetch(`${server.baseUrl}/__admin/callers`)).text();
  expect(listed).toContain('"id":"robot"');
  expect(listed).toContain('"token":"$TOKEN"');
  expect(listed).toContain('token-reader');
});
