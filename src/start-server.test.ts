import { expect, test } from 'vitest';
import { DialectProblem, SeedProblem, startServer } from './index.ts';

test('a server is in memory, on a free port of this machine, with its tokens at hand', async () => {
  await using server = await startServer();
  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
  expect(server.analysisUrl).toBe(server.baseUrl);
  expect(server.adminUrl).toBe(`${server.baseUrl}/__admin`);
  expect(server.tokens['researcher-1']).toBe('token-researcher-1');
  expect([server.data, server.controllable]).toEqual([undefined, true]);
});

test('many run in one process and share nothing', async () => {
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
] as const)('a dialect can be given as %s', async (_how, dialect, created) => {
  await using server = await startServer({ dialect });
  expect(server.dialect['create.status.created']).toBe(created);
});

test('a dialect can be thrown by dice, and the same dice give the same', async () => {
  await using one = await startServer({ dialect: { random: 3 } });
  await using other = await startServer({ dialect: { random: 3 } });
  expect(other.dialect).toEqual(one.dialect);
});

test('mistakes are errors with a type and a sentence', async () => {
  const wrong = { 'create.status.created': 'often' } as never;
  for (const dialect of [wrong, { random: 1.5 }, null as never]) {
    await expect(startServer({ dialect })).rejects.toThrow(DialectProblem);
  }
  await expect(startServer({ dialect: 'strct' as never })).rejects.toThrow(
    'Did you mean "strict"?',
  );
  await expect(startServer({ seed: '/nowhere' })).rejects.toThrow(SeedProblem);
});
