import { expect, test } from 'vitest';
import { mutants } from '../mutants/index.ts';
import { trial } from '../trial.ts';
import { detectionWithin } from './detection.ts';

test('a run with a budget stays within it, leaves nothing behind, and reports its coverage', async () => {
  const result = await trial({ run: { budget: 120 } });
  expect(result).toMatchObject({
    ...{ verdict: 'conforms', exitCode: 0, leftovers: [], problems: [] },
    budget: { requests: 120, isSpent: true },
  });
  expect(result.requests - result.cleaning).toBe(120);
  const untested = result.clauses.filter((one) => one.verdict === 'not-testable');
  expect(untested.length).toBeGreaterThan(0);
  for (const { kind, reason } of untested)
    if (kind !== 'open') expect(reason).toContain('the budget of 120 requests was spent before');
});

test('a budget for more than all leaves nothing out', async () => {
  const { budget, explored, clauses } = await trial({ run: { budget: 5000 } });
  expect(budget).toEqual({ requests: 5000, isSpent: false });
  expect(explored?.requests).toBeGreaterThanOrEqual(30);
  expect(clauses.filter((one) => one.kind !== 'open' && one.verdict !== 'met')).toEqual([]);
});

/** `npm run budget:curve` counts all of them. */
test('300 requests find all but one of every twentieth mutant', async () => {
  const sample = mutants.filter((_, nth) => nth % 20 === 0);
  const missed: string[] = [];
  for (const mutant of sample)
    if (!(await detectionWithin(mutant, [300])).isFound) missed.push(mutant.name);
  expect(sample.length).toBeGreaterThan(20);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(1);
});
