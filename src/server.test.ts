import { expect, test } from 'vitest';
import { randomDialect } from './dialects/random.ts';
import * as index from './index.ts';

const { ControlProblem, DialectProblem, SeedProblem, startServer } = index;

test('a server is in memory, on a free port of this machine, with its tokens at hand', async () => {
  await using server = await startServer();
  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
  expect(server.analysisUrl).toBe(server.baseUrl);
  expect(server.adminUrl).toBe(`${server.baseUrl}/__admin`);
  expect(server.tokens['researcher-1']).toBe('token-researcher-1');
  expect(server.data).toBeUndefined();
  expect(server.controllable).toBe(true);
});

test('several servers in one process share nothing', async () => {
  await using one = await startServer();
  await using other = await startServer({ dialect: 'lenient' });
  await one.addService('newco');
  one.addFault({ type: 'drop' });
  expect(other.services()).not.toContain('newco');
  expect(other.faults()).toEqual([]);
  expect(other.dialect['feed.unknown-service']).toBe('created');
});

test('it stops with the block it was started in, and stopping twice is fine', async () => {
  let url = '';
  {
    await using server = await startServer();
    url = server.baseUrl;
    await server.close();
  }
  await expect(fetch(url)).rejects.toThrow();
});

test.each([
  ['a name', 'documented', 200],
  ['differences', { 'create.status.created': 202 }, 202],
  ['over HTTP, by name', { name: 'documented' }, 200],
  ['over HTTP, by differences', { differences: { 'create.status.created': 202 } }, 202],
  ['random', { random: 3 }, randomDialect(3)['create.status.created']],
] as const)('a dialect can be given as %s', async (_how, dialect, created) => {
  await using server = await startServer({ dialect });
  expect(server.dialect['create.status.created']).toBe(created);
});

test('mistakes are errors with a type and a sentence', async () => {
  const wrong = { 'create.status.created': 'often' } as never;
  for (const dialect of [wrong, { random: 1.5 }, null as never]) {
    await expect(startServer({ dialect })).rejects.toThrow(DialectProblem);
  }
  for (const [dialect, says] of [
    ['strct', 'Did you mean "strict"?'],
    ['./x.yaml', 'a program gives its answers'],
    ['random', '{ random: 1 }'],
  ] as const)
    await expect(startServer({ dialect: dialect as never })).rejects.toThrow(says);
  await expect(startServer({ seedData: '/nowhere' })).rejects.toThrow(SeedProblem);
});

test.each<[object, string]>([
  [{ prot: 5 }, 'startServer() has no option "prot". Did you mean "port"?'],
  [{ inMemory: true }, '"inMemory". There are port, host'],
  [{ inMemory: true }, ' It is in memory unless data is given.'],
  [{ mutants: 1 }, 'alone, faults, log, notice.'],
  [{ port: '5' }, 'port is "5"; expected a whole number from 0 (any free one) to 65535.'],
  [{ cors: 'no' }, 'cors is "no"; expected true or false.'],
  [{ log: true }, 'log is true; expected a function.'],
  [{ clock: { at: '2026-01-31T13:45:00Z' } }, 'clock.mode is missing'],
  [{ ids: {} }, 'ids is an empty object; expected a text or a whole number.'],
  [null as never, 'got null'],
])('startServer(%o) is refused in a sentence', async (options, says) => {
  const start = startServer(options as never);
  await expect(start).rejects.toThrow(ControlProblem);
  await expect(start).rejects.toThrow(says);
});

test('tokens are whole Authorization values, as the dialect of the moment wants them', async () => {
  await using server = await startServer({ dialect: 'strict' });
  expect(server.tokens.reader).toBe('Bearer token-reader');
  const world = await server.createWorld();
  expect(world.tokens.reader).toBe('Bearer token-reader');
  world.setDialect('default');
  expect(world.tokens.reader).toBe('token-reader');
  const made = await fetch(`${server.adminUrl}/worlds`, { method: 'POST' });
  expect(await made.json()).toMatchObject({ tokens: { reader: 'Bearer token-reader' } });
});

test('methods work when they are destructured, those of a world as well', async () => {
  await using server = await startServer();
  const { createWorld, requests, close } = server;
  const { addFault, faults, drop } = await createWorld();
  addFault({ type: 'drop' });
  expect(requests()).toEqual([]);
  expect(faults()).toEqual([expect.objectContaining({ type: 'drop' })]);
  await drop();
  expect(server.worlds()).toEqual([]);
  await close();
});

test('every error class of the package has its name', () => {
  const classes = Object.entries(index).filter(([, one]) => one.prototype instanceof Error);
  const names = classes.map(([, one]) => Reflect.construct(one, ['taken', ['b'], 'c']).name);
  expect(names).toEqual(classes.map(([name]) => name));
  expect(names.length).toBeGreaterThan(7);
});

test('after close(), every method says that the server is closed', async () => {
  const server = await startServer();
  const world = await server.createWorld();
  await server.close();
  const calls: (() => unknown)[] = [
    () => server.tokens,
    () => server.state(),
    () => server.requests(),
    () => server.addFault({ type: 'drop' }),
    () => server.worlds(),
    () => world.findings(),
    () => server.dropWorld(world.id),
  ];
  for (const call of calls) expect(call).toThrow('The server is closed.');
  await expect(server.createWorld()).rejects.toThrow('The server is closed.');
  await expect(server.reload()).rejects.toThrow('The server is closed.');
  await expect(server.reset()).rejects.toThrow('The server is closed.');
  await server.close();
});
