import { expect, test } from 'vitest';
import type { MadeWorld } from '../admin/control/server-control.ts';
import { type RunningServer, startServer } from '../server.ts';
import { create } from './create.test.support.ts';
import { feed } from './request/sample-values.test.support.ts';

function as(token: string) {
  return { Authorization: token, 'Content-Type': 'application/json' };
}

test('worlds do not affect each other', async () => {
  await using server = await startServer();
  const one = await server.createWorld();
  const other = await server.createWorld();
  const { id } = (await (await create(one)).json()) as { id: string };
  const minted = await one.mintCaller({ roles: ['researcher'] });
  const hash = one.state().analyses[0]?.sha256Hash;
  await fetch(`${one.analysisUrl}/private/sample/${hash}`, { headers: as('token-analyst') });
  one.addFault({ type: 'reply', status: 500, operation: 'delete' });
  one.setClock({ mode: 'frozen', at: '2026-01-31T13:45:00Z' });
  one.seedIds(1);

  const found = (world: MadeWorld | RunningServer) =>
    fetch(`${world.baseUrl}${feed}?report=${id}`, { headers: as('token-reader') });
  expect((await found(one)).status).toBe(200);
  for (const world of [other, server]) {
    expect((await found(world)).status).toBe(404);
    expect((await create(world, { token: minted.token })).status).toBe(401);
    expect(world.state().allowances).toEqual({});
    expect(world.faults()).toEqual([]);
    expect(world.clock().mode).toBe('real');
    expect(world.idSeed()).toBeUndefined();
    expect(world.countRequests({ outcome: 'created' })).toBe(0);
  }
});

test('each world has its own dialect and document, and can switch to another dialect', async () => {
  await using server = await startServer();
  const strict = await server.createWorld({ dialect: 'strict' });
  const documented = await server.createWorld({ dialect: { 'create.status.created': 200 } });
  expect((await create(strict)).status).toBe(401);
  expect((await create(strict, { token: 'Bearer token-researcher-1' })).status).toBe(422);
  expect((await create(documented)).status).toBe(200);
  const document = await (await fetch(`${documented.baseUrl}/openapi.json`)).json();
  expect(document).not.toHaveProperty(['paths', '/feed/{service}/api', 'post', 'responses', '201']);
  expect((await create(server)).status).toBe(201);
  documented.setDialect('default');
  expect((await create(documented)).status).toBe(201);
});

test('a dropped world is gone, and requests to it say so', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  await world.drop();
  const answer = await create(world);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 404,
    body: { error: expect.stringContaining('There is no world "1"'), successful: false },
  });
  const reason = 'unknown-world; control="worlds"';
  expect(answer.headers.get('Abuse-Feed-Reason')).toBe(reason);
  expect(server.requests()).toMatchObject([
    {
      request: { url: `/__worlds/1${feed}` },
      response: { status: 404 },
      reason,
      why: expect.stringContaining('removed'),
    },
  ]);
  expect(() => world.state()).toThrow('There is no world "1"');
  expect(server.worlds()).toEqual([]);
});

test('an unused world is dropped; one that is used or watched stays', async () => {
  const machine = { time: 0 };
  await using server = await startServer({ environment: { uptime: () => machine.time } });
  const idle = await server.createWorld({ id: 'idle', idleMinutes: 10 });
  const used = await server.createWorld({ id: 'used', idleMinutes: 10 });
  const watched = await server.createWorld({ id: 'watched', idleMinutes: 10 });
  const stop = watched.onRequest(() => {});
  machine.time = 9 * 60_000;
  await create(used);
  machine.time = 11 * 60_000;
  expect((await create(idle)).status).toBe(404);
  expect(server.worlds().map(({ id }) => id)).toEqual(['used', 'watched']);
  stop();
  machine.time = 22 * 60_000;
  expect(server.worlds()).toEqual([]);
});

test('a world that was used a moment ago stays when the clock of the machine jumps', async () => {
  const machine = { clock: Date.UTC(2026, 0, 31), uptime: 0 };
  const environment = { realTime: () => machine.clock, uptime: () => machine.uptime };
  await using server = await startServer({ environment });
  const world = await server.createWorld();
  for (const jump of [3_600_000, -7_200_000, 86_400_000]) {
    machine.clock += jump;
    machine.uptime += 61_000;
    expect((await create(world)).status).toBe(201);
    expect(server.worlds()).toMatchObject([{ id: world.id }]);
  }
});

test('worlds are disposed of with the block they were made in', async () => {
  await using server = await startServer();
  {
    await using world = await server.createWorld();
    expect(server.worlds()).toMatchObject([{ id: world.id }]);
  }
  expect(server.worlds()).toEqual([]);
});
