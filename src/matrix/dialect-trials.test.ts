import { expect, test } from 'vitest';
import { dialectOf } from '../dialects/dialect.ts';
import { type DialectTrial, NoRunsLeft, Trials } from './dialect-trials.ts';

/** Runs that end one by one, and the most of them at the same time. */
const counting = (jobs: number, budget = 99) => {
  let [running, most] = [0, 0];
  const trials = new Trials<DialectTrial>(
    async (dialect) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { dialect, passed: true, exercised: new Set() };
    },
    { budget, jobs },
  );
  return { trials, most: () => most };
};

test.each([1, 3])('no more than %i run at the same time, and all of them run', async (jobs) => {
  const { trials, most } = counting(jobs);
  await Promise.all(Array.from({ length: 8 }, () => trials.planned(dialectOf({}), 'planned')));
  expect([most(), trials.seen.length]).toEqual([jobs, 8]);
});

test('planned runs cost nothing of the budget, others do', async () => {
  const { trials } = counting(1, 1);
  await trials.planned(dialectOf({}), 'planned');
  await trials.outcome(dialectOf({}), 'first');
  await expect(trials.outcome(dialectOf({}), 'second')).rejects.toBeInstanceOf(NoRunsLeft);
});
