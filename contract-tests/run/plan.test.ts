import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { targetAt } from './run.test.support.ts';

const stages = ['first-calls', 'main', 'spend', 'last'] as const;
const planned = (plan: ReturnType<typeof planOf>): string[] =>
  plan.areas.flatMap((area) =>
    stages.flatMap((stage) => plan.checks(area, stage).flatMap(({ clauses }) => clauses)),
  );

test('one clause takes the checks that are about it, and no others', () => {
  const plan = planOf(targetAt(), { only: ['fetch/own-feed-only'] });
  expect(plan.clauses.map(({ id }) => id)).toEqual(['fetch/own-feed-only']);
  expect(plan.areas).toEqual(['feed']);
  expect(planned(plan)).toEqual(['fetch/own-feed-only']);
  expect(plan.steps).toBe(1);
});

test('an open clause may be shown by any check', () => {
  const open = planOf(targetAt(), { only: ['open/fetch.who'] });
  expect(planned(open)).toEqual(planned(planOf(targetAt())));
});

test('an area that is left out is not planned, and its clauses are still there to say so', () => {
  const plan = planOf(targetAt(undefined, { areas: ['lookup'] }), { learn: true });
  expect(plan.areas).toEqual(['lookup']);
  expect(plan.probes('feed', 'main')).toEqual([]);
  expect(plan.clauses.some(({ id }) => id.startsWith('create/'))).toBe(true);
});

test('probes are for runs that learn, or expect an answer only a probe can show', () => {
  expect(planOf(targetAt()).probes('feed', 'main')).toEqual([]);
  expect(planOf(targetAt(), { learn: true }).probes('feed', 'main').length).toBeGreaterThan(5);
  const expected = { file: 'my.dialect.yaml', answers: { 'create.tags.limit': 10 } };
  const pinned = planOf({ ...targetAt(), expected });
  expect(pinned.learns('create.tags.limit')).toBe(true);
  expect(pinned.probes('feed', 'main').map(({ points }) => points)).toEqual([
    ['create.tags.limit'],
  ]);
});
