import { connect } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '../admin/control-plane.test.support.ts';
import { readConfig } from '../config/config-file.ts';
import { type FaultRule, type RunningServer, startServer } from '../index.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { create } from './create.test.support.ts';
import { goodReport, seededId, seededSha256 } from './request/sample-values.test.support.ts';
import { ask } from './sent-requests.test.support.ts';

const lookup = 'analyst GET /private/sample/HASH';
const stealer = { ...goodReport, tags: ['rat', 'stealer'] };
const other = { ...goodReport, c2Address: 'other.example:443', tags: ['rat'] };

/** The statuses of one request of each kind that a fault can be about. */
async function sendAll(server: RunningServer): Promise<number[]> {
  const answers = [
    await ask(server, 'reader GET FEED?report=ID'),
    await ask(server, 'analyst GET FEED?report=ID&page=2', { headers: { 'X-Trace': '7' } }),
    await ask(server, `researcher-1 POST FEED ${JSON.stringify(stealer)}`),
    await ask(server, `researcher-1 POST FEED ${JSON.stringify(other)}`),
    await ask(server, lookup),
  ];
  return answers.map(({ status }) => status);
}

const plain = [200, 200, 201, 201, 200];

type Scope = Pick<FaultRule, 'caller' | 'request' | 'nth' | 'operation'>;

test.each<[Scope, meets: number[]]>([
  [{ request: { headers: { 'x-TRACE': '7' } } }, [1]],
  [{ request: { query: { page: '2' } } }, [1]],
  [{ request: { body: { tags: ['rat'] } } }, [3]],
  [{ request: { body: stealer, exact: true } }, [2]],
  [{ request: { tag: 'rat' } }, [2, 3]],
  [{ request: { path: '/feed/tunnelco/api' }, operation: 'create' }, [2, 3]],
  [{ request: { report: seededId.toUpperCase() } }, [0, 1]],
  [{ request: { hash: seededSha256 } }, [4]],
  [{ request: { hash: goodReport.file256Hash.toUpperCase() } }, [2, 3]],
  [{ caller: 'analyst' }, [1, 4]],
  [{ request: { tag: 'rat' }, nth: 2 }, [3]],
])('a fault of %j meets these and no others, however it is given: %j', async (scope, meets) => {
  const fault = { type: 'reply' as const, status: 418, ...scope };
  const statuses = plain.map((status, at) => (meets.includes(at) ? 418 : status));
  await using server = await startServer();
  expect(await sendAll(server)).toEqual(plain);
  // An expectation finds the same requests.
  const { request: sent, nth, ...rest } = scope;
  const filter = { ...sent, ...rest };
  const found = server.requests(filter).map(({ id }) => id - 1);
  expect(nth === undefined ? found : found.slice(nth - 1, nth)).toEqual(meets);
  server.expectRequests({ ...filter, count: found.length });
  const answer = await call(server.adminUrl, 'POST /requests/expect', filter);
  expect(answer.body).toMatchObject({ requests: found.map((at) => ({ id: at + 1 })) });

  const file = join(folderWith({ 'my.yaml': JSON.stringify({ faults: [fault] }) }), 'my.yaml');
  const { faults = [] } = readConfig(file, file).config;
  for (const give of [
    () => server.addFault(fault),
    () => call(server.adminUrl, 'POST /faults', fault),
    () => faults.map(server.addFault),
  ]) {
    await server.reset();
    await give();
    expect(server.faults()).toMatchObject([fault]);
    expect(await sendAll(server)).toEqual(statuses);
  }
});

test.each<[object, string]>([
  [
    { request: { headers: { Authorization: 'x' } } },
    'the name of a header without a secret; for a token, name its caller',
  ],
  [{ request: { raport: 'x' } }, 'raport'],
  [{ nth: 0 }, 'nth is 0'],
  [
    { type: 'sequence', steps: [503], endless: true, times: 2 },
    'times and endless exclude each other; leave one of them out',
  ],
  [
    { type: 'reply', status: 401, headers: { A: ['1', 2] } },
    'expected a text that a header can carry',
  ],
])('a fault of %j is refused: %s', async (rule, says) => {
  await using server = await startServer();
  expect(() => server.addFault({ type: 'drop', ...rule } as FaultRule)).toThrow(says);
});

test('a body that a fault looks at is served afterwards as if nobody had', async () => {
  await using server = await startServer();
  server.addFault({ type: 'reply', status: 418, request: { tag: 'nobody has it' } });
  expect(await sendAll(server)).toEqual(plain);
  expect(server.countRequests({ outcome: 'created' })).toBe(2);
});

test('a computed reply meets the requests of its scope, and one that returns none is told as 500', async () => {
  await using server = await startServer();
  server.addFault({ times: 1, operation: 'create', reply: () => ({ status: 409 }) });
  server.addFault({
    request: { query: { page: '2' } },
    reply: async ({ url }) => ({ status: 418, body: { url } }),
  });
  server.addFault({ operation: 'lookup', reply: () => undefined as never });
  expect(await sendAll(server)).toEqual([200, 418, 409, 201, 500]);
  const named = server.requests().map(({ faults = [] }) => faults.join());
  expect(named).toEqual(['', 'fault-2', 'fault-1', '', 'fault-3']);
  expect(server.requests().at(-1)?.response.body).toContain(
    'cannot be computed: it is undefined; expected an object with status, headers, body',
  );
});

test('requests at the same time get no more computed replies than there are to be', async () => {
  await using server = await startServer();
  let resolve = () => {};
  const others = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  server.addFault({ times: 1, reply: () => others.then(() => ({ status: 418 })) });
  const statuses = [1, 2, 3].map(async () => (await ask(server, lookup)).status);
  await Promise.race(statuses);
  resolve();
  expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 418]);
});

/** The answer to a lookup under a fault, as it came. */
async function lookedUp(rule: FaultRule) {
  const waited: number[] = [];
  const server = await startServer({
    environment: { pause: async (ms: number) => void waited.push(ms) },
  } as object);
  onTestFinished(() => server.close());
  server.addFault(rule);
  const url = `${server.analysisUrl}/private/sample/${seededSha256}`;
  const answer = await request(url, { headers: { Authorization: 'token-analyst' } });
  return { server, answer, waited };
}

test.each<[part: object, type: string | undefined, text: string]>([
  [{ body: '<p>', headers: { 'Content-Type': 'text/html' } }, 'text/html', '<p>'],
  [{ body: 'no' }, 'application/json', '"no"'],
  [{ body: { down: true }, headers: { 'Retry-After': '9' } }, 'application/json', '{"down":true}'],
  [{}, undefined, ''],
])('a reply with %j comes instead of the answer as %s: %s', async (part, type, text) => {
  const { server, answer } = await lookedUp({ type: 'reply', status: 503, times: 1, ...part });
  expect(answer).toMatchObject({ statusCode: 503 });
  expect(answer.headers['content-type']).toBe(type);
  expect(await answer.body.text()).toBe(text);
  expect(server.state().allowances).toEqual({});
  expect((await ask(server, lookup)).status).toBe(200);
  expect(server.requests()).toMatchObject([
    { outcome: 'fault', faults: ['fault-1'] },
    { outcome: 'found' },
  ]);
});

test.each(['before', 'after'] as const)('a reply has values of the request, %s', async (when) => {
  await using server = await startServer();
  const body = {
    text: '{{request.method}} {{request.path.service}} by {{request.headers.X-Me}}: {{request.url}}',
    tags: '{{request.body.tags}}',
    first: ['{{request.body.tags.0}}!'],
    no: '{{request.body.x.y}}',
  };
  const headers = {
    'X-Tags': 'a{{request.body.tags.0}}-{{request.body.tags}}',
    'X-None': '-{{request.query.constructor}}',
    'Set-Cookie': ['a=1', 'b={{request.method}}'],
  };
  server.addFault({ type: 'reply', status: 299, when, headers, body });
  const tags = ['ü\r\n', 'rat'];
  const line = `researcher-1 POST FEED ${JSON.stringify({ ...goodReport, tags })}`;
  const answer = await ask(server, line, { headers: { 'x-me': 'me' } });
  expect(answer.status).toBe(299);
  const text = 'POST tunnelco by me: /feed/tunnelco/api';
  expect(await answer.json()).toEqual({ text, tags, first: ['ü\r\n!'], no: null });
  expect(answer.headers.get('x-tags')).toBe('a-["\\r\\n","rat"]');
  expect(answer.headers.get('x-none')).toBe('-');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=POST']);
});

test('a half-sent answer has its headers and half of its body', async () => {
  const { server, answer } = await lookedUp({ type: 'half' });
  expect(answer.statusCode).toBe(200);
  let received = 0;
  const reading = (async () => {
    for await (const chunk of answer.body) received += (chunk as Buffer).length;
  })();
  await expect(reading).rejects.toThrow();
  expect(received).toBe(Number(answer.headers['content-length']) >> 1);
  const { body = '', cut } = server.requests()[0]?.response ?? {};
  expect([cut, Buffer.byteLength(body)]).toEqual([true, received]);
});

test('a slow body comes drop by drop and is whole; a delay comes before everything', async () => {
  const { server, answer, waited } = await lookedUp({ type: 'slow', ms: 500 });
  const whole = server.state().analyses.find(({ sha256Hash }) => sha256Hash === seededSha256);
  expect(await answer.body.json()).toEqual(whole);
  expect(waited.reduce((sum, ms) => sum + ms, 0)).toBe(500);
  expect(waited.length).toBeGreaterThan(5);
  const delayed = await lookedUp({ type: 'delay', ms: 250, caller: 'analyst' });
  expect([delayed.answer.statusCode, delayed.waited]).toEqual([200, [250]]);
});

test('a client that disconnects during a delay ends it', async () => {
  let began = () => {};
  const waiting = new Promise<void>((resolve) => {
    began = resolve;
  });
  const pause = (_ms: number, gone?: AbortSignal) =>
    new Promise<void>((resolve) => {
      gone?.addEventListener('abort', () => resolve());
      began();
    });
  await using server = await startServer({ environment: { pause } } as object);
  server.addFault({ type: 'delay', ms: 600_000 });
  const stop = new AbortController();
  ask(server, lookup, { signal: stop.signal }).catch(() => {});
  await waiting;
  stop.abort();
  expect(await server.waitForRequests()).toMatchObject([{ outcome: 'client-gone' }]);
});

test('an answer of a fault may come after the service has acted, and a request may come twice', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  server.addFault({ type: 'reply', status: 500, when: 'after', times: 1 });
  expect((await create(server)).status).toBe(500);
  expect(server.state().reports).toHaveLength(before + 1);
  expect(server.requests()[0]?.why).toContain('after the operation had run');
  server.addFault({ type: 'duplicate', times: 1 });
  expect((await create(server)).status).toBe(201);
  expect(server.state().reports).toHaveLength(before + 3);
});

/** Sends a request over a connection of its own, and says how that ended. */
function endOf(server: RunningServer): Promise<string> {
  const { port, hostname } = new URL(server.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = 0;
    socket.on('data', ({ length }) => {
      received += length;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    socket.on('end', () => resolve(`end after ${received} bytes`));
    socket.write(`GET /private/sample/x HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}

test.each(['before', 'after'] as const)('a connection that ends %s is seen so', async (when) => {
  for (const [type, end, outcome] of [
    ['drop', 'end after 0 bytes', 'dropped'],
    ['reset', 'ECONNRESET', 'reset'],
  ] as const) {
    await using server = await startServer({ faults: [{ type, when }] });
    expect(await endOf(server)).toBe(end);
    const response = { status: 0, headers: {}, body: '' };
    expect(server.requests()).toMatchObject([{ outcome, faults: ['fault-1'], response }]);
  }
});

test.each(['drop', 'reset', 'hang'] as const)(
  'a create that meets %s before is not stored, and one that meets it after is',
  async (type) => {
    await using server = await startServer();
    const before = server.state().reports.length;
    for (const when of ['before', 'after'] as const) {
      server.addFault({ type, when, operation: 'create', times: 1 });
      const stop = new AbortController();
      const seen = server.waitForRequests({ operation: 'create', since: when === 'after' ? 1 : 0 });
      const failed = expect(create(server, { signal: stop.signal })).rejects.toThrow();
      const [sent] = await seen;
      stop.abort();
      await failed;
      expect(server.state().reports.length - before).toBe(when === 'after' ? 1 : 0);
      const responded = ', after the service had responded with 201 (created).';
      expect(sent?.why?.endsWith(responded)).toBe(when === 'after');
    }
    // What a client that asks again must survive.
    expect((await create(server)).status).toBe(201);
  },
);

test('a request that is left hanging ends when the server closes', async () => {
  const server = await startServer({ faults: [{ type: 'hang' }] });
  const seen = server.waitForRequests();
  const end = endOf(server);
  expect(await seen).toMatchObject([{ outcome: 'hung' }]);
  await server.close();
  expect(await end).toBe('end after 0 bytes');
});

test('a sequence over HTTP: down twice, then up; the list of faults says how they combine', async () => {
  await using server = await startServer();
  const rule = { type: 'sequence', steps: [503, 503, 'ok'], operation: 'fetch' };
  const added = await call(server.adminUrl, 'POST /faults', rule);
  const told = { ...rule, id: 'fault-1', times: 1, stage: 'instead', acted: 0, next: 0 };
  expect(added).toMatchObject({ status: 201, body: told });
  const statusNow = async () => (await ask(server, '- GET FEED?report=x')).status;
  expect([await statusNow(), await statusNow()]).toEqual([503, 503]);
  expect((await call(server.adminUrl, 'GET /faults')).body).toMatchObject({
    faults: [{ acted: 2, next: 2 }],
    stages: [{ stage: 'delay' }, { stage: 'instead' }, { stage: 'delivery' }],
  });
  expect(await statusNow()).toBe(401);
  expect(server.faults()).toEqual([]);
});
