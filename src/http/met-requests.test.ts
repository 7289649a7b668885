import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../admin/control-plane.test.support.ts';
import { readConfig } from '../config/config-file.ts';
import { type FaultRule, type RunningServer, startServer } from '../index.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { goodReport } from './request/sample-values.test.support.ts';

const { file256Hash } = goodReport;

/** One request of each kind that a test can be about. */
async function sendAll({ baseUrl, tokens, reports, state }: RunningServer): Promise<number[]> {
  const { id = '', service = '' } = reports({ limit: 1 }).reports[0] ?? {};
  const sha256 = state().analyses[0]?.sha256Hash ?? '';
  const as = (caller: string) => ({ Authorization: String(tokens[caller]) });
  const json = { 'Content-Type': 'application/json' };
  const create = (body: object) =>
    fetch(`${baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { ...as('researcher-1'), ...json },
      body: JSON.stringify(body),
    });
  const answers = [
    await fetch(`${baseUrl}/feed/${service}/api?report=${id}`, { headers: as('reader') }),
    await fetch(`${baseUrl}/feed/${service}/api?report=${id}&page=2`, {
      headers: { ...as('analyst'), 'X-Trace': '7' },
    }),
    await create({ ...goodReport, tags: ['rat', 'stealer'] }),
    await create({ ...goodReport, c2Address: 'other.example:443', tags: ['rat'] }),
    await fetch(`${baseUrl}/private/sample/${sha256}`, { headers: as('analyst') }),
  ];
  return answers.map(({ status }) => status);
}

const fetched = 0;
const traced = 1;
const stealer = 2;
const other = 3;
const lookedUp = 4;

interface Meeting {
  readonly what: string;
  readonly by: (
    server: RunningServer,
  ) => Pick<FaultRule, 'caller' | 'request' | 'nth' | 'operation'>;
  readonly meets: readonly number[];
}

function reportOf({ reports }: RunningServer) {
  return reports({ limit: 1 }).reports[0];
}

function sampleOf({ state }: RunningServer): string {
  return String(state().analyses[0]?.sha256Hash);
}

const meetings: readonly Meeting[] = [
  { what: 'a header', by: () => ({ request: { headers: { 'x-TRACE': '7' } } }), meets: [traced] },
  { what: 'a query', by: () => ({ request: { query: { page: '2' } } }), meets: [traced] },
  {
    what: 'a part of the body',
    by: () => ({ request: { body: { tags: ['rat'] } } }),
    meets: [other],
  },
  {
    what: 'the whole body',
    by: () => ({ request: { body: { ...goodReport, tags: ['rat', 'stealer'] }, exact: true } }),
    meets: [stealer],
  },
  { what: 'a tag', by: () => ({ request: { tag: 'rat' } }), meets: [stealer, other] },
  {
    what: 'a path',
    by: () => ({ request: { path: '/feed/tunnelco/api' }, operation: 'create' }),
    meets: [stealer, other],
  },
  {
    what: 'a report',
    by: (server) => ({ request: { report: String(reportOf(server)?.id).toUpperCase() } }),
    meets: [fetched, traced],
  },
  {
    what: 'a hash in a path',
    by: (server) => ({ request: { hash: sampleOf(server) } }),
    meets: [lookedUp],
  },
  {
    what: 'a hash in a body',
    by: () => ({ request: { hash: file256Hash.toUpperCase() } }),
    meets: [stealer, other],
  },
  { what: 'a caller', by: () => ({ caller: 'analyst' }), meets: [traced, lookedUp] },
  {
    what: 'the nth request',
    by: () => ({ request: { tag: 'rat' }, nth: 2 }),
    meets: [other],
  },
];

const plain = [200, 200, 201, 201, 200];

test.each(meetings)(
  'a fault meets a request by $what and no other, however it is given, and an expectation finds the same',
  async ({ by, meets }) => {
    await using server = await startServer();
    const { request = {}, nth, ...scope } = by(server);
    const fault = { type: 'reply' as const, status: 418, ...by(server) };
    const statuses = plain.map((status, at) => (meets.includes(at) ? 418 : status));
    expect(await sendAll(server)).toEqual(plain);
    const filter = { ...request, ...scope };
    const found = server.requests(filter).map(({ id }) => id - 1);
    expect(nth === undefined ? found : found.slice(nth - 1, nth)).toEqual(meets);
    server.expectRequests({ ...filter, count: found.length });
    const answer = await call(server.adminUrl, 'POST /requests/expect', filter);
    expect(answer.body).toMatchObject({ requests: found.map((at) => ({ id: at + 1 })) });

    await server.reset();
    server.addFault(fault);
    expect(await sendAll(server)).toEqual(statuses);
    await server.reset();
    const added = await call(server.adminUrl, 'POST /faults', fault);
    expect({ status: added.status, body: added.body }).toMatchObject({ status: 201, body: fault });
    expect(await sendAll(server)).toEqual(statuses);
    const file = join(folderWith({ 'my.yaml': JSON.stringify({ faults: [fault] }) }), 'my.yaml');
    await using configured = await startServer({
      faults: readConfig(file, file).config.faults ?? [],
    });
    expect(await sendAll(configured)).toEqual(statuses);
  },
);

test('what no request can be met by is refused where it is said', async () => {
  await using server = await startServer();
  const fault = { type: 'drop' as const };
  expect(() => server.addFault({ ...fault, request: { headers: { Authorization: 'x' } } })).toThrow(
    'the name of a header without a secret; for a token, name its caller',
  );
  expect(() => server.addFault({ ...fault, request: { raport: 'x' } as object })).toThrow('raport');
  expect(() => server.addFault({ ...fault, nth: 0 })).toThrow('nth is 0');
  expect(() =>
    server.addFault({ type: 'sequence', steps: [503], endless: true, times: 2 }),
  ).toThrow('times and endless exclude each other; leave one of them out');
});

test('a body that a fault looks at is served afterwards as if nobody had', async () => {
  await using server = await startServer();
  server.addFault({ type: 'reply', status: 418, request: { tag: 'nobody has it' } });
  expect(await sendAll(server)).toEqual([200, 200, 201, 201, 200]);
  expect(server.requests({ operation: 'create' })).toMatchObject([
    { outcome: 'created' },
    { outcome: 'created' },
  ]);
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
  expect(server.requests().map(({ faults }) => faults ?? [])).toEqual([
    [],
    ['fault-2'],
    ['fault-1'],
    [],
    ['fault-3'],
  ]);
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
  server.addFault({
    times: 1,
    reply: async () => {
      await others;
      return { status: 418 };
    },
  });
  const url = `${server.analysisUrl}/private/sample/${sampleOf(server)}`;
  const ask = () => fetch(url, { headers: { Authorization: String(server.tokens.analyst) } });
  const statuses = [ask(), ask(), ask()].map(async (answer) => (await answer).status);
  await Promise.race(statuses);
  resolve();
  expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 418]);
});

test('a header with several values is sent once for each', async () => {
  await using server = await startServer();
  server.addFault({
    type: 'reply',
    status: 401,
    headers: { 'Set-Cookie': ['a=1', 'b={{request.method}}'], Vary: 'Accept' },
  });
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=GET']);
  expect(answer.headers.get('vary')).toBe('Accept');
  expect(() =>
    server.addFault({ type: 'reply', status: 401, headers: { A: ['1', 2] as string[] } }),
  ).toThrow('expected a text that a header can carry');
});
