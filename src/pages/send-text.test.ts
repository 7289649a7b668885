import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { startServer } from '../server.ts';

async function asked(url: string, encodings?: string) {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const answer = await request(url, { headers });
  return { headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test.each([
  '/docs/',
  '/docs/docs.css',
  '/openapi.yaml',
  '/__admin/console/console.js',
  '/__admin/openapi.json',
])('%s is compressed for who takes it, and plain for others', async (path) => {
  await using server = await startServer();
  const url = server.baseUrl + path;
  const plain = await asked(url);
  const refused = await asked(url, 'gzip;q=0, identity');
  const short = await asked(url, 'gzip, deflate, br');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(refused.headers['content-encoding']).toBeUndefined();
  expect(short.headers['content-encoding']).toBe('gzip');
  expect(short.headers.vary).toContain('Accept-Encoding');
  expect(short.headers['content-type']).toBe(plain.headers['content-type']);
  expect(short.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(gunzipSync(short.bytes).equals(plain.bytes)).toBe(true);
});

test('the API and short texts stay as they are', async () => {
  await using server = await startServer();
  const hash = server.state().analyses[0]?.sha256Hash;
  for (const path of [`/private/sample/${hash}`, '/__admin/health']) {
    const { headers } = await asked(server.baseUrl + path, 'gzip');
    expect(headers['content-encoding'], path).toBeUndefined();
  }
});
