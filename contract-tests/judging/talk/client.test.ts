import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Ask } from './ask.ts';
import { about, answerTo, caller, clientOf, serviceAt, text } from './client.test.support.ts';
import { Client } from './client.ts';

/** Lets the next connection in when the one before has ended. */
function oneAtATime(server: Server): void {
  const [serve] = server.listeners('connection') as ((socket: Socket) => void)[];
  let before: Promise<unknown> = Promise.resolve();
  server.removeAllListeners('connection').on('connection', (socket) => {
    const closed = new Promise((done) => socket.once('close', done));
    before = before.then(() => {
      serve?.call(server, socket);
      return closed;
    });
  });
}

/** A listener that answers everything alike, and shows each request first. */
function refusing(seen: (request: IncomingMessage) => unknown = () => undefined): RequestListener {
  return (request, response) => {
    seen(request);
    response.writeHead(404, { 'content-type': 'application/json' }).end(text);
  };
}

test('of a body, its padding is sent and not kept; of a long one, a part is kept, and its length', async () => {
  let length: string | undefined;
  const client = await clientOf(refusing(({ headers }) => (length = headers['content-length'])));
  const creating = { operation: 'create', caller, about };
  const way = { padTo: 40_000 };
  const padded = await client.ask({ ...creating, body: '{}', way });
  expect(length).toBe('40000');
  expect(padded.exchange).toMatchObject({ request: { body: '{}' }, way });
  const body = JSON.stringify({ tags: ['a'.repeat(40_000)] });
  const { exchange } = await client.ask({ ...creating, body });
  expect(exchange.request.body?.length).toBeLessThan(40_000);
  expect(exchange.sentLength).toBe(body.length);
});

test('what is special about a request is kept with its exchange', async () => {
  const client = await clientOf(refusing());
  const ask = { operation: 'fetch', caller, about };
  const special = { atOnce: true, isRetry: true, scenario: 'a' };
  const plain = await client.ask(ask);
  expect(plain.exchange).toMatchObject({ number: 1, throttled: false });
  for (const name of [...Object.keys(special), 'kept', 'connection'])
    expect(plain.exchange).not.toHaveProperty(name);
  const odd = await client.overOneConnection((connection) =>
    client.ask({ ...ask, ...special, connection }),
  );
  expect(odd.exchange).toMatchObject({ ...special, number: 2, kept: true, connection: 0 });
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
  await client.untilSettled();
});

test('who has stopped responding is not asked any more', async () => {
  const service = serviceAt('http://127.0.0.1:9');
  let now = 0;
  const clock = { now: () => (now += 5_000), sleep: async () => undefined };
  const client = new Client(service, { clock, onAnswer: () => undefined });
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
  const headers: (string | undefined)[] = [];
  const client = await clientOf(
    refusing((request) => headers.push(request.headers.connection)),
    { prepare: oneAtATime },
  );
  const fetch = async (how: Partial<Ask> = {}): Promise<number | undefined> =>
    (await client.ask({ operation: 'fetch', caller, about, ...how })).exchange.connection;
  const used = [await fetch()];
  await client.overOneConnection(async (connection) => {
    used.push(await fetch({ connection }), await fetch({ connection }));
  });
  used.push(await fetch());
  expect(used).toEqual([undefined, 0, 0, undefined]);
  expect(headers).toEqual(['close', 'keep-alive', 'keep-alive', 'close']);
});

test('a server that serves one connection at a time gets many requests, and those that share one, in turn', async () => {
  const client = await clientOf(refusing(), { prepare: oneAtATime });
  const ask = { operation: 'fetch', caller, about };
  const inPairs = Array.from({ length: 10 }, () =>
    client.overOneConnection(async (connection) => {
      await client.ask({ ...ask, connection });
      await client.ask({ ...ask, connection });
    }),
  );
  const alone = Array.from({ length: 10 }, () => client.ask(ask));
  await Promise.all([...inPairs, ...alone]);
  expect(client.exchanges).toHaveLength(30);
});

test.each([
  { answers: 1, numbers: [0, undefined, undefined] },
  { answers: 2, numbers: [0, 0, undefined] },
  { answers: 9, numbers: [0, 0, 0] },
])(
  'of a server that closes a shared connection after $answers, all requests are answered',
  async ({ answers, numbers }) => {
    const answered = new WeakMap<Socket, number>();
    const client = await clientOf(({ socket }, response) => {
      const nth = (answered.get(socket) ?? 0) + 1;
      answered.set(socket, nth);
      response.writeHead(404, { 'content-type': 'application/json' }).end(text);
      if (nth === answers) response.once('finish', () => socket.end());
    });
    const used: (number | undefined)[] = [];
    await client.overOneConnection(async (connection) => {
      for (let nth = 0; nth < 3; nth += 1) {
        const answer = await client.ask({ operation: 'create', caller, about, connection });
        used.push(answer.exchange.connection);
      }
    });
    expect(used).toEqual(numbers);
  },
);

test('a counted call never shares a connection', async () => {
  const headers: (string | undefined)[] = [];
  const client = await clientOf(refusing((request) => headers.push(request.headers.connection)));
  const ask = { operation: 'fetch', caller, about };
  await client.overOneConnection(async (connection) => {
    await client.ask({ ...ask, connection });
    await client.ask({ ...ask, connection, once: true });
  });
  expect(headers).toEqual(['keep-alive', 'close']);
});

test('who is asked to wait on a shared connection leaves it, and is served on another', async () => {
  const waiting = '{"error":"slow down","successful":false}';
  let isBusy = true;
  const client = await clientOf((_, response) => {
    const status = isBusy ? 429 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(isBusy ? waiting : text);
    isBusy = false;
  });
  const [first, second] = await client.overOneConnection(async (connection) => {
    const ask = { operation: 'fetch', caller, about, connection };
    return [await client.ask(ask), await client.ask(ask)];
  });
  expect(first?.exchange.response.status).toBe(404);
  expect(second?.exchange).toMatchObject({ response: { status: 404 }, kept: true });
  expect(second?.exchange).not.toHaveProperty('connection');
});

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
