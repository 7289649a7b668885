import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { readAnswer } from '../../../judging/talk/answer.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import { errorBodyOf } from '../error-body.ts';
import { countVerdicts, lostBefore, type Spent } from './count-verdict.ts';
import type { Counts } from './counts.ts';

/** All clauses about the number of remaining requests (1, 4.4, 8). */
export const countClauses = [
  'lookup/refused-at-zero',
  'lookup/stays-refused',
  'lookup/every-call-counts',
  'lookup/counts-once',
  'lookup/misses-count',
  'lookup/repeats-count',
  'lookup/counts-in-parallel',
  'lookup/counts-per-caller',
] as const satisfies readonly ClauseId[];

/** Judges the counts by all calls together. */
export const judgeCounts = (counts: Counts, evidence: Evidence): void => {
  const all = counts.spent();
  const lost = lostBefore(all);
  const doubtOf = ({ key, refusedEarly }: Spent): string =>
    lost === undefined
      ? `; or the target file is out of date, and ${key} had ${refusedEarly ? 'fewer' : 'more'} left`
      : `; or the target file is out of date: every limited token had lost ${lost} before, as by a run that was stopped`;
  const verdicts = countVerdicts(all);
  // One wrong count can break several clauses, for several tokens.
  const allBroken = verdicts.flatMap(({ broken }) => broken.map(({ clause }) => clause));
  const isExact = allBroken.length === 0;
  for (const { spent, met, broken } of verdicts) {
    if (spent.beyond[0] === false && !counts.refusalOf(spent) && spent.style !== 'at-once') {
      const why = `${spent.key}: everybody was refused at the same moment`;
      for (const id of countClauses) evidence.untested(id, why);
      continue;
    }
    observeCounted(counts, spent, isExact, evidence);
    for (const id of met) evidence.met(id);
    for (const { clause, actual, title = actual } of broken)
      evidence.broken({
        clause,
        title,
        expected: `${spent.remaining} lookups to be served, and no more`,
        actual: actual + (clause === 'lookup/stays-refused' ? '' : doubtOf(spent)),
        exchange: counts.lastOf(spent.key),
        rests: allBroken.filter((one) => one !== clause),
      });
  }
  // The target file is true for the other tokens: this one was not used up before.
  const isTrue = isExact && all.some(({ remaining, beyond }) => remaining > 0 && beyond.length > 0);
  const refused = isTrue ? counts.usedUp().filter(({ isPlain }) => isPlain) : [];
  for (const { key, remaining, exchange } of refused) {
    const title = `refused at its first lookup, with ${remaining} left (${key})`;
    evidence.broken({
      ...{ clause: 'lookup/counts-once', title, exchange },
      expected: `${remaining} lookups to be served, as for the other limited tokens`,
      actual: `${title}; or the target file is out of date, and ${key} had none left`,
    });
  }
  const used = counts.usedUp().filter(({ key }) => !refused.some((one) => one.key === key));
  const unclear = [...used.map(({ key }) => noneLeft(key)), ...counts.unclear().map(oneLost)];
  for (const why of unclear) for (const id of countClauses) evidence.untested(id, why);
};

/** The response when no requests are left, and whether a malformed hash uses one up: both are open (1, 4.4, 8). */
const observeCounted = (
  counts: Counts,
  spent: Spent,
  isExact: boolean,
  evidence: Evidence,
): void => {
  const refusal = counts.refusalOf(spent);
  if (refusal && spent.beyond[0] === false && spent.style !== 'at-once') {
    evidence.observe('lookup.status.no-requests-left', refusal.response.status, refusal);
    const look = errorBodyOf(readAnswer(refusal));
    evidence.observe('lookup.error-body.no-requests-left', look, refusal);
  }
  const malformed = counts.malformedOf(spent.key);
  const [first, second] = spent.beyond;
  // An extra call reveals a free malformed one only if everything else was counted exactly.
  if (!malformed || !isExact || spent.throttled > 0 || spent.refusedEarly || second) return;
  evidence.observe('lookup.malformed', first ? 'free' : 'counted', malformed);
};

const oneLost = (key: string): string =>
  `a lookup of ${key} got no response, or the server was restarted: nobody knows what was counted`;

/** Why the count of a token could not be judged. */
export const noneLeft = (key: string): string =>
  `${key} had no requests left at its first lookup, which limited.refill would fill up`;
