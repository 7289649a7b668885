import { expect, test } from 'vitest';
import { inShard, shardFrom } from './shard.ts';

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test.each([1, 2, 3, 8])('%i shards together do everything once', (of) => {
  const parts = Array.from({ length: of }, (_, nth) =>
    inShard(items, shardFrom(`${nth + 1}/${of}`)),
  );
  expect(parts.flat().sort()).toEqual(items);
});

test('without a shard everything is done, in its order', () => {
  expect(inShard(items, shardFrom())).toEqual(items);
});

test.each(['0/2', '3/2', '1', '1/0', 'a/b'])('%s is no shard', (text) => {
  expect(() => shardFrom(text)).toThrow(/--shard is/);
});
