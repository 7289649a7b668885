import { expect, test } from 'vitest';
import { mixesOf } from './mixes.ts';

const points = new Map([
  ['status', [200, 202]],
  ['case', ['lowered']],
  ['nothing', []],
  ['order', ['sorted']],
]);

test('every two answers to different points meet in a mix', () => {
  const mixes = mixesOf(points, { seed: 1, isQuick: false });
  const meet = (one: string, answer: unknown, other: string, another: unknown): boolean =>
    mixes.some((mix) => mix[one] === answer && mix[other] === another);
  for (const status of [200, 202]) {
    expect(meet('status', status, 'case', 'lowered')).toBe(true);
    expect(meet('status', status, 'order', 'sorted')).toBe(true);
  }
  expect(meet('case', 'lowered', 'order', 'sorted')).toBe(true);
  expect(mixes.some((mix) => 'nothing' in mix)).toBe(false);
});

test('in a quick look, each answer is in a mix, and there are few', () => {
  const many = new Map(
    Array.from({ length: 9 }, (_, nth) => [`point ${nth}`, ['a', 'b', 'c', 'd']]),
  );
  const mixes = mixesOf(many, { seed: 1, isQuick: true });
  expect(mixes).toHaveLength(8);
  for (const id of many.keys())
    expect(mixes.map((mix) => mix[id])).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']));
  expect(mixesOf(many, { seed: 1, isQuick: false }).length).toBeGreaterThan(8);
});

test('the same seed gives the same mixes, and one point has none', () => {
  const mixing = { seed: 7, isQuick: false };
  expect(mixesOf(points, mixing)).toEqual(mixesOf(points, mixing));
  expect(mixesOf(new Map([['status', [200, 202]]]), mixing)).toEqual([]);
});
