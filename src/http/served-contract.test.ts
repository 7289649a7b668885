import { request } from 'undici';
import { expect, test } from 'vitest';
import { applyDialect } from '../contract/apply-dialect.ts';
import type { Document } from '../contract/document.ts';
import { servedAt } from '../contract/published.ts';
import { randomDialect } from '../dialects/random.ts';
import { parseYaml } from '../document/yaml.ts';
import { startServer } from '../server.ts';

test('the document is served as the dialect makes it, as JSON and as YAML', async () => {
  const dialect = randomDialect(42);
  await using server = await startServer({ dialect });
  const json = await request(`${server.baseUrl}/openapi.json`);
  expect(json.headers['content-type']).toMatch(/^application\/json/);
  const document = servedAt(applyDialect(dialect), server.baseUrl);
  expect(await json.body.json()).toEqual(document);
  const yaml = await request(`${server.baseUrl}/openapi.yaml`);
  expect(yaml.headers['content-type']).toMatch(/^application\/yaml/);
  expect(parseYaml(await yaml.body.text())).toEqual(document);
  for (const { headers } of [json, yaml]) {
    const again = { headers: { 'If-None-Match': `"other", ${headers.etag}` } };
    const path = headers === json.headers ? 'openapi.json' : 'openapi.yaml';
    const same = await request(`${server.baseUrl}/${path}`, again);
    expect({ status: same.statusCode, text: await same.body.text() }).toEqual({
      status: 304,
      text: '',
    });
    server.setDialect('strict');
    expect((await request(`${server.baseUrl}/${path}`, again)).statusCode).toBe(200);
    server.setDialect(dialect);
  }
});

test('the document names the URL and the world it was asked for at, and never what is no host', async () => {
  await using server = await startServer();
  const { port } = new URL(server.baseUrl);
  const world = await server.createWorld({ id: 'mine' });
  const urlIn = async (url: string, host?: string): Promise<unknown> => {
    const { body } = await request(`${url}/openapi.json`, { headers: host ? { host } : {} });
    return ((await body.json()) as Document).servers[0]?.url;
  };
  expect(await urlIn(server.baseUrl)).toBe(server.baseUrl);
  expect(await urlIn(world.baseUrl)).toBe(world.baseUrl);
  expect(await urlIn(world.baseUrl, 'stand-in:80')).toBe('http://stand-in:80/__worlds/mine');
  expect(await urlIn(server.baseUrl, `[::1]:${port}`)).toBe(`http://[::1]:${port}`);
  for (const host of ['a b', 'evil.example/x', 'user@evil.example', '{base_url}', '"><script>']) {
    expect(await urlIn(server.baseUrl, host), host).toEqual(server.baseUrl);
  }
});

test('a public URL is that of the server and of its worlds', async () => {
  await using server = await startServer({ publicUrl: 'https://feed.example/x/' });
  expect(server.baseUrl).toBe('https://feed.example/x');
  expect((await server.createWorld()).baseUrl).toBe('https://feed.example/x/__worlds/1');
  expect(server.adminUrl).toBe('https://feed.example/x/__admin');
  expect((await fetch(`${server.localUrl}/openapi.yaml`)).status).toBe(200);
  await expect(startServer({ publicUrl: 'feed.example' })).rejects.toThrow(
    'expected a URL with http or https and without a query, such as',
  );
});
