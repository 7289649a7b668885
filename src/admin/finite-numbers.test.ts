import { expect, test } from 'vitest';
import { create } from '../http/create.test.support.ts';
import { goodReport } from '../http/request/sample-values.test.support.ts';
import { startServer } from '../server.ts';

const unbounded = {
  'create.score.minimum': 'unbounded',
  'create.score.maximum': 'unbounded',
} as const;

test('a score beyond all numbers is refused where every score is allowed, and nothing is stored', async () => {
  await using server = await startServer({ dialect: unbounded });
  const before = server.state();
  const sent = JSON.stringify({ ...goodReport, confidenceScore: 0 });
  const answer = await create(server, { body: sent.replace('Score":0', 'Score":1e400') });
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 400,
    body: {
      error: 'The body cannot be read: the number at confidenceScore is too large.',
      successful: false,
    },
  });
  const deep = sent.replace('{', '{"other":[{"deep":-1e400}],');
  const ignored = await create(server, { body: deep });
  expect(ignored.status).toBe(400);
  expect(server.state()).toEqual(before);
  // What is beyond these may have been rounded when it was read.
  const rounded = await create(server, {
    body: sent.replace('Score":0', 'Score":9007199254740993'),
  });
  expect(rounded.status).toBe(400);
  expect(server.state()).toEqual(before);
  const large = await create(server, { body: sent.replace('Score":0', 'Score":9007199254740991') });
  expect(large.status).toBe(201);
  expect((await fetch(`${server.adminUrl}/state`)).status).toBe(200);
});

test.each([
  ['POST', '/clock/advance', '{"seconds":1e400}', 'body.seconds'],
  ['POST', '/faults', '{"type":"reply","status":200,"body":{"a":[1e400]}}', 'body.body.a.0'],
  ['PUT', '/dialect', '{"differences":{"auth.lifetime":1e400}}', 'body.differences.auth.lifetime'],
  [
    'POST',
    '/analyses',
    `{"sha256Hash":"${'a'.repeat(64)}","configs":{"a":{"b":-1e400}}}`,
    'body.configs.a.b',
  ],
])(
  'a number that is too large is refused with its place: %s %s with %s',
  async (method, path, body, place) => {
    await using server = await startServer();
    const answer = await fetch(`${server.adminUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { detail: `${place} is too large for a number.` },
    });
  },
);

test('a program is refused the same', async () => {
  await using server = await startServer();
  const sha256Hash = 'a'.repeat(64);
  const tried: (() => unknown)[] = [
    () => server.advanceClock(Infinity),
    () => server.setClock({ mode: 'frozen', at: new Date(Infinity) }),
    () => server.createWorld({ idleMinutes: Infinity }),
    () => server.createWorld({ idleMinutes: 0 }),
    () => server.mintCaller({ requests: Infinity }),
    () => server.changeCaller('reader', { requestsLeft: Number.NaN }),
    () => server.addAnalysis({ sha256Hash, sizeInBytes: Infinity }),
    () => server.addAnalysis({ sha256Hash, configs: { a: { b: [Number.NaN] } } }),
    () => server.addFault({ type: 'reply', status: 200, body: { a: Infinity } }),
    () => server.addFault({ type: 'delay', ms: Infinity }),
    () => server.setDialect({ 'auth.lifetime': Infinity }),
    () => server.setDialect({ random: Infinity }),
  ];
  const before = server.state();
  for (const act of tried) {
    await expect((async () => act())(), String(act)).rejects.toThrow(/./);
  }
  expect(server.state()).toEqual(before);
  expect(server.faults()).toEqual([]);
  expect(server.worlds()).toEqual([]);
});

test('the longest lifetime gives dates that can be shown, at any time a clock can show', async () => {
  await using server = await startServer();
  expect(() => server.setDialect({ 'auth.lifetime': 9007199254740991 })).toThrow(
    'auth.lifetime is 9007199254740991; expected unlimited, 86400, 3600, or any whole number from 1 to 3153600000',
  );
  server.setDialect({ 'auth.lifetime': 3153600000 });
  for (const at of ['1970-01-01T00:00:00Z', '2026-01-31T13:45:00Z', '9999-12-31T00:00:00Z']) {
    server.setClock({ mode: 'frozen', at });
    await server.mintCaller();
    expect((await fetch(`${server.adminUrl}/callers`)).status).toBe(200);
    expect((await fetch(`${server.adminUrl}/state`)).status).toBe(200);
  }
});
