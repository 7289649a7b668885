import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { answering } from '../../src/traffic/listening.test.support.ts';
import { judgeTarget } from '../index.ts';
import { mutantNamed } from './mutants/index.ts';
import type { Layer } from './realistic/front.ts';
import { defaultDialect } from './server.ts';
import { referenceTarget, withServer } from './trial.ts';

/** Counts requests, and answers each as it is told. */
async function counting(answer: RequestListener) {
  let count = 0;
  const baseUrl = await answering((asked, response) => {
    count += 1;
    answer(asked, response);
  });
  return { baseUrl, analysisUrl: baseUrl, made: () => count };
}

test('bodies that never end are asked for no more often than the budget says', async () => {
  const server = await counting((_asked, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{');
  });
  const target = { ...referenceTarget(server, defaultDialect), pace: { timeoutMs: 50 } };
  await judgeTarget(target, { budget: 25 });
  expect(server.made()).toBeLessThanOrEqual(25);
});

/** Counts what reaches the server, through other layers. */
function counted(): { readonly layer: Layer; readonly made: () => number } {
  let count = 0;
  return {
    layer: () => (asked, next) => {
      count += 1;
      return next(asked);
    },
    made: () => count,
  };
}

test('what is turned away and repeated is part of the budget', async () => {
  const { layer, made } = counted();
  let nth = 0;
  const limit: Layer = () => async (asked, next) => {
    nth += 1;
    return nth % 3 === 0
      ? { status: 429, headers: { 'retry-after': '0' }, body: Buffer.from('{}') }
      : next(asked);
  };
  await withServer({ layers: [layer, limit] }, (target) => judgeTarget(target, { budget: 60 }));
  expect(made()).toBeLessThanOrEqual(60);
});

test('causes and cleaning up are part of the budget, and nothing is left behind', async () => {
  const { layer, made } = counted();
  const mutant = mutantNamed('create-error-flag-true');
  const result = await withServer({ mutant, layers: [layer] }, (target) =>
    judgeTarget(target, { budget: 60 }),
  );
  expect(result).toMatchObject({ verdict: 'violates', leftovers: [] });
  expect(made()).toBeLessThanOrEqual(60);
  expect(made()).toBeGreaterThan(40);
});
