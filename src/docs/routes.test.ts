import { request } from 'undici';
import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';

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
  for (const path of ['/docs/', '/docs/serve.html', '/docs/theme.js', '/__admin/console/']) {
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

test('a world has the guide as well', async () => {
  await using server = await startServer();
  const { baseUrl } = await server.createWorld();
  const page = await fetch(`${baseUrl}/docs/guide.html`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('<h1 id="abuse-feed-kit">');
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
    expect([file, answer.status]).toEqual([file, 404]);
    expect(await answer.json()).toMatchObject({ successful: false });
  }
});
