import { fileHashes, type HashKind, longestHash } from '../../../../src/spec/file-hashes.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import type { Spent } from './count-verdict.ts';

/** A call of a caller with a known count, and its throttled attempts. */
export interface LimitedCall {
  readonly exchange: Exchange;
  readonly tries: readonly Exchange[];
  readonly isServed: boolean;
  readonly kind: 'hit' | 'miss' | 'malformed';
  readonly isRepeat: boolean;
}

/** How many are misses, misses again, and hits again. */
export const kindsOf = (calls: readonly LimitedCall[]) => {
  const misses = calls.filter(({ kind }) => kind === 'miss');
  return {
    misses: misses.length,
    repeatedMisses: misses.filter(({ isRepeat }) => isRepeat).length,
    repeats: calls.filter(({ kind, isRepeat }) => kind === 'hit' && isRepeat).length,
  };
};

/** The number of calls of each kind, described for reports. */
export const namedKinds = (
  calls: readonly LimitedCall[],
  kindOf: (hash: string) => HashKind | undefined = () => undefined,
): Spent['named'] => {
  const hits = calls.filter(({ kind }) => kind === 'hit');
  const by = (kind: HashKind) =>
    hits.filter(({ exchange }) => kindOf(exchange.about.hash ?? '') === kind);
  const misses = calls.filter(({ kind }) => kind === 'miss');
  const all: readonly (readonly [string, readonly LimitedCall[]])[] = [
    ...fileHashes.map(({ kind, name }) => [`by ${name}`, by(kind)] as const),
    ['that repeat a miss', misses.filter(({ isRepeat }) => isRepeat)],
    [
      `of ${longestHash} digits that find nothing`,
      misses.filter(({ exchange }) => exchange.about.hash?.length === longestHash),
    ],
  ];
  return all.map(([what, { length }]) => ({ what, calls: length }));
};
