import { expect, test } from 'vitest';
import { call } from '../admin/control-plane.test.support.ts';
import { type NewWorld, startServer } from '../index.ts';
import { goodReport } from './request/sample-values.test.support.ts';

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
    const token = world.tokens.mine;
    const url = `${world.analysisUrl}/private/sample/${'0'.repeat(64)}`;
    const authorization = world.callers().find(({ id }) => id === 'mine')?.authorization ?? '';
    expect(token).toBeDefined();
    expect((await fetch(url, { headers: { Authorization: authorization } })).status).toBe(503);
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

test.each<[string, unknown, string]>([
  ['faults', [{ type: 'drop' }, { type: 'dorp' }], 'faults[1].type is "dorp"'],
  ['faults', [{ type: 'drop', caller: 'nobody' }], 'faults[0]: caller is "nobody"'],
  ['clock', { mode: 'real', at: '2026-01-31T13:45:00Z' }, 'A real clock shows the real time.'],
  ['add', { servces: [] }, 'unknown key add.servces; did you mean add.services?'],
  ['add', { services: ['tunnelco'] }, 'services: entry 1 is "tunnelco", which is already'],
  [
    'add',
    { reports: [{ ...goodReport, service: 'nowhere', createdBy: 'researcher-1' }] },
    'reports: service of entry 1 is "nowhere"; expected a service',
  ],
  [
    'add',
    { reports: [{ ...goodReport, service: 'tunnelco', createdBy: 'reader' }] },
    'reports: createdBy of entry 1 is "reader"; expected a caller with roles: [researcher]',
  ],
])('%s that cannot be: a program and a request hear the same', async (key, value, says) => {
  await using server = await startServer();
  const answer = await fetch(`${server.adminUrl}/worlds`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ [key]: value }),
  });
  const { detail } = (await answer.json()) as { detail: string };
  expect(answer.status).toBe(400);
  expect(detail.slice(0, says.length)).toEqual(says);
  await expect(server.createWorld({ [key]: value })).rejects.toThrow(detail);
  expect(server.worlds()).toEqual([]);
});
