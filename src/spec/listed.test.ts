import { expect, test } from 'vitest';
import { listed, plural, shortened } from './listed.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('ten are listed, of more the first ten and how many there are besides', () => {
  expect(listed([], String)).toEqual([]);
  expect(listed(numbers(10), String)).toHaveLength(10);
  expect(listed(numbers(11), String).slice(-2)).toEqual(['9', 'and 1 more']);
});

test('what is not listed is not put into words', () => {
  let worded = 0;
  const lines = listed(numbers(70_000), (number) => {
    worded += 1;
    return String(number);
  });
  expect(lines.at(-1)).toBe('and 69990 more');
  expect(worded).toBe(10);
});

test('one is singular, anything else is not', () => {
  expect([0, 1, 2345].map((count) => plural(count, 'call'))).toEqual([
    ...['0 calls', '1 call', '2,345 calls'],
  ]);
  expect(plural(2, 'answer differs', 'answers differ')).toBe('2 answers differ');
});

test('a long name is cut', () => {
  expect(shortened('service')).toBe('service');
  expect(shortened('x'.repeat(100_000))).toBe(`${'x'.repeat(79)}…`);
});
