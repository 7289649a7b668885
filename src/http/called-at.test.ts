import { expect, test } from 'vitest';
import { startServer } from '../server.ts';

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
