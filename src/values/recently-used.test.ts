import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

test('what was used longest ago is made anew', () => {
  const made: string[] = [];
  const cache = new RecentlyUsed<string>({ entries: 2 });
  const get = (key: string) =>
    cache.getOrMake(key, () => {
      made.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(get(key)).toBe(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  expect(cache.forgotten).toBe(2);
});

test('the sum of sizes is bounded, and a value may grow', () => {
  const cache = new RecentlyUsed<string>({ entries: 10, size: 5 });
  cache.set('a', 'first', 2);
  cache.set('b', 'second', 2);
  cache.set('b', 'second', 4);
  expect([...cache.values()]).toEqual(['second']);
  cache.clear();
  cache.set('a', 'third', 5);
  expect(cache.get('a')).toBe('third');
});
