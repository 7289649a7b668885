import { expect, test } from 'vitest';
import { inARow } from './listed.ts';

test.each<[readonly string[], string]>([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('%j in a row', (words, sentence) => {
  expect(inARow(words, 'or')).toBe(sentence);
});
