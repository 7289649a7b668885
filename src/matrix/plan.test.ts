import { expect, test } from 'vitest';
import { type Differences, dialectOf, type OpenPointId } from '../dialects/dialect.ts';
import { combinations } from './combinations.ts';
import type { DialectTrial } from './dialect-trials.ts';
import type { FailingAnswers } from './narrowing.ts';
import { answersOf, MatrixPlan } from './plan.ts';

const created: OpenPointId = 'create.status.created';
const base = dialectOf({});

const trial = (passed: boolean, answers: Differences, ...points: readonly OpenPointId[]) => ({
  dialect: dialectOf(answers),
  passed,
  exercised: new Set(points),
});

/** Runs all that is planned; returns the answers to a point in each round. */
function rounds(
  id: OpenPointId,
  first: readonly DialectTrial[],
  passes: (dialect: DialectTrial['dialect']) => boolean,
  causes: readonly FailingAnswers[] = [],
) {
  const plan = new MatrixPlan(base, { rows: 1, seed: 1 });
  const trials = [...first];
  const planned: unknown[][] = [];
  for (;;) {
    const dialects = plan.next(trials, causes);
    if (dialects.length === 0 || planned.length > 9) return planned;
    planned.push(dialects.map((dialect) => dialect[id]));
    for (const dialect of dialects)
      trials.push({ dialect, passed: passes(dialect), exercised: new Set([id]) });
  }
}

const others = answersOf(created).filter((answer) => answer !== base[created]);

test('an answer of which nothing is learned is tried twice more, and then no longer', () => {
  const failing = rounds(created, [trial(true, {}, created)], () => false);
  expect(failing.map((answers) => answers.sort())).toEqual([others, others, others]);
});

test('an answer that the command passes with is tried once', () => {
  const passing = rounds(created, [trial(true, {}, created)], () => true);
  expect(passing.map((answers) => answers.sort())).toEqual([others]);
});

test('points met only where the command fails are tried together with what makes it fail, and nothing else', () => {
  const cause: Differences = { [created]: 200 };
  const points: readonly OpenPointId[] = ['create.status.invalid-report', 'create.status.no-token'];
  const plan = new MatrixPlan(base, { rows: 1, seed: 1 });
  const trials = [
    trial(true, {}, created),
    trial(false, { ...cause, 'any.error-text': 'terse' }, created, ...points),
    trial(false, cause, created, ...points),
  ];
  plan.next(trials, [cause]);
  const next = () => plan.next(trials, [cause]).filter((dialect) => dialect[created] === 200);
  const there = next();
  const others = points.map((id) => answersOf(id).filter((answer) => answer !== base[id]));
  expect(there).toHaveLength(Math.max(...others.map(({ length }) => length)));
  const tried = points.map((id) => new Set(there.map((dialect) => dialect[id])));
  for (const [nth, answers] of others.entries())
    expect([...(tried[nth] ?? [])]).toEqual(expect.arrayContaining(answers));
  expect(there.every((dialect) => dialect['any.error-text'] === base['any.error-text'])).toBe(true);
  expect(next()).toEqual([]);
});

test('pairs count if both answers were exercised in one run that passed', () => {
  const points: readonly OpenPointId[] = [
    created,
    'create.status.invalid-report',
    'create.status.no-token',
  ];
  const [x = 0, y = 0, z = 0] = points.map((id) => answersOf(id).length);
  const pairs = (...trials: readonly DialectTrial[]): number => combinations(trials, 2).tried;
  const all = trial(true, {}, ...points);
  expect(pairs(all)).toBe(3);
  expect(pairs(all, all)).toBe(3);
  expect(pairs(all, trial(true, { [created]: 200 }, ...points))).toBe(5);
  expect(pairs(all, trial(false, { [created]: 200 }, ...points))).toBe(3);
  expect(pairs(...points.map((id) => trial(true, {}, id)))).toBe(0);
  expect(combinations([all], 2).all).toBe(x * y + x * z + y * z);
  expect(combinations([all, trial(false, {}, ...points)], 3)).toEqual({ tried: 1, all: x * y * z });
  expect(combinations([], 3)).toEqual({ tried: 0, all: 0 });
});
