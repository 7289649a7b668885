import { expect, test } from 'vitest';
import type { MadeWorld } from '../admin/control/server-control.ts';
import { call } from '../admin/control-plane.test.support.ts';
import { type NewWorld, type RunningServer, startServer } from '../index.ts';
import { create } from './create.test.support.ts';
import { feed, goodReport } from './request/sample-values.test.support.ts';
import { ask } from './sent-requests.test.support.ts';

const extra = {
  services: ['extraco'],
  callers: [{ id: 'mine', name: 'Mine', token: 'token-mine', roles: ['researcher'] as const }],
  reports: [{ ...goodReport, service: 'extraco', createdBy: 'mine' }],
};

const asked = {
  dialect: 'strict',
  clock: { mode: 'frozen', at: '2026-01-31T13:45:00Z' },
  ids: 7,
  add: extra,
  faults: [{ type: 'reply', status: 503, operation: 'lookup', caller: 'mine' }],
} satisfies NewWorld;

test('a world begins as it is asked to, in a program and over HTTP, and a reset goes back there', async () => {
  await using server = await startServer();
  const answer = await call(server.adminUrl, 'POST /worlds', { ...asked, id: 'sent' });
  expect(answer).toMatchObject({ status: 201, body: { id: 'sent' } });
  for (const world of [await server.createWorld(asked), server.world('sent')]) {
    const begun = () => [world.clock(), world.idSeed(), world.faults(), world.dialect];
    const first = begun();
    expect(first).toMatchObject([
      { mode: 'frozen', now: '2026-01-31T13:45:00.000Z' },
      '7',
      [{ id: 'fault-1', type: 'reply', acted: 0 }],
      {},
    ]);
    expect(world.services()).toContain('extraco');
    expect(world.reports({ service: 'extraco' }).total).toBe(1);
    expect(world.tokens.mine).toBeDefined();
    const Authorization = world.callers().find(({ id }) => id === 'mine')?.authorization ?? '';
    const lookup = ask(world, '- GET /private/sample/HASH', { headers: { Authorization } });
    expect((await lookup).status).toBe(503);
    world.clearFaults();
    world.setClock({ mode: 'real' });
    world.seedIds(undefined);
    world.setDialect('default');
    await world.reset();
    expect(begun()).toEqual(first);
  }
  expect(server.services()).not.toContain('extraco');
});

test('ids by chance where the server has a seed', async () => {
  await using server = await startServer({ ids: 1 });
  expect((await server.createWorld()).idSeed()).toBe('1');
  expect((await server.createWorld({ ids: null })).idSeed()).toBeUndefined();
});

function reported(change: object): object {
  return { reports: [{ ...goodReport, service: 'tunnelco', createdBy: 'reader', ...change }] };
}

test.each<[key: string, value: unknown, says: string]>([
  ['faults', [{ type: 'drop' }, { type: 'dorp' }], 'faults[1].type is "dorp"'],
  ['faults', [{ type: 'drop', caller: 'nobody' }], 'faults[0]: caller is "nobody"'],
  ['clock', { mode: 'real', at: '2026-01-31T13:45:00Z' }, 'A real clock shows the real time.'],
  ['add', { servces: [] }, 'unknown key add.servces; did you mean add.services?'],
  ['add', { services: ['tunnelco'] }, 'services: entry 1 is "tunnelco", which is already'],
  [
    'add',
    reported({ service: 'no', createdBy: 'researcher-1' }),
    'reports: service of entry 1 is "no"; expected a service',
  ],
  ['add', reported({}), 'reports: createdBy of entry 1 is "reader"; expected a caller with roles'],
])('%s that cannot be: a program and a request hear the same', async (key, value, says) => {
  await using server = await startServer();
  const answer = await call(server.adminUrl, 'POST /worlds', { [key]: value });
  const { detail } = answer.body as { detail: string };
  expect(answer.status).toBe(400);
  expect(detail.slice(0, says.length)).toBe(says);
  await expect(server.createWorld({ [key]: value })).rejects.toThrow(detail);
  expect(server.worlds()).toEqual([]);
});

test('worlds do not affect each other', async () => {
  await using server = await startServer();
  const one = await server.createWorld();
  const other = await server.createWorld();
  const { id } = (await (await create(one)).json()) as { id: string };
  const minted = await one.mintCaller({ roles: ['researcher'] });
  await ask(one, 'analyst GET /private/sample/HASH');
  one.addFault({ type: 'reply', status: 500, operation: 'delete' });
  one.setClock({ mode: 'frozen', at: '2026-01-31T13:45:00Z' });
  one.seedIds(1);
  const found = async (world: MadeWorld | RunningServer) =>
    (await ask(world, `reader GET FEED?report=${id}`)).status;
  expect(await found(one)).toBe(200);
  for (const world of [other, server]) {
    expect(await found(world)).toBe(404);
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
  const why = expect.stringContaining('There is no world "1". It was removed');
  expect(await answer.json()).toEqual({ error: why, successful: false });
  const reason = 'unknown-world; control="worlds"';
  const request = { url: `/__worlds/1${feed}` };
  expect(server.requests()).toMatchObject([{ request, response: { status: 404 }, reason, why }]);
  expect(() => world.state()).toThrow('There is no world "1"');
  {
    await using inBlock = await server.createWorld();
    expect(server.worlds()).toMatchObject([{ id: inBlock.id }]);
  }
  expect(server.worlds()).toEqual([]);
});

test('an unused world is dropped; one that is used or watched stays, whatever the clock says', async () => {
  const machine = { clock: Date.UTC(2026, 0, 31), uptime: 0 };
  const environment = { realTime: () => machine.clock, uptime: () => machine.uptime };
  await using server = await startServer({ environment });
  const idle = await server.createWorld({ id: 'idle', idleMinutes: 10 });
  const used = await server.createWorld({ id: 'used', idleMinutes: 10 });
  const watched = await server.createWorld({ id: 'watched', idleMinutes: 10 });
  const stop = watched.onRequest(() => {});
  for (const jump of [3_600_000, -7_200_000, 86_400_000]) {
    machine.clock += jump;
    machine.uptime += 4 * 60_000;
    expect((await create(used)).status).toBe(201);
  }
  expect((await create(idle)).status).toBe(404);
  expect(server.worlds().map(({ id }) => id)).toEqual(['used', 'watched']);
  stop();
  machine.uptime += 11 * 60_000;
  expect(server.worlds()).toEqual([]);
});
