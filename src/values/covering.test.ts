import { expect, test } from 'vitest';
import { coveringRows } from './covering.ts';

const sizes = [4, 3, 5, 2, 2, 6, 1];

function combinations(rows: readonly (readonly number[])[], factors: readonly number[]) {
  return new Set(rows.map((row) => factors.map((factor) => row[factor]).join())).size;
}

test('every pair of values occurs, in far fewer rows than all combinations', () => {
  const rows = coveringRows(sizes, { strength: 2, seed: 1 });
  for (const [one, size] of sizes.entries())
    for (let other = one + 1; other < sizes.length; other += 1)
      expect(combinations(rows, [one, other])).toBe(size * (sizes[other] ?? 0));
  expect(rows.length).toBeLessThan(45);
});

test('with strength 3, every triple occurs', () => {
  const rows = coveringRows([3, 3, 3, 4], { strength: 3, seed: 7 });
  expect(combinations(rows, [0, 1, 2])).toBe(27);
  expect(combinations(rows, [1, 2, 3])).toBe(36);
  expect(rows.length).toBeLessThan(70);
});

test('a seed gives the same rows each time, and another seed gives others', () => {
  const drawn = (seed: number) => coveringRows(sizes, { strength: 2, seed });
  expect(drawn(5)).toEqual(drawn(5));
  expect(drawn(5)).not.toEqual(drawn(6));
});

test('rows that are given are built upon, and no more rows are made than allowed', () => {
  const given = coveringRows(sizes, { strength: 1, seed: 1 });
  expect(given).toHaveLength(6);
  const rows = coveringRows(sizes, { strength: 2, seed: 1, given, most: 10 });
  expect(rows).toHaveLength(10);
  expect(rows.slice(0, 6)).toEqual(given);
  expect(coveringRows(sizes, { strength: 1, seed: 1, given })).toEqual(given);
});
