import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { about, answerTo, caller, clientOf, serviceAt, text } from './client.test.support.ts';
import { connect } from './client.ts';

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

test('the padding of a body is sent, and not kept', async () => {
  let length: string | undefined;
  const client = await clientOf((request, response) => {
    length = request.headers['content-length'];
    response.writeHead(400, { 'content-type': 'application/json' }).end(text);
  });
  const way = { padTo: 40_000 };
  const { exchange } = await client.ask({ operation: 'create', caller, about, body: '{}', way });
  expect([length, exchange.request.body, exchange.way]).toEqual(['40000', '{}', way]);
});

test('what is special about a request is kept with its exchange', async () => {
  const client = await clientOf((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(text);
  });
  const special = { inFront: true, kept: true, atOnce: true, isRetry: true, scenario: 'a' };
  const ask = { operation: 'fetch', caller, about } as const;
  for (const [number, more] of [{}, special].entries()) {
    const { exchange } = await client.ask({ ...ask, ...more });
    expect(exchange).toMatchObject({ ...more, number: number + 1, throttled: false });
    const known = Object.keys(special).filter((name) => name in exchange);
    expect(known).toEqual(Object.keys(more));
  }
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
    message: 'the response took more than 300 ms',
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

test('who has stopped responding is not asked any more', async () => {
  const service = serviceAt('http://127.0.0.1:9');
  let now = 0;
  const clock = { now: () => (now += 5_000), sleep: async () => undefined };
  const client = connect(service, { clock, onAnswer: () => undefined });
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
  expect(said.at(-1)).toBe('nothing gets a response there');
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

test.each([
  [1, [0, 1, 2, 3, 4, 5]],
  [2, [0, 0, 1, 1, 2, 2]],
  [9, [0, 0, 0, 0, 0, 0]],
])(
  'of a server that closes the shared connection after %i answers, each has a number',
  async (most, numbers) => {
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
    expect(used.map(({ exchange }) => exchange.connection)).toEqual(numbers);
  },
);

test('the headers of the target go with every request, and are kept nowhere', async () => {
  const client = await clientOf(
    ({ headers }, response) => void response.writeHead(404).end(`"${headers['x-gate']}"`),
    { headers: { 'x-gate': 'open', 'user-agent': 'not this' } },
  );
  const { exchange } = await client.ask({ operation: 'delete', caller, about });
  expect(exchange.response.body).toBe('"open"');
  expect(exchange.request.headers).toMatchObject({ 'user-agent': 'abuse-feed-kit' });
  expect(exchange.request.headers).not.toHaveProperty('x-gate');
});
