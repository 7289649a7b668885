import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listening } from '../../src/traffic/listening.test.support.ts';
import { type LinkDelay, startSlowLink } from './slow-link.ts';

/** What a client reads that sends two requests on one connection, and how long it was made to wait. */
async function conversation(
  delay: LinkDelay,
  released: (waits: readonly { readonly ms: number; readonly end: () => void }[]) => void,
) {
  let connections = 0;
  const server = createServer((request, response) => response.end(request.url));
  server.on('connection', () => {
    connections += 1;
  });
  const url = await listening(server);
  const waits: { ms: number; end: () => void }[] = [];
  const link = await startSlowLink({ baseUrl: url, analysisUrl: `${url}/a` }, delay, (ms) => {
    const waited = new Promise<void>((end) => waits.push({ ms, end }));
    released(waits);
    return waited;
  });
  const client = connect(Number(new URL(link.baseUrl).port), '127.0.0.1');
  client.write('GET /one HTTP/1.1\r\nHost: a\r\n\r\n');
  client.end('GET /two HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const read = await text(client);
  await link.close();
  return { read, connections, waits: waits.map(({ ms }) => ms), analysisUrl: link.analysisUrl };
}

test('answers that are late come in order, on the connection of the client, though the last is due first', async () => {
  const delay: LinkDelay = { what: 'answers', least: 300, most: 1600 };
  const { read, connections, waits } = await conversation(delay, (all) => {
    // The end of the connection is the last to be delayed.
    if (all.length >= 2) for (const { end } of all.toReversed()) end();
  });
  expect(read).toMatch(/^HTTP\/1\.1 200 .*\/one.*HTTP\/1\.1 200 .*\/two$/s);
  expect(connections).toBe(1);
  expect(waits.every((ms) => ms >= 300 && ms <= 1600)).toBe(true);
  expect(new Set(waits).size).toBe(waits.length);
});

test('a connection that is accepted late delays nothing else', async () => {
  const delay: LinkDelay = { what: 'connections', least: 1100, most: 1100 };
  const { read, waits, analysisUrl } = await conversation(delay, (all) => all.at(-1)?.end());
  expect(read).toContain('/two');
  expect(waits).toEqual([1100]);
  expect(analysisUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a$/);
});
