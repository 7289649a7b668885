import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkedTarget } from '../target/target-check.ts';
import { readAnswer } from './answer.ts';
import { connect } from './client.ts';
import { longestBody } from './exchange.ts';

const targetAt = (baseUrl: string) =>
  checkedTarget({
    baseUrl,
    service: 'tunnelco',
    areas: ['feed'],
    tokens: { researcher: 'secret-1' },
  });
const caller = { key: 'tokens.researcher', authorization: 'secret-1' };

/** What the kit makes of bytes that a server sends as JSON, or of what else it does. */
const answerTo = async (sent: Buffer | RequestListener) => {
  const server = createServer(
    typeof sent === 'function'
      ? sent
      : (_, response) => {
          response.writeHead(404, { 'content-type': 'application/json' }).end(sent);
        },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const client = connect(targetAt(`http://127.0.0.1:${port}`), { onExchange: () => undefined });
  try {
    const about = { service: 'tunnelco', report: 'none' };
    return readAnswer(await client.ask({ operation: 'fetch', caller, about }));
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
};

const text = '{"error":"défaut","successful":false}';

test('JSON is UTF-8: in another encoding it cannot be read', async () => {
  expect(await answerTo(Buffer.from(text, 'utf8'))).toMatchObject({ outcome: 'refusal' });
  expect(await answerTo(Buffer.from(text, 'latin1'))).toMatchObject({ outcome: 'unreadable' });
});

const withoutEnd: RequestListener = (_, response) => {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(256 * 1024, ' ')));
  };
  response.writeHead(404, { 'content-type': 'application/json' });
  response.on('drain', more);
  more();
};

const packed =
  (encoding: 'gzip' | 'br' | 'deflate', bytes: Buffer): RequestListener =>
  (_, response) => {
    const pack = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }[encoding];
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    response.writeHead(404, headers).end(pack(bytes));
  };

const padded = (length: number): Buffer => Buffer.from(text.padEnd(length - 1, ' '));

test.each([
  ['without an end', withoutEnd],
  ['in gzip', packed('gzip', padded(longestBody + 1))],
  ['in br', packed('br', padded(longestBody + 1))],
  ['in deflate', packed('deflate', padded(longestBody + 1))],
])('an answer %s that is too long to be kept is none', async (_what, listener) => {
  await expect(answerTo(listener)).rejects.toMatchObject({
    name: 'NoAnswer',
    message: 'the answer is longer than 10 MiB',
  });
});

test('an answer may be as long as what is kept of one, packed or not', async () => {
  const whole = padded(longestBody);
  expect(whole).toHaveLength(longestBody);
  expect(await answerTo(whole)).toMatchObject({ outcome: 'refusal' });
  expect(await answerTo(packed('gzip', whole))).toMatchObject({ outcome: 'refusal' });
});

test('a server that hangs up where a connection is used again is heard all the same', async () => {
  const used = new WeakSet<Socket>();
  const server = createServer(({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.writeHead(404, { 'content-type': 'application/json' }).end(text);
    used.add(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const client = connect(targetAt(`http://127.0.0.1:${port}`), { onExchange: () => undefined });
  const about = { service: 'tunnelco', report: 'none' };
  const statuses = [];
  for (const operation of ['delete', 'delete', 'fetch', 'fetch'] as const)
    statuses.push((await client.ask({ operation, caller, about })).response.status);
  await client.close();
  server.close();
  expect(statuses).toEqual([404, 404, 404, 404]);
});

test('who has stopped answering is not asked any more', async () => {
  const target = targetAt('http://127.0.0.1:9');
  let now = 0;
  const clock = { now: () => (now += 5_000), sleep: async () => undefined };
  const client = connect(target, { clock, onExchange: () => undefined });
  const failing = () =>
    client
      .ask({ operation: 'delete', caller, about: { service: 'tunnelco', report: 'none' } })
      .then(
        () => 'answered',
        (error: Error) => error.message,
      );
  const said = [];
  for (let time = 0; time < 9; time += 1) said.push(await failing());
  await client.close();
  expect(said[0]).not.toContain('stopped answering');
  expect([said.at(-1), client.isGivenUp()]).toEqual(['the target has stopped answering', true]);
});
