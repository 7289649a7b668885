import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { Finding } from '../model/evidence.ts';
import { familyOf } from '../model/families.ts';
import type { ClauseResult } from '../model/verdict.ts';
import type { Exchange } from '../talk/exchange.ts';

/** One fault of a server: the clause it breaks first of all, what shows it, and what follows from it. */
export interface Cause {
  readonly clause: string;
  readonly section: string;
  readonly kind: ClauseResult['kind'];
  readonly sentence: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that shows it. */
  readonly exchange?: Exchange;
  /** How often it was seen. */
  readonly times: number;
  /** Clauses that are broken because of it. */
  readonly follows: readonly string[];
  /** Clauses that say the same of other operations, and are broken as well. */
  readonly alike: readonly string[];
  /** Lines of a shell script that shows it again; none where nothing was exchanged. */
  readonly script: readonly string[];
}

/** What lies behind the broken clauses. What nothing explains is a cause: nothing is hidden. */
export const causesOf = (clauses: readonly ClauseResult[]): Cause[] => {
  const broken = clauses.filter(({ verdict }) => verdict === 'broken');
  const behind = causesBehind(broken);
  const causes: { root: ClauseResult; alike: ClauseResult[]; follows: ClauseResult[] }[] = [];
  for (const root of broken.filter((one) => behind.get(one) === one)) {
    const follows = broken.filter((one) => one !== root && behind.get(one) === root);
    const family = familyOf(root.id);
    const first = causes.find((one) => family && familyOf(one.root.id) === family);
    if (!first) causes.push({ root, follows, alike: [] });
    else {
      first.alike.push(root);
      first.follows.push(...follows);
    }
  }
  return causes.map(({ root, follows, alike }) => causeOf(root, follows, alike));
};

/** For each broken clause the one that explains it, which may be itself. */
const causesBehind = (broken: readonly ClauseResult[]): ReadonlyMap<ClauseResult, ClauseResult> => {
  const byId = new Map(broken.map((one) => [one.id, one]));
  const behind = new Map<ClauseResult, ClauseResult>();
  const explained = (clause: ClauseResult, path: readonly ClauseResult[]): ClauseResult => {
    const known = behind.get(clause);
    if (known) return known;
    const reasons = reasonsFor(clause)
      .flatMap((id) => byId.get(id) ?? [])
      .filter((one) => one !== clause && !path.includes(one));
    const [first] = reasons;
    const root = first ? explained(first, [...path, clause]) : clause;
    behind.set(clause, root);
    return root;
  };
  for (const clause of broken) explained(clause, []);
  return behind;
};

/** The clauses that explain every finding of a clause. */
const reasonsFor = ({ findings }: ClauseResult): readonly ClauseId[] => {
  const [first, ...others] = findings;
  return (first?.rests ?? []).filter((id) => others.every(({ rests }) => rests?.includes(id)));
};

const operationOf = (clause: string): string => {
  const [begin = ''] = clause.split('/');
  return { report: 'fetch', analysis: 'lookup' }[begin] ?? begin;
};

/** The act itself rather than a later look at what it did. */
const bestShown = ({ id, findings }: ClauseResult): Finding | undefined =>
  findings.find(({ exchange }) => exchange?.operation === operationOf(id)) ?? findings[0];

const causeOf = (
  root: ClauseResult,
  follows: readonly ClauseResult[],
  alike: readonly ClauseResult[],
): Cause => {
  const { id: clause, section, kind, sentence, findings } = root;
  const { expected = '', actual = '', exchange } = bestShown(root) ?? {};
  return {
    ...{ clause, section, kind, sentence, expected, actual },
    ...(exchange && { exchange }),
    times: findings.length,
    follows: follows.map(({ id }) => id),
    alike: alike.map(({ id }) => id),
    script: [],
  };
};
