import { expect, test } from 'vitest';
import { unitsOf } from '../judging/run/check-stage.ts';
import { Run } from '../judging/run/run.ts';
import { abuseFeed } from '../service/abuse-feed.ts';
import { order } from '../service/run/order.ts';
import { mutants } from './mutants/index.ts';
import { defaultDialect } from './server.ts';
import { referenceTarget, trial } from './trial.ts';

test('the order names scenarios and cases that there are', async () => {
  const at = { baseUrl: 'http://127.0.0.1:9', analysisUrl: 'http://127.0.0.1:9' };
  const run = new Run(abuseFeed(referenceTarget(at, defaultDialect)));
  const { preparations } = run.plan;
  const names = new Set([...preparations, ...unitsOf(run, run.plan.areas)].map(({ name }) => name));
  await run.client.close();
  expect(order.filter(([name]) => !names.has(name))).toEqual([]);
});

test('a run with a budget stays within it, leaves nothing behind, and reports its coverage', async () => {
  const result = await trial({ run: { budget: 120 } });
  expect(result).toMatchObject({
    verdict: 'conforms',
    exitCode: 0,
    leftovers: [],
    problems: [],
    budget: { requests: 120, isSpent: true },
  });
  expect(result.requests).toBeLessThanOrEqual(120);
  expect(result.requests).toBeGreaterThan(110);
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

/** `npm run budget` counts all of them: nine in ten; so few vary more. */
test('300 requests find four in five of every twentieth mutant', async () => {
  const sample = mutants.filter((_, nth) => nth % 20 === 0);
  const missed: string[] = [];
  for (const mutant of sample) {
    const { verdict } = await trial({ mutant, isAnyEnough: true, run: { budget: 300 } });
    if (verdict !== 'violates') missed.push(mutant.name);
  }
  expect(sample.length).toBeGreaterThan(20);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(sample.length / 5);
});
