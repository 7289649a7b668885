import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

test('what was used longest ago is made anew', () => {
  const made: string[] = [];
  const cache = new RecentlyUsed<string>(2);
  const get = (key: string) =>
    cache.get(key, () => {
      made.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(get(key)).toBe(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
