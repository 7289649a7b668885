import { expect, test } from 'vitest';
import { defaultDialect } from '../../../src/dialects/dialect.ts';
import { unitsOf } from '../../run/check-stage.ts';
import { connectTo } from '../../run/connect.ts';
import { order } from '../../run/order.generated.ts';
import { planOf } from '../../run/plan.ts';
import { referenceTarget } from '../trial.ts';
import type { Detection } from './detection.ts';
import { finalScenarios, greedyOrder } from './greedy.ts';

const detection = (mutant: string, ...by: Detection['by']): Detection => ({
  mutant,
  isFound: true,
  by,
});
const orderOf = (...all: Detection[]) =>
  greedyOrder(all).filter(([name]) => !finalScenarios.includes(name));

test('the requests that detect most mutants come first, as many of a scenario as are worth it', () => {
  const order = orderOf(
    detection('1', ['long', 2, 20], ['short', 4, 4]),
    detection('2', ['long', 2, 20]),
    detection('3', ['short', 4, 4]),
    detection('4', ['long', 20, 20]),
    detection('5', ['other', 3, 3]),
  );
  expect(order).toEqual([
    ['long', 2],
    ['other', 3],
    ['short', 4],
    ['long', 18],
  ]);
});

test('a mutant counts once, for the cheapest requests that detect it', () => {
  expect(orderOf(detection('1', ['a', 9, 9]), detection('1', ['b', 1, 1]))).toEqual([['b', 1]]);
});

test('what every run asks is free, and limited tokens are spent wholly or not at all', () => {
  expect(orderOf(detection('1', ['preflight', 7, 9], ['a', 1, 1]))).toEqual([]);
  expect(orderOf(detection('1', ['calls of limited tokens', 3, 32]))).toEqual([
    ['calls of limited tokens', 1000],
  ]);
});

test('the order that was made names scenarios and cases that there are', async () => {
  const at = { baseUrl: 'http://127.0.0.1:9', analysisUrl: 'http://127.0.0.1:9' };
  const target = referenceTarget(at, defaultDialect);
  const run = connectTo(target, planOf(target));
  const names = new Set(unitsOf(run, ['feed', 'lookup']).map(({ name }) => name));
  await run.client.close();
  expect(order.filter(([name]) => !names.has(name))).toEqual([]);
  expect(order.length).toBeGreaterThan(50);
});
