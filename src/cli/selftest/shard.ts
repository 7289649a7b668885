import { UsageError } from '../options.ts';

/** One machine's part of the work: number I of N. */
interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Parses `2/3`. */
export function shardFrom(text = '1/1'): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new UsageError(
    `--shard is "${text}". It takes two numbers such as 1/3: the first of three.`,
  );
}

/** A shard's items, taken round-robin to spread the slow ones. */
export const inShard = <T>(items: readonly T[], { index, of }: Shard): T[] =>
  items.filter((_, nth) => nth % of === index - 1);
