import { type HashKind, hashKinds, longestHash } from '../../../src/spec/file-hashes.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import type { Context } from '../drive/context.ts';
import type { FileLookup } from '../drive/files.ts';
import { madeUpHash } from '../requests/made-up.ts';
import { type AvailableHashes, type CountPlan, refusalsAsked } from './count-plan.ts';
import { hashToMiss } from './counted-call.ts';

/** A hash of a file that is there, as the target file says: whether it is found is judged by other clauses. */
export type KnownHash = Pick<FileLookup, 'kind' | 'hash'>;

/** How a limited token was begun: its first call, and what can be looked up from then on. */
export interface Opening {
  /** The hash of the first call. */
  readonly first: string;
  readonly hits: readonly KnownHash[];
  /** The response to the first call. */
  readonly answer: Answer;
}

/** Hashes of the files of the target, in an order in which neighbours differ in file and kind. */
export function statedHashes({ target }: Context): KnownHash[] {
  const found = target.analyses.map((file) =>
    hashKinds.flatMap((kind) => (file[kind] === undefined ? [] : { kind, hash: file[kind] })),
  );
  const turns = hashKinds.flatMap((_, turn) =>
    found.map((hashes, file) => hashes[(turn + file) % Math.max(1, hashes.length)]),
  );
  const hits = turns.filter((one) => one !== undefined);
  return hits.filter(({ hash }, at) => hits.findIndex((one) => one.hash === hash) === at);
}

export function askableOf(
  context: Context,
  first: string,
  hits: readonly KnownHash[],
): AvailableHashes {
  const firstKind = hits.find(({ hash }) => hash === first)?.kind;
  const kinds = hashKinds.toReversed().filter((kind) => kind !== firstKind);
  const [others = [], thirds = []] = kinds.map((kind) =>
    hits.filter((one) => one.kind === kind && one.hash !== first).map(({ hash }) => hash),
  );
  const file = context.target.analyses.find((one) => Object.values(one).includes(first));
  const [other] = others;
  // Of the same file, since a server may charge a file once, whatever its hash.
  const third = thirds.find((hash) => Object.values(file ?? {}).includes(hash)) ?? thirds[0];
  const all = hits.map(({ hash }) => hash);
  const any = all.find((hash) => hash !== first) ?? first;
  const anotherThird = thirds.find((hash) => hash !== third) ?? third;
  return {
    first,
    hits: all,
    other: other ?? any,
    third: third ?? any,
    anotherThird: anotherThird ?? any,
    miss: hashToMiss(context),
    longMiss: madeUpHash(longestHash),
  };
}

/**
 * Hashes for calls after the last request: each kind of hash must be refused, and then those that were asked for
 * least. If possible they were not looked up before; in a mixed plan the last one was, and may be cached.
 */
export function beyondHashes(
  { style }: Pick<CountPlan, 'style'>,
  used: readonly string[],
  hits: readonly KnownHash[],
): string[] {
  const fresh = hits.filter(({ hash }) => !used.includes(hash)).toReversed();
  const pool = fresh.length > 0 ? fresh : hits.toReversed();
  const beginningAt = style === 'distinct' ? 1 : 0;
  const each = [...hashKinds.slice(beginningAt), ...hashKinds.slice(0, beginningAt)];
  const timesUsed = (kind: HashKind): number =>
    used.filter((hash) => hits.some((one) => one.hash === hash && one.kind === kind)).length;
  const rarest = each.toSorted((one, other) => timesUsed(one) - timesUsed(other));
  const kinds = [...each, ...rarest].slice(0, refusalsAsked);
  const hashes: string[] = [];
  for (const kind of kinds) {
    const ofKind = pool.filter((one) => one.kind === kind);
    const candidates = ofKind.length > 0 ? ofKind : pool;
    const unasked = candidates.find(({ hash }) => !hashes.includes(hash)) ?? candidates[0];
    hashes.push(unasked?.hash ?? '');
  }
  return style === 'mixed' ? [...hashes.slice(0, -1), used[0] ?? ''] : hashes;
}
