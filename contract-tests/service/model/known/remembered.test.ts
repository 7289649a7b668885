import { expect, test } from 'vitest';
import { jsonSize, remembered } from './remembered.ts';

const long = 'x'.repeat(1_000_000);

test('a short report is remembered as it is, with every field', () => {
  const report = { id: 'a', tags: ['rat'], more: 1 };
  expect(remembered(report, 'Report')).toBe(report);
});

test('of a long one, the fields of the contract are remembered, and long ones by their hash', () => {
  const report = { id: 'a', name: long, tags: ['rat'], more: long };
  const kept = remembered(report, 'Report');
  expect(kept).toMatchObject({ id: 'a', tags: ['rat'] });
  expect(Object.keys(kept)).toEqual(['id', 'name', 'tags']);
  expect(jsonSize(kept)).toBeLessThan(1000);
});

test('equal values are remembered as equal, and others are not', () => {
  const tags = [
    { heat: 1, name: long },
    { name: 'b', heat: 2 },
  ];
  const others = [
    { heat: 2, name: 'b' },
    { name: long, heat: 1 },
  ];
  const of = (value: unknown) => remembered({ tags: value }, 'StaticAnalysis');
  expect(of(others)).toEqual(of(tags));
  expect(of([{ heat: 1, name: `${long}x` }])).not.toEqual(of([{ heat: 1, name: long }]));
  expect(of([long, 'b'])).not.toEqual(of(['b', long]));
});
