import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SelftestTrial, TrialResult } from '../../../contract-tests/selftest/trials.ts';
import { folderWith, ran } from '../terminal.test.support.ts';
import { trialsReport } from './report.ts';
import { inShard, partialReport } from './shard.ts';

const folder = folderWith();
const file = (name: string): string => join(folder, `${name}.json`);

const judged = (trial: SelftestTrial, right: boolean): TrialResult => ({
  trial,
  right,
  verdict: 'violates',
  broken: trial.kind === 'mutant' ? [trial.breaks] : [],
  ms: 1,
});

const results = [
  judged({ kind: 'mutant', name: 'one', breaks: 'create/id-type' }, true),
  judged({ kind: 'mutant', name: 'two', breaks: 'create/id-type' }, false),
  judged({ kind: 'mutant', name: 'three', breaks: 'delete/flag-is-success' }, true),
];

/** The files of all shards, the last first. */
const written = (all: readonly TrialResult[], of: number): string[] =>
  Array.from({ length: of }, (_, nth) => {
    const shard = { index: of - nth, of };
    const path = file(`${shard.index}-of-${of}`);
    writeFileSync(path, partialReport({ shard, all: all.length, results: inShard(all, shard) }));
    return path;
  });

test('two shards say together what one run says, and end as it does', async () => {
  const merged = await ran(['merge', '--json', file('merged'), ...written(results, 2)]);
  expect(merged).toEqual({ code: 1, out: trialsReport(results), err: '' });
  expect(merged.out).toContain('2 of 3 mutants rejected (66.7 %)');
  expect(JSON.parse(readFileSync(file('merged'), 'utf8')).results).toEqual(results);
  const right = results.filter((one) => one.right);
  expect(await ran(['merge', ...written(right, 2)])).toMatchObject({ code: 0 });
});

test.each([
  [9, 0],
  [8, 1],
])('where %i of ten realistic faults were rejected, it ends with %i', async (found, code) => {
  const trial = { kind: 'realistic', name: 'one', breaks: 'create/id-type', run: {} } as const;
  const ten = Array.from({ length: 10 }, (_, nth) => judged(trial, nth < found));
  const merged = await ran(['merge', ...written(ten, 2)]);
  expect(merged).toMatchObject({ code, out: expect.stringContaining(`${found} of 10 realistic`) });
  expect(merged.out).toContain('0 of them by the clause they break');
});

test('trials of the listener have a report of their own', async () => {
  const heard = results.map((one) => ({ ...one, trial: { ...one.trial, listens: true as const } }));
  const { out } = await ran(['merge', ...written(heard, 3)]);
  expect(out).toContain('3 of 3 mutants detected');
});

test('a shard that is missing, or what is no report, is refused in one line', async () => {
  const { code, err } = await ran(['merge', written(results, 2)[1] ?? '']);
  expect(code).toBe(2);
  expect(err).toMatch(/Shard 2\/2 is missing/);
  writeFileSync(file('other'), '{}');
  expect(await ran(['merge', file('other')])).toMatchObject({ code: 2 });
  expect(await ran(['merge'])).toMatchObject({ code: 2 });
});
