import { escapedJson } from '../../../contract-tests/index.ts';
import type { TrialResult } from '../../../contract-tests/selftest/trials.ts';
import { UsageError } from '../options.ts';

/** One machine's part of the work: number I of N. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export const wholeWork: Shard = { index: 1, of: 1 };

/** Parses `2/3`. */
export function shardFrom(text: string | undefined): Shard {
  if (text === undefined) return wholeWork;
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

/** A report on a part of the work, to be joined by `abuse-feed merge`. */
export interface PartialReport<Result = TrialResult> {
  readonly kind: 'selftest';
  readonly shard: Shard;
  /** The amount of work in all shards together. */
  readonly all: number;
  readonly results: readonly Result[];
}

export const partialReport = (report: Omit<PartialReport, 'kind'>): string =>
  `${escapedJson(JSON.stringify({ kind: 'selftest', ...report }, null, 2))}\n`;

/** The results of all shards, in the order of a single run. */
export function joined<Result>(reports: readonly PartialReport<Result>[]): Result[] {
  const of = reports[0]?.shard.of ?? 0;
  const all = reports[0]?.all ?? 0;
  for (const report of reports)
    if (report.shard.of !== of || report.all !== all)
      throw new UsageError('These reports are not parts of one run: they differ in number.');
  const lists = Array.from({ length: of }, (_, nth) => {
    const own = reports.filter(({ shard }) => shard.index === nth + 1);
    if (own.length !== 1)
      throw new UsageError(
        `Shard ${nth + 1}/${of} is ${own.length === 0 ? 'missing' : 'there more than once'}.`,
      );
    return own[0]?.results ?? [];
  });
  const results = Array.from({ length: all }, (_, nth) => lists[nth % of]?.[Math.floor(nth / of)]);
  if (results.some((one) => one === undefined))
    throw new UsageError('A shard was stopped before its end: its report lacks results.');
  return results as Result[];
}
