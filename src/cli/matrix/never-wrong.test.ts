import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Client, failed, matrix, robust } from './client.test.support.ts';

test('a run that fails before its first request is repeated, and blamed on no answer', async () => {
  let runs = 0;
  const cold: Client = () => (++runs === 3 ? { ...failed, notes: [], end: 'exit 7' } : {});
  const { code, out } = await matrix(cold);
  expect(code).toBe(0);
  expect(out).toContain('Under mix 2 it failed before its first request (exit 7), and passed when');
});

test('a client that fails on the form of a token is detected, without any request', async () => {
  const client: Client = (dialect) =>
    dialect['auth.prefix'] === 'Bearer' ? { ...failed, notes: [] } : {};
  const { out } = await matrix(client);
  expect(out).toMatch(/^ {2}auth\.prefix .*\n {4}passes with none, fails with Bearer$/m);
});

test('for a command that never gets to its first request, the report says how it ended', async () => {
  const { code, out } = await matrix(() => ({ ...failed, notes: [] }));
  expect(out).toContain('Under default it fails before any request, twice (exit 1).');
  expect(code).toBe(3);
});

test('the report says where requests outside the API went', async () => {
  const run = { notes: ['- unknown-path'], elsewhere: ['/v2/feed'] };
  const { out } = await matrix(() => run);
  expect(out).toContain('Requests that count for nothing here went to /v2/feed.');
});

test('the time limit follows from the first run, unless it is given', async () => {
  const limits: number[] = [];
  const client: Client = () => ({});
  await matrix(client, '--runs', '0', ({ limit }) => void limits.push(limit));
  expect(limits.slice(0, 2)).toEqual([Infinity, 36_170]);
  await matrix(client, '--timeout', '9', ({ limit }) => void limits.push(limit));
  expect(limits.at(-1)).toBe(9000);
});

test('results are written as they come', async () => {
  const written: string[] = [];
  const { read } = await matrix(robust, '--json', 'm.json', (_, path) => {
    if (existsSync(join(path, 'm.json'))) written.push(readFileSync(join(path, 'm.json'), 'utf8'));
  });
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ isPartial: true, results: [{}] });
  expect(JSON.parse(written.at(-1) ?? '').results.length).toBeGreaterThan(6);
  expect(JSON.parse(read('m.json'))).toMatchObject({ coverage: { answers: 79, runs: 9 } });
  expect(read('m.json')).not.toContain('isPartial');
});
