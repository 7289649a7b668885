import { expect, test } from 'vitest';
import { allClauses } from '../index.ts';
import { mutants } from './mutants/index.ts';
import { runTrials } from './run-trials.ts';
import { mutantTrials, variantTrials } from './trials.ts';

test('every fixed or derived clause has a mutant, and every mutant breaks such a clause', () => {
  const judged = allClauses().filter(({ kind }) => kind !== 'open');
  expect(new Set(mutants.map(({ breaks }) => breaks))).toEqual(new Set(judged.map(({ id }) => id)));
});

test('mutants have names of their own, and there are at least 150', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.length).toBeGreaterThanOrEqual(150);
});

test('there are at least 200 variants, among them every alternative of every open point', () => {
  expect(variantTrials(40, 1).length).toBeGreaterThanOrEqual(200);
});

test('the kit rejects a mutant of each kind by its clause and accepts the named dialects', async () => {
  const names = [
    'report-without-first-seen-id',
    'create-error-flag-true',
    'delete-works-from-every-feed',
    'lookup-counts-hits-only',
  ];
  const results = await runTrials(
    [
      ...mutantTrials().filter(({ name }) => names.includes(name)),
      ...variantTrials(1, 7).filter(({ kind, name }) => kind === 'variant' && name[0] !== '{'),
    ],
    { jobs: 2 },
  );
  expect(results.filter(({ right }) => !right)).toEqual([]);
  expect(results).toHaveLength(names.length + 6);
}, 120_000);
