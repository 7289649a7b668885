import { expect, test } from 'vitest';
import { inShard, joined, type PartialReport, shardFrom } from './shard.ts';

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const part = (index: number, of: number): PartialReport<string> => ({
  kind: 'selftest',
  shard: { index, of },
  all: items.length,
  results: inShard(items, { index, of }),
});

test('shards together do everything once, and are joined in the order of one run', () => {
  expect(joined([part(3, 3), part(1, 3), part(2, 3)])).toEqual(items);
  expect(joined([part(1, 1)])).toEqual(items);
});

test.each([
  [[part(1, 3), part(2, 3)], /Shard 3\/3 is missing/],
  [[part(1, 2), part(1, 2)], /Shard 1\/2 is there more than once/],
  [[part(1, 2), part(2, 3)], /not parts of one run/],
  [[part(1, 2), { ...part(2, 2), results: [] }], /stopped before its end/],
])('what does not make a whole is refused', (parts, says) => {
  expect(() => joined(parts)).toThrow(says);
});

test.each(['0/2', '3/2', '1', '1/0', 'a/b'])('%s is no shard', (text) => {
  expect(() => shardFrom(text)).toThrow(/--shard is/);
});
