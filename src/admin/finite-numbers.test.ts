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

test('the longest lifetime gives dates that can be shown, at any time a clock can show', async () => {
  await using server = await startServer();
  server.setDialect({ 'auth.lifetime': 3153600000 });
  for (const at of ['1970-01-01T00:00:00Z', '2026-01-31T13:45:00Z', '9999-12-31T00:00:00Z']) {
    server.setClock({ mode: 'frozen', at });
    await server.mintCaller();
    expect((await fetch(`${server.adminUrl}/callers`)).status).toBe(200);
    expect((await fetch(`${server.adminUrl}/state`)).status).toBe(200);
  }
});
