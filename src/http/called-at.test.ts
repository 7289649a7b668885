import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';

const made = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/__admin/worlds`, { method: 'POST', headers });
  return ((await answer.json()) as { baseUrl: string }).baseUrl;
};

test('behind a proxy on this machine, URLs are those that the proxy was asked for', async () => {
  await using server = await startServer();
  const forwarded = {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'feed.example, 10.0.0.1',
    'X-Forwarded-Prefix': '/stand-in',
  };
  expect(await made(server.baseUrl, forwarded)).toBe('https://feed.example/stand-in/__worlds/1');
  const contract = await fetch(`${server.baseUrl}/openapi.json`, { headers: forwarded });
  const { servers } = (await contract.json()) as { servers: { url: string }[] };
  expect(servers[0]?.url).toBe('https://feed.example/stand-in');
  const odd = { 'X-Forwarded-Host': 'a/b', 'X-Forwarded-Proto': 'javascript' };
  expect(await made(server.baseUrl, odd)).toBe(`${server.baseUrl}/__worlds/2`);
});

test('a public URL is that of the server and of its worlds', async () => {
  await using server = await startServer({ publicUrl: 'https://feed.example/x/' });
  expect(server.baseUrl).toBe('https://feed.example/x');
  expect((await server.createWorld()).baseUrl).toBe('https://feed.example/x/__worlds/1');
  expect(server.adminUrl).toBe('https://feed.example/x/__admin');
  expect((await fetch(`${server.localUrl}/openapi.yaml`)).status).toBe(200);
  await expect(startServer({ publicUrl: 'feed.example' })).rejects.toThrow(
    'expected a URL such as',
  );
});
