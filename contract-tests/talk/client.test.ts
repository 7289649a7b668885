import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { checkedTarget } from '../target/target-check.ts';
import { connect } from './client.ts';
import { longestJudgedBody } from './exchange.ts';

const targetAt = (baseUrl: string) =>
  checkedTarget({
    baseUrl,
    service: 'tunnelco',
    areas: ['feed'],
    tokens: { researcher: 'secret-1' },
  });
const caller = { key: 'tokens.researcher', authorization: 'secret-1' };
const about = { service: 'tunnelco', report: 'none' };

interface ClientSetup {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly prepare?: (server: Server) => void;
  readonly atOnce?: number;
}

/** A client of a server that does this, as long as the test goes on. */
const clientOf = async (
  listener: RequestListener,
  { signal, timeoutMs, prepare, atOnce }: ClientSetup = {},
) => {
  const server = createServer(listener);
  prepare?.(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const target = targetAt(`http://127.0.0.1:${port}`);
  const pace = { timeoutMs: timeoutMs ?? target.pace.timeoutMs };
  const client = connect({ ...target, pace }, { signal, atOnce, onAnswer: () => undefined });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return client;
};

/** Lets the next connection in when the one before has ended. */
const oneAtATime = (server: Server): void => {
  const [serve] = server.listeners('connection') as ((socket: Socket) => void)[];
  let before: Promise<unknown> = Promise.resolve();
  server.removeAllListeners('connection').on('connection', (socket) => {
    const closed = new Promise((done) => socket.once('close', done));
    before = before.then(() => {
      serve?.call(server, socket);
      return closed;
    });
  });
};

/** What the kit makes of bytes that a server sends as JSON, or of what else it does. */
const answerTo = async (
  sent: Buffer | RequestListener,
  part: { readonly timeoutMs?: number } = {},
) => {
  const sends: RequestListener = (_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(sent);
  };
  const client = await clientOf(typeof sent === 'function' ? sent : sends, part);
  return client.ask({ operation: 'fetch', caller, about });
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
  ['in gzip', packed('gzip', padded(longestJudgedBody + 1))],
  ['in br', packed('br', padded(longestJudgedBody + 1))],
  ['in deflate', packed('deflate', padded(longestJudgedBody + 1))],
])('an answer %s that is too long to be kept is none', async (_what, listener) => {
  await expect(answerTo(listener)).rejects.toMatchObject({
    name: 'NoAnswer',
    message: 'the answer is longer than 10 MiB',
  });
});

test('an answer may be as long as what is kept of one, packed or not', async () => {
  const whole = padded(longestJudgedBody);
  expect(whole).toHaveLength(longestJudgedBody);
  expect(await answerTo(whole)).toMatchObject({ outcome: 'refusal' });
  expect(await answerTo(packed('gzip', whole))).toMatchObject({ outcome: 'refusal' });
});

test('a server that closes reused connections is still judged', async () => {
  const used = new WeakSet<Socket>();
  const client = await clientOf(({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.writeHead(404, { 'content-type': 'application/json' }).end(text);
    used.add(socket);
  });
  const statuses = [];
  for (const operation of ['delete', 'delete', 'fetch', 'fetch'] as const)
    statuses.push((await client.ask({ operation, caller, about })).exchange.response.status);
  expect(statuses).toEqual([404, 404, 404, 404]);
});

/** Sends a little now and then, for ever. */
const drips: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
};

test('a response that arrives byte by byte has a total limit', async () => {
  await expect(answerTo(drips, { timeoutMs: 150 })).rejects.toMatchObject({
    name: 'NoAnswer',
    message: 'the answer took more than 300 ms',
  });
});

test('a stop also ends requests with side effects if they are not answered soon', async () => {
  const stop = new AbortController();
  const methods = new Set<string | undefined>();
  const stopping: RequestListener = (request, response) => {
    drips(request, response);
    if (methods.add(request.method).size === 2) stop.abort(new Error('stopped'));
  };
  const client = await clientOf(stopping, { signal: stop.signal });
  const ended = (['create', 'fetch'] as const).map((operation) =>
    client.ask({ operation, caller, about }).catch((error: Error) => error.message),
  );
  expect(await Promise.all(ended)).toEqual(['stopped', 'stopped']);
  await client.settled();
});

test.each(['content-length', 'transfer-encoding'])(
  'a body that is truncated, according to its %s, is a broken response with what has arrived',
  async (framing) => {
    const { exchange } = await answerTo((_, response) => {
      const length = framing === 'content-length' ? { [framing]: text.length } : {};
      response.writeHead(200, { 'content-type': 'application/json', ...length });
      response.write(text.slice(0, 9), () => response.destroy());
    });
    expect(exchange.response).toMatchObject({ status: 200, body: text.slice(0, 9), cut: true });
  },
);

test('a 204 is complete without a body, whatever length it announces', async () => {
  const { exchange } = await answerTo((_, response) => {
    response.socket?.end('HTTP/1.1 204 No Content\r\ncontent-length: 46\r\n\r\n');
  });
  expect(exchange.response).toMatchObject({ status: 204, body: '' });
  expect(exchange.response).not.toHaveProperty('cut');
});

test('every third GET accepts compressed responses, and any that asks to', async () => {
  const client = await clientOf(({ headers }, response) => {
    response.writeHead(404, { 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify({ error: headers['accept-encoding'] ?? 'none' })));
  });
  const said = [];
  for (const [operation, encoding] of [
    ...Array.from({ length: 6 }, () => ['fetch'] as const),
    ...[['delete'] as const, ['delete', 'br'] as const],
  ]) {
    const asked = { operation, caller, about, ...(encoding && { encoding }) };
    said.push((await client.ask(asked)).body.error);
  }
  const all = 'gzip, deflate, br';
  expect(said).toEqual(['none', 'none', all, 'none', 'none', all, 'none', 'br']);
});

test.each([
  ['a long text', { report: { name: 'x'.repeat(4_000_000), id: 'a' }, successful: true }],
  ['a long list', { report: { tags: Array(1_000_000).fill(1), id: 'a' }, successful: true }],
  ['spaces', `{"report":${' '.repeat(4_000_000)}{"id":"a"},"successful":true}`],
])('of an answer with %s, the outlines are kept', async (_what, sent) => {
  const bytes = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent));
  const { exchange, body, outcome } = await answerTo(bytes);
  expect(body).toMatchObject({ report: { id: 'a' }, successful: true });
  expect(outcome).toBe('success');
  expect(exchange.response.body.length).toBeLessThan(40_000);
});

test('of a long page, the first and the last part are kept', async () => {
  const { exchange } = await answerTo(Buffer.from(`<p>${'x'.repeat(4_000_000)}</p>`));
  expect(exchange.response.body).toMatch(/^<p>x{10000,17000} … x{10000,17000}<\/p>$/);
});

test('who has stopped answering is not asked any more', async () => {
  const target = targetAt('http://127.0.0.1:9');
  let now = 0;
  const clock = { now: () => (now += 5_000), sleep: async () => undefined };
  const client = connect(target, { clock, onAnswer: () => undefined });
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
  expect(said[0]).toContain('ECONNREFUSED');
  expect(said.at(-1)).toBe('nothing is answered there');
});

test('of a server that serves one connection at a time, none stays open while another is used', async () => {
  const connections: (string | undefined)[] = [];
  const client = await clientOf(
    ({ headers }, response) => {
      connections.push(headers.connection);
      response.writeHead(404, { 'content-type': 'application/json' }).end(text);
    },
    { prepare: oneAtATime, atOnce: 1 },
  );
  const used = [];
  for (const kept of [false, true, true, false, true]) {
    const { exchange } = await client.ask({ operation: 'fetch', caller, about, kept });
    used.push(exchange.connection);
  }
  expect(used).toEqual([undefined, 0, 0, undefined, 1]);
  expect(connections).toEqual(['close', 'keep-alive', 'keep-alive', 'close', 'keep-alive']);
});

test.each([1, 2])(
  'a server that closes the shared connection after %i answers has new ones, as one',
  async (most) => {
    const answers = new WeakMap<Socket, number>();
    const client = await clientOf(({ socket }, response) => {
      const nth = (answers.get(socket) ?? 0) + 1;
      answers.set(socket, nth);
      response.writeHead(404, { 'content-type': 'application/json' }).end(text);
      if (nth === most) response.once('finish', () => socket.end());
    });
    const used = [];
    for (let nth = 0; nth < 6; nth += 1)
      used.push(await client.ask({ operation: 'create', caller, about, kept: true }));
    expect(new Set(used.map(({ exchange }) => exchange.connection))).toEqual(new Set([0]));
  },
);
