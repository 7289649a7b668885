import { expect, test } from 'vitest';
import { stepsOf } from '../../judging/run/scenario.ts';
import { settingOf } from '../drive/context.ts';
import { targetAt } from '../target/target.test.support.ts';
import type { Target } from '../target/target.ts';
import { type AbuseFeedPlan, type PlanOptions, planOf } from './plan.ts';

function planFor(target: Target, options: PlanOptions = {}): AbuseFeedPlan {
  return planOf(settingOf(target), options);
}

function probesOf({ stages }: AbuseFeedPlan, area: string) {
  return stages.flat().filter((one) => one.isProbe && one.area === area);
}

function planned({ preparations, stages, endings }: AbuseFeedPlan): string[] {
  return [...preparations, ...stages.flat(), ...endings].flatMap(({ clauses }) => clauses);
}

test('one clause takes the checks that are about it, and no others', () => {
  const plan = planFor(targetAt(), { only: ['create/in-the-named-feed'] });
  expect(plan.clauses.map(({ id }) => id)).toEqual(['create/in-the-named-feed']);
  expect(plan.areas).toEqual(['feed']);
  const checks = plan.stages.flat();
  for (const { clauses } of checks) expect(clauses).toContain('create/in-the-named-feed');
  expect(stepsOf(plan)).toBe(checks.length);
});

const limited = { researcher: 'r', analyst: 'a', limited: [{ token: 'l', remaining: 4 }] };

test('an open clause may be shown by any check of its operation, and spends nothing', () => {
  const target = targetAt(undefined, { tokens: limited });
  const open = planFor(target, { only: ['open/fetch.who'] });
  expect(open.areas).toEqual(['feed']);
  expect(planned(open)).toContain('fetch/callers-agree');
  expect(planned(open).filter((id) => id === 'create/token-required')).toEqual([]);
  expect(open.counts).toBe(false);
  expect(open.spending).toEqual([]);
});

test.each(['open/lookup.status.no-requests-left', 'lookup/counts-once'])(
  '%s is shown by spending, and that is announced',
  (id) => {
    const target = targetAt(undefined, { tokens: limited });
    const [plan, ...others] = planFor(target, { only: [id] }).spending;
    expect(others).toEqual([]);
    expect(plan?.remaining).toBe(4);
    expect(plan?.calls).toBeGreaterThan(4);
    expect(planFor(target, { only: ['open/lookup.who'] }).spending).toEqual([]);
  },
);

test('an area that is left out is not planned, and its clauses are still there to say so', () => {
  const plan = planFor(targetAt(undefined, { areas: ['lookup'] }), { learn: true });
  expect(plan.areas).toEqual(['lookup']);
  expect(probesOf(plan, 'feed')).toEqual([]);
  expect(plan.clauses.some(({ id }) => id.startsWith('create/'))).toBe(true);
});

test('probes are for runs that learn, or expect an answer only a probe can show', () => {
  expect(probesOf(planFor(targetAt()), 'feed')).toEqual([]);
  expect(probesOf(planFor(targetAt(), { learn: true }), 'feed').length).toBeGreaterThan(5);
  const expected = { file: 'my.dialect.yaml', answers: { 'create.tags.limit': 10 } };
  const pinned = planFor({ ...targetAt(), expected });
  expect(probesOf(pinned, 'feed')).toHaveLength(1);
});
