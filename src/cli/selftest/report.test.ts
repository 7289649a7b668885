import { expect, test } from 'vitest';
import type { SelftestTrial, TrialResult } from '../../../contract-tests/selftest/trials.ts';
import { isProof, trialsReport } from './report.ts';

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

test('a single mutant that is not rejected disproves the kit', () => {
  expect(trialsReport(results)).toContain('2 of 3 mutants rejected (66.7 %)');
  expect(isProof(results)).toBe(false);
  expect(isProof(results.filter(({ right }) => right))).toBe(true);
});

test.each([
  [9, true],
  [8, false],
])('%i of ten realistic faults rejected: a proof is %j', (found, proves) => {
  const trial = { kind: 'realistic', name: 'one', breaks: 'create/id-type', run: {} } as const;
  const ten = Array.from({ length: 10 }, (_, nth) => judged(trial, nth < found));
  expect(trialsReport(ten)).toContain(`${found} of 10 realistic`);
  expect(trialsReport(ten)).toContain('0 of them by the clause they break');
  expect(isProof(ten)).toBe(proves);
});

test('trials of the listener have a report of their own', () => {
  const heard = results.map((one) => ({ ...one, trial: { ...one.trial, listens: true as const } }));
  expect(trialsReport(heard)).toContain('3 of 3 mutants detected');
});
