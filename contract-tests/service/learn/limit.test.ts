import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitFrom } from './limit.ts';

test('any limit between a value that is taken and one that is not is found exactly', async () => {
  const candidates = [5, 10, 11, 100, 1000, 2 ** 31];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (limit) => {
      const found = await limitFrom(1, candidates, async (value) => value <= limit, 40);
      expect(found).toEqual({ kind: 'exact', value: limit });
    }),
  );
});

test('also below zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -(2 ** 31) + 1, max: 1 }), async (limit) => {
      const found = await limitFrom(1, [0, -1, -(2 ** 31)], async (value) => value >= limit, 40);
      expect(found).toEqual({ kind: 'exact', value: limit });
    }),
  );
});

test('there is no limit if all is accepted, and a range if the tries run out', async () => {
  expect(await limitFrom(1, [5, 10], async () => true, 9)).toEqual({ kind: 'none', tried: 10 });
  expect(await limitFrom(1, [1000], async (value) => value <= 500, 2)).toEqual({
    kind: 'between',
    taken: 500,
    refused: 750,
  });
});
