import type { Finding } from '../judge/evidence.ts';
import type { ClauseResult } from '../judge/verdict.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Reproduced } from './calls.ts';
import { type CauseGroup, causeGroups } from './causes.ts';
import type { Log } from './log.ts';
import { rankOf } from './ranks.ts';
import { reproduction } from './reproduction.ts';
import { isAboutCounting, isWholeStory, storyOf } from './story.ts';

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

/** So many findings are looked through for the one that is told in the fewest exchanges. */
const compared = 40;

export const causesOf = (
  clauses: readonly ClauseResult[],
  log: Log,
  urls: Reproduced['urls'],
): Cause[] =>
  causeGroups(clauses, log)
    .map((group) => causeOf(group, log, urls))
    .sort((a, b) => rankOf(a.clause) - rankOf(b.clause));

const causeOf = (
  { root, follows, alike }: CauseGroup,
  log: Log,
  urls: Reproduced['urls'],
): Cause => {
  const { finding, story } = bestShown(root, log);
  const { expected, actual, exchange } = finding;
  const { id: clause, section, kind, sentence } = root;
  const said = { clause, section, sentence, expected, actual };
  return {
    ...said,
    kind,
    ...(exchange && { exchange }),
    times: root.findings.length,
    follows: follows.map(({ id }) => id),
    alike: alike.map(({ id }) => id),
    script: reproduction({ ...said, story, urls }),
  };
};

const operationOf = (clause: string): string => {
  const [begin = ''] = clause.split('/');
  return { report: 'fetch', analysis: 'lookup' }[begin] ?? begin;
};

/** Nobody has requests left to see it again by a limited token, where another would do. */
const isSpent = (clause: string, exchange: Exchange | undefined): boolean =>
  exchange?.caller.startsWith('tokens.limited') === true && !isAboutCounting(clause);

/** The act itself rather than a later look at what it did, and the shortest story of it. */
const bestShown = (
  { id, findings }: ClauseResult,
  log: Log,
): { finding: Finding; story: readonly Exchange[] } => {
  const told = findings.slice(0, compared).map((finding) => {
    const { exchange } = finding;
    const story = exchange ? storyOf(id, exchange, log) : [];
    return {
      finding,
      story,
      isAct: exchange?.operation === operationOf(id),
      isSpent: isSpent(id, exchange),
      isWhole: exchange !== undefined && isWholeStory(id, exchange, log),
    };
  });
  const [best] = told.sort(
    (a, b) =>
      Number(b.story.length > 0) - Number(a.story.length > 0) ||
      Number(b.isWhole) - Number(a.isWhole) ||
      Number(b.isAct) - Number(a.isAct) ||
      Number(a.isSpent) - Number(b.isSpent) ||
      a.story.length - b.story.length,
  );
  return best ?? { finding: { clause: id, expected: '', actual: '' }, story: [] };
};
