import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { authorityFile, tls } from '../../http/tls/tls-for-tests.test.support.ts';
import { startServer } from '../../server.ts';
import { answering, listening } from '../../traffic/listening.test.support.ts';
import { ran } from '../terminal.test.support.ts';

function said(args: string[], env: Record<string, string> = {}) {
  return ran(['health', ...args], { env });
}

test('a stand-in that answers is healthy, by its URL and by the variables it was started with', async () => {
  await using server = await startServer();
  const { port } = new URL(server.baseUrl);
  const healthy = { code: 0, out: `The stand-in at ${server.baseUrl} is healthy.\n`, err: '' };
  expect(await said(['--url', `${server.baseUrl}/`])).toEqual(healthy);
  expect(await said([], { PORT: port })).toEqual(healthy);
  expect(await said([], { PORT: port, HOST: '0.0.0.0' })).toEqual(healthy);
});

test('an admin token is not needed, nor a control plane', async () => {
  await using locked = await startServer({ adminToken: 'a-secret-of-sixteen' });
  expect(await said(['--url', locked.baseUrl])).toMatchObject({ code: 0 });
  await using open = await startServer({ host: '0.0.0.0' });
  const { port } = new URL(open.baseUrl);
  expect(await said([], { PORT: port, HOST: '0.0.0.0' })).toMatchObject({ code: 0 });
});

test('a stand-in with TLS is asked by TLS; by its URL, its authority has to be trusted', async () => {
  await using server = await startServer({ tls });
  const { port } = new URL(server.baseUrl);
  const healthy = { code: 0, out: `The stand-in at ${server.baseUrl} is healthy.\n`, err: '' };
  expect(await said([], { PORT: port })).toEqual(healthy);
  expect(await said(['--url', server.baseUrl, '--ca', authorityFile])).toEqual(healthy);
  expect(await said(['--url', server.baseUrl], { ABUSE_FEED_CA: authorityFile })).toEqual(healthy);
  const stranger = await said(['--url', server.baseUrl]);
  expect(stranger.code).toBe(1);
  expect(stranger.err).toMatch(/CERT|SIGNATURE/);
});

test('an absent, silent or different server is unhealthy', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const { port } = new URL(await listening(silent));
  const late = await said([], { PORT: port });
  expect(late.code).toBe(1);
  expect(late.err).toContain('no response in 3 s.');

  await using server = await startServer();
  const wrong = await said(['--url', `${server.baseUrl}/__worlds/none`]);
  expect(wrong.code).toBe(1);
  expect(wrong.err).toMatch(/not healthy: .+\.\n$/);

  const { baseUrl } = server;
  await server.close();
  const gone = await said(['--url', baseUrl]);
  expect(gone.code).toBe(1);
  expect(gone.err).toContain('(ECONNREFUSED).');
});

test.each<[what: string, answer: (response: ServerResponse) => void, says: string]>([
  ['a page', (to) => to.end('<h1>It works</h1>'), 'what responds there is no stand-in.'],
  ['other JSON', (to) => to.end('{"status":"UP"}'), 'what responds there is no stand-in.'],
  ['null', (to) => to.end('null'), 'what responds there is no stand-in.'],
  [
    'a compressed body',
    (to) => to.setHeader('content-encoding', 'gzip').end(gzipSync('0'.repeat(1 << 20))),
    'what responds there is no stand-in.',
  ],
  [
    'a body without end',
    (to) => {
      const more = (error?: unknown) =>
        void (error ?? to.write('{"status":"ok"} '.repeat(1000), more));
      to.on('error', () => {});
      more();
    },
    'what responds there is no stand-in.',
  ],
  [
    'a problem that is not ours',
    (to) => to.writeHead(503).end('{"detail":"\\u001b[2J"}'),
    'it responds with 503.',
  ],
])('%s is not taken for a stand-in', async (_what, answer, says) => {
  const url = await answering((_, response) => answer(response));
  const err = `abuse-feed: The stand-in at ${url} is not healthy: ${says}\n`;
  expect(await said(['--url', url])).toEqual({ code: 1, out: '', err });
});
