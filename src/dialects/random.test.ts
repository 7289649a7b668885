import { expect, test } from 'vitest';
import { pointById } from './dialect.ts';
import { randomDialect } from './random.ts';

test('the same seed gives the same dialect, and different seeds different ones', () => {
  expect(randomDialect(7)).toEqual(randomDialect(7));
  const dialects = Array.from({ length: 200 }, (_, seed) => JSON.stringify(randomDialect(seed)));
  expect(new Set(dialects).size).toBe(200);
});

test('every alternative of every open point comes up, and nothing else does', () => {
  const met = new Map<string, Set<unknown>>();
  for (let seed = 0; seed < 300; seed++) {
    for (const [id, answer] of Object.entries(randomDialect(seed))) {
      met.set(id, (met.get(id) ?? new Set()).add(answer));
    }
  }
  for (const [id, point] of pointById) {
    expect(met.get(id), id).toEqual(new Set([point.default, ...point.alternatives]));
  }
});
