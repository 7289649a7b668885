import { plural } from '../../../../src/values/listed.ts';
import { readAnswer } from '../../../judging/talk/answer.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import { errorBodyOf } from '../error-body.ts';
import {
  clausesMetBy,
  courseOf,
  explained,
  lostBefore,
  type WrongCount,
  wrongCounts,
} from './count-verdict.ts';
import { clausesOfAllCalls, countClauses, countsEachOnce } from './counting-servers.ts';
import type { Counts } from './counts.ts';
import type { CountedLookup, LimitedHistory } from './lookups.ts';
import { refillsIn } from './refills.ts';
import { fits } from './replay.ts';

/** Judges the counts by all calls together. */
export function judgeCounts(counts: Counts, evidence: Evidence): void {
  const all = counts.histories();
  const outages = all.filter((one) => isInOutage(counts, one));
  const histories = all.filter((one) => !outages.includes(one));
  const usedUp = counts.usedUp();
  const refusedAtOnce = usedUp.filter(({ isPlain }) => isPlain).map(({ history }) => history);
  const wrong = wrongCounts(histories, { refusedAtOnce });
  const resets = refillsIn(histories);
  for (const history of histories) {
    observeNoneLeft(history, evidence);
    if (wrong.length === 0) observeMalformed(history, evidence);
    if (counts.isUnclear(history.key)) continue;
    for (const id of clausesMetBy(history, { resets })) evidence.addMet(id);
  }
  if (resets.length > 0) evidence.observe('lookup.reset', 'during the run');
  // The target file is true for the other tokens: one that is refused at once was not used up before.
  const isTrue = wrong.length === 0 && histories.some(isUsedUp);
  const accused = isTrue ? refusedAtOnce.map((history) => explained(history)) : wrong;
  tellWrong(accused, evidence, lostBefore(histories));
  const told = accused.map(({ history }) => history.key);
  const used = usedUp.filter(({ key }) => !told.includes(key));
  const untested = [
    ...outages.map(({ key }) => `${key}: everybody was refused at the same moment`),
    ...used.map(({ key }) => noneLeft(key)),
    ...counts.unclearKeys().map(oneLost),
  ];
  for (const why of untested) for (const id of countClauses) evidence.addUntested(id, why);
}

/** One wrong count can break several clauses, for several tokens. */
function tellWrong(
  wrong: readonly WrongCount[],
  evidence: Evidence,
  lost: number | undefined,
): void {
  const broken = wrong.flatMap(({ clauses }) => clauses);
  for (const one of wrong)
    for (const clause of one.clauses)
      evidence.addFinding({
        clause,
        ...findingOf(one, lost),
        exchange: one.history.calls.at(-1)?.exchange,
        rests: broken.filter((other) => other !== clause),
      });
}

/** The first refusal shows that all was counted, the second that it lasts. */
const tellingRefusals = 2;

/** Longer histories are not judged again with every lookup. */
const mostJudgedAgain = 1000;

/** Judges the counts by the lookups that were heard so far. There may be others, which only lower a count. */
export function judgeHeard(counts: Counts, call: CountedLookup, evidence: Evidence): void {
  const { exchange } = call;
  const histories = counts.histories();
  const own = histories.find(({ key }) => key === call.caller);
  if (!own) return;
  if (call.answer === 'refused') {
    const refusals = own.calls.filter(({ answer }) => answer === 'refused').length;
    const met = refusals <= tellingRefusals ? clausesMetBy(own) : [];
    for (const id of met) if (!clausesOfAllCalls.includes(id)) evidence.addMet(id);
    if (exchange)
      evidence.observe('lookup.status.no-requests-left', exchange.response.status, exchange);
  }
  // What other callers do later may tell what is wrong.
  const isLong = histories.reduce((sum, { calls }) => sum + calls.length, 0) > mostJudgedAgain;
  const isBeyond = call.answer === 'served' && own.calls.length > own.remaining;
  if (!isBeyond && (isLong || counts.accused.size === 0)) return;
  for (const one of wrongCounts(histories, { isPartial: true })) {
    const { key } = one.history;
    const isOwn = isBeyond && key === call.caller;
    const before = counts.accused.get(key) ?? [];
    counts.accused.set(key, [...new Set([...before, ...one.clauses])]);
    for (const clause of one.clauses.filter((id) => isOwn || !before.includes(id))) {
      const rests = [...before, ...one.clauses].filter((other) => other !== clause);
      evidence.addFinding({ clause, ...findingOf(one, undefined), exchange, rests });
    }
  }
}

/** More explanations than these explain nothing. */
const mostNamed = 3;

/** What a wrong count looks like, and what may explain it. */
function findingOf({ history, servers, clauses }: WrongCount, lost: number | undefined) {
  const { key, remaining } = history;
  const { made, symptom } = courseOf(history);
  const titles = {
    'too many': `${plural(made, 'lookup was', 'lookups were')} served, ${plural(remaining, 'was', 'were')} left (${key})`,
    'too few': `refused after ${made} of ${remaining} lookups (${key})`,
    again: `served again after a refusal (${key})`,
  };
  const title = titles[symptom];
  const which = servers.length > 1 ? ' (which of them, cannot be told)' : '';
  const more = servers.length > mostNamed ? ' or the like' : '';
  const named = servers.slice(0, mostNamed).map((server) => server.says);
  const asIf = servers.length > 0 ? `, as if ${named.join(' or ')}${more}${which}` : '';
  const isLater = clauses.includes('lookup/stays-refused');
  const doubt =
    lost === undefined
      ? `; or the target file is out of date, and ${key} had ${symptom === 'too few' ? 'fewer' : 'more'} left`
      : `; or the target file is out of date: every limited token had lost ${lost} before, as by a run that was stopped`;
  return {
    title,
    expected: `${remaining} lookups to be served, and no more`,
    actual: title + asIf + (isLater ? '' : doubt),
  };
}

/** All its requests were used, and it was asked for more. */
function isUsedUp(history: LimitedHistory): boolean {
  return history.remaining > 0 && history.calls.length > history.remaining;
}

/** The call that must be refused, if it was: of lookups at the same time, it is not known which. */
function firstRefused({ remaining, calls }: LimitedHistory): CountedLookup | undefined {
  const refused = calls[remaining];
  return refused?.answer === 'refused' && !refused.isBesideOwn ? refused : undefined;
}

/** At that moment everybody was refused. */
function isInOutage(counts: Counts, history: LimitedHistory): boolean {
  const refused = firstRefused(history);
  return refused !== undefined && counts.isInOutage(refused);
}

/** The response when no requests are left is open (1, 4.4, 8). */
function observeNoneLeft(history: LimitedHistory, evidence: Evidence): void {
  const { exchange } = firstRefused(history) ?? {};
  if (!exchange || history.calls.some(({ isBesideOwn }) => isBesideOwn)) return;
  evidence.observe('lookup.status.no-requests-left', exchange.response.status, exchange);
  const look = errorBodyOf(readAnswer(exchange));
  evidence.observe('lookup.error-body.no-requests-left', look, exchange);
}

/** Whether a malformed hash uses up a request is open: only one answer fits, if everything was counted. */
function observeMalformed(history: LimitedHistory, evidence: Evidence): void {
  const malformed = history.calls.find(({ finds }) => finds === 'no hash')?.exchange;
  const [isFree, isCounted] = [0, 1].map((malformedTakes) =>
    fits(countsEachOnce, history, { malformedTakes }),
  );
  if (malformed && isCounted !== isFree)
    evidence.observe('lookup.malformed', isFree ? 'free' : 'counted', malformed);
}

function oneLost(key: string): string {
  return `a lookup of ${key} got no response, or the server was restarted: nobody knows what was counted`;
}

/** Why the count of a token could not be judged. */
export function noneLeft(key: string): string {
  return `${key} had no requests left at its first lookup`;
}
