import { expect, test } from 'vitest';
import { endlessNumber } from './endless-number.ts';
import { keyOf } from './path.ts';

const itself: { self?: unknown } = {};
itself.self = itself;

test.each<[unknown, string | undefined]>([
  [1e308, undefined],
  [{ a: [1, 'Infinity', null, true], b: {} }, undefined],
  [itself, undefined],
  [JSON.parse('[1, {"a": [-1e400]}]'), '[1].a[0]'],
  [JSON.parse(`{"a": ${'9'.repeat(400)}}`), 'a'],
  [{ a: Number.NaN }, 'a'],
  [Infinity, ''],
])('%j has an endless number at %s', (value, at) => {
  const found = endlessNumber(value);
  expect(found && keyOf(found)).toBe(at);
});

test('what nests deeper than calls can is looked through', () => {
  expect(endlessNumber(JSON.parse(`${'['.repeat(1e5)}1e400${']'.repeat(1e5)}`))).toHaveLength(1e5);
});
