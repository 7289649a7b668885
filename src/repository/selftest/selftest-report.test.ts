import { expect, test } from 'vitest';
import type { SelftestTrial, TrialResult } from '../../../contract-tests/selftest/trials.ts';
import { selftestReport } from './selftest-report.ts';

function judged(trial: SelftestTrial, right: boolean): TrialResult {
  return {
    trial,
    right,
    verdict: 'violates',
    broken: trial.kind === 'mutant' ? [trial.breaks] : [],
    ms: 1,
  };
}

const results = [
  judged({ kind: 'mutant', name: 'one', breaks: 'create/id-type' }, true),
  judged({ kind: 'mutant', name: 'two', breaks: 'create/id-type' }, false),
  judged({ kind: 'mutant', name: 'three', breaks: 'delete/flag-is-success' }, true),
];

test('the report counts what was judged rightly, and says what a mistake was tried with', () => {
  expect(selftestReport(results)).toContain('2 of 3 mutants rejected (66.7 %)');
  const handled = { kind: 'connections', name: 'two-workers' } as const;
  expect(selftestReport([judged(handled, true)])).toContain('1 of 1 variants accepted');
  const delay = { what: 'answers', least: 300, most: 1600 } as const;
  const fault = { kind: 'realistic', name: 'one', delay } as const;
  const faults = selftestReport([judged(fault, true), judged(fault, false)]);
  expect(faults).toContain('1 of 2 realistic faults rejected (50.0 %)');
  expect(faults).toContain('realistic one with answers 300-1600 ms late should be rejected, but');
});
