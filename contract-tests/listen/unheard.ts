import type { Clause } from '../../src/spec/clauses.ts';

const elsewhere = 'somebody may have deleted the report unheard';
const strangers = 'which tokens nobody holds is not known to a listener';
const countedElsewhere = 'the same caller may call elsewhere, unheard';

/** Clauses that no traffic can show to be broken, whoever makes it, and why. */
export const cannotBeHeard: { readonly [clause: string]: string } = {
  'create/id-finds-the-report': elsewhere,
  'create/in-the-named-feed': elsewhere,
  'create/parallel-creates-are-all-kept': elsewhere,
  'fetch/stored-report-is-found': elsewhere,
  'fetch/report-stays': elsewhere,
  'delete/refused-means-unchanged': elsewhere,
  'delete/removes-only-that-report': elsewhere,
  'delete/own-feed-only': elsewhere,
  'create/token-must-be-known': strangers,
  'delete/token-must-be-known': strangers,
  'lookup/token-must-be-known': strangers,
  'fetch/unknown-id-is-refused':
    'which ids no report has is not known to a listener; an answer with another report is heard',
  'lookup/unknown-hash-finds-nothing':
    'which files have no analysis is not known to a listener; an analysis of another file is heard',
  'create/overwrites-nothing':
    'what changed a report is not heard; that it changed is, by another clause',
  'create/leaves-others-unchanged':
    'what changed a report is not heard; that it changed is, by another clause',
  'lookup/counts-once': countedElsewhere,
  'lookup/counts-in-parallel': countedElsewhere,
  'lookup/counts-per-caller': countedElsewhere,
};

/** What traffic would show a clause, by the beginning of its id; the first that fits. */
const shownBy: readonly (readonly [pattern: RegExp, traffic: string])[] = [
  [/^report\/reported-by-is/, 'two reports of one researcher, created within a minute and fetched'],
  [/^report\//, 'a report that is fetched'],
  [/^analysis\//, 'an analysis that is looked up'],
  [/^create\/(error-|.*error)/, 'a create that is refused'],
  [/^fetch\/error-/, 'a fetch that is refused'],
  [/^delete\/error-/, 'a delete that is refused'],
  [/^create\/token-required/, 'a create without a token'],
  [/^lookup\/token-required/, 'a lookup without a token'],
  [/^delete\/token-required/, 'a delete without a token, and one of a report that is gone'],
  [/^create\/researchers-only/, 'a create by somebody who is no researcher by the target file'],
  [/^create\/(keeps-|lowers-)/, 'a report that is created with such a value and then fetched'],
  [/^create\/stores-/, 'a create with such a body that is accepted, and a fetch of the report'],
  [/^create\/(id|reporter|time)-is-the-services/, 'a create that sends such a field, and a fetch'],
  [/^create\/repeats-make-new-reports/, 'a report that is created twice, the same each time'],
  [/^create\//, 'a create'],
  [/^fetch\/missing-id/, 'a fetch that names no report'],
  [/^fetch\/own-feed-only/, 'a fetch of a report from another feed that the target file names'],
  [/^fetch\/(repeated|callers)/, 'a report that is fetched twice'],
  [/^fetch\//, 'a fetch'],
  [/^delete\/missing-id/, 'a delete that names no report'],
  [/^delete\/creator-may/, 'a creator who deletes, or is refused and then finds the report'],
  [/^delete\/owner-/, 'an owner, by the target file, who deletes the report of another'],
  [
    /^delete\/(other-|owners-|researchers-|reader-)/,
    'a delete by somebody else, by the target file, and one of a report that is gone',
  ],
  [/^delete\/success-means-gone/, 'a fetch of a report after its deletion'],
  [/^delete\//, 'a delete'],
  [/^lookup\/by-/, 'lookups of one file by several of its hashes, again and again'],
  [/^lookup\/(same-by|any-case)/, 'a file that is looked up by several hashes'],
  [/^lookup\/repeats-agree/, 'a file that is looked up twice'],
  [
    /^lookup\/(every-call|misses|repeats-count|refused-at|stays-)/,
    'a caller of tokens.limited of the target file who uses up its requests',
  ],
  [/^lookup\//, 'a lookup'],
];

/** What traffic would show a clause that was not seen. */
export const trafficFor = ({ id }: Clause): string =>
  shownBy.find(([pattern]) => pattern.test(id))?.[1] ?? 'a call of this operation';

/** Why nothing is said of a clause. */
export const whyNotSeen = (clause: Clause): string => {
  const never = cannotBeHeard[clause.id];
  return never
    ? `not seen: no traffic can show it, since ${never}`
    : `not seen: ${trafficFor(clause)} would show it`;
};
