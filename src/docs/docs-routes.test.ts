import { request } from 'undici';
import { expect, test } from 'vitest';
import { exchange } from '../http/raw-exchange.test.support.ts';
import { startServer } from '../server.ts';

test('the document can be downloaded in both forms, as the dialect has it', async () => {
  await using server = await startServer({ dialect: 'contrary' });
  const json = await (await fetch(`${server.baseUrl}/docs/openapi.json`)).json();
  const own = await (await fetch(`${server.baseUrl}/openapi.json`)).json();
  expect(json).toEqual(own);
  const yaml = await fetch(`${server.baseUrl}/docs/openapi.yaml`);
  expect(yaml.headers.get('content-type')).toContain('application/yaml');
  expect(await yaml.text()).toContain('openapi: 3.0.3');
});

test('pages come with a strict policy and are of no use to other origins', async () => {
  await using server = await startServer();
  for (const path of [
    '/docs/',
    '/docs/specification.html',
    '/docs/theme.js',
    '/__admin/console/',
  ]) {
    const { headers } = await fetch(`${server.baseUrl}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('tokens are shown only to who calls this machine by a name of its own', async () => {
  await using server = await startServer();
  const page = async (host?: string) => {
    const { body } = await request(`${server.baseUrl}/docs/`, { headers: host ? { host } : {} });
    return body.text();
  };
  expect(await page()).toContain('token-researcher-1');
  expect(await page('rebound.example:4010')).not.toContain('token-researcher-1');
});

test('unknown files of the reference are as unknown as any other path', async () => {
  await using server = await startServer();
  for (const file of ['nothing.html', '__proto__', 'constructor', '..%2Fpackage.json', 'a/b.js']) {
    const answer = await fetch(`${server.baseUrl}/docs/${file}`);
    expect(answer.status, file).toBe(404);
    expect(await answer.json()).toMatchObject({ successful: false });
  }
});

test('people who open the server in a browser get to a page, programs to what there is', async () => {
  await using server = await startServer();
  const { baseUrl } = await server.createWorld({ id: 'mine' });
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const [from, to] of [
    ['/', '/docs/'],
    ['/?x=1', '/docs/'],
    ['/__worlds/mine', '/__worlds/mine/docs/'],
    ['/__worlds/mine/', '/__worlds/mine/docs/'],
  ] as const) {
    const answer = await fetch(`${server.baseUrl}${from}`, { headers });
    expect({ status: answer.status, url: answer.url }, from).toEqual({
      status: 200,
      url: `${server.baseUrl}${to}`,
    });
  }
  for (const url of [server.baseUrl, baseUrl]) {
    const answer = await fetch(url);
    expect(answer.headers.get('vary')).toBe('Accept');
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 200,
      body: {
        name: 'abuse-feed-kit',
        feed: `${url}/feed/{service}/api`,
        lookup: `${url}/private/sample/{hash}`,
        contract: `${url}/openapi.json`,
        docs: `${url}/docs/`,
        control: `${url}/__admin`,
        health: `${url}/__admin/health`,
      },
    });
  }
  for (const asked of [{}, { headers }]) {
    const answer = await fetch(`${server.baseUrl}/__worlds/gone`, asked);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 404,
      body: { successful: false },
    });
  }
});

test.each([
  '/docs/nothing.html',
  '/docs/a/b?c',
  '/__worlds/gone/docs/',
  '/__worlds/mine/docs/nothing',
  '/__admin/console/nothing.html',
])('%s, which is not there, is a page for a browser, with a way back', async (path) => {
  await using server = await startServer();
  await server.createWorld({ id: 'mine' });
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const url = `${server.baseUrl}${path}`;
  const answer = await fetch(url, { headers });
  expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
    status: 404,
    contentType: 'text/html; charset=utf-8',
  });
  const links = [...(await answer.text()).matchAll(/ (?:href|src)="([^"]+)"/g)];
  const targets = links.map(([, to = '']) => to).filter((to) => !to.startsWith('data:'));
  expect(targets).toHaveLength(5);
  for (const to of targets) expect((await fetch(new URL(to, url))).status, to).toBe(200);
  const program = await fetch(url);
  expect(program.status).toBe(404);
  expect(program.headers.get('content-type')).toContain('json');
});

test.each(['/doc', '/__worlds/gone', '/console/%', '/feed/tunnelco', '/__admin/nothing'])(
  '%s, typed into a browser, is a page, and for whatever fetches it an error of the API',
  async (path) => {
    await using server = await startServer();
    const head = `GET ${path} HTTP/1.1\r\nHost: ${new URL(server.baseUrl).host}\r\nConnection: close\r\nAccept: text/html,*/*;q=0.8\r\n`;
    const typed = await exchange(server.baseUrl, `${head}Sec-Fetch-Mode: navigate\r\n\r\n`);
    expect({ status: typed.status, contentType: typed.headers['content-type'] }).toEqual({
      status: 404,
      contentType: 'text/html; charset=utf-8',
    });
    expect(typed.body).toContain('There is no such page');
    expect(server.countRequests()).toBe(0);
    const fetched = await exchange(server.baseUrl, `${head}Sec-Fetch-Mode: cors\r\n\r\n`);
    expect(fetched.headers['content-type']).toMatch(/^application\/(problem\+)?json$/);
  },
);

test.each([
  '/',
  '/docs/',
  '/docs/design.css',
  '/openapi.json',
  '/openapi.yaml',
  '/__admin/console/',
  '/__admin/health',
  '/__admin/version',
  '/__admin/state',
  '/__admin/requests',
  '/__admin/openapi.json',
  '/__worlds/mine',
  '/__worlds/mine/__admin/dialect',
])('HEAD %s is answered as GET is, without the body', async (path) => {
  await using server = await startServer();
  await server.createWorld({ id: 'mine' });
  const headers = { Accept: 'application/json, text/plain, */*' };
  const got = await fetch(`${server.baseUrl}${path}`, { headers });
  const head = await fetch(`${server.baseUrl}${path}`, { method: 'HEAD', headers });
  expect({
    status: head.status,
    contentType: head.headers.get('content-type'),
    text: await head.text(),
  }).toEqual({ status: got.status, contentType: got.headers.get('content-type'), text: '' });
  expect(got.status).toBe(200);
});
