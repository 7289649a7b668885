import { expect, test } from 'vitest';
import { target } from '../../service/model/history.test.support.ts';
import type { Clause } from '../clause.ts';
import { Evidence } from './evidence.ts';
import {
  type ClauseResult,
  type ClauseVerdict,
  clauseResult,
  keptClause,
  verdictOf,
} from './verdict.ts';

function clause(verdict: ClauseVerdict, id = 'create/id-type', kind = 'fixed') {
  return { id, kind, verdict, area: id.includes('lookup') ? 'lookup' : 'feed' } as ClauseResult;
}

const feedMet = clause('met');
const lookupMet = clause('met', 'lookup/by-sha256');
const lookupUntested = clause('not-testable', 'lookup/by-sha256');
const both = [feedMet, lookupMet];
const broken = clause('broken');

type Seen = Parameters<typeof verdictOf>[0];

/** The verdict on a run that met a clause of each area, but for this. */
function verdictOn(part: Partial<Seen>) {
  const usual = { clauses: both, problems: [], aborted: false, requireAll: false };
  return verdictOf({ ...usual, areas: ['feed', 'lookup'], ...part });
}

function violates(summary: string) {
  return { verdict: 'violates', exitCode: 1, summary };
}

function conforms(summary: string) {
  return { verdict: 'conforms', exitCode: 0, summary };
}

function isInconclusive(summary: string) {
  return { verdict: 'inconclusive', exitCode: 3, summary };
}

test('a broken clause is a violation', () => {
  expect(verdictOn({ clauses: [feedMet, broken] })).toEqual(violates('1 clause is broken'));
});

test('a broken clause is a violation, also in a run that was stopped', () => {
  expect(verdictOn({ clauses: [broken, broken], aborted: true })).toEqual(
    violates('2 clauses are broken; the run was stopped before its end'),
  );
});

test('a broken clause is a violation, also in a run that has lost its server, which says more than that it was stopped', () => {
  expect(verdictOn({ clauses: [broken], aborted: true, died: 'it is gone' })).toEqual(
    violates('1 clause is broken; the run was cut short: it is gone'),
  );
});

test.each<[string, Partial<Seen>, string]>([
  ['lost its server', { aborted: true, died: 'it is gone' }, 'it is gone'],
  ['was stopped', { aborted: true }, 'stopped before the end'],
  [
    'found a mistake in the target file',
    { problems: [{ key: 'baseUrl', message: 'no' }] },
    'baseUrl: no',
  ],
  [
    'did not get responses for a while',
    { crashed: 'it was gone' },
    'it was gone; a server that conforms responds to every request',
  ],
  [
    'met nothing of an area, be it that an open point was answered',
    { clauses: [feedMet, lookupUntested, clause('observed', 'open/lookup.who', 'open')] },
    'nothing of the area lookup could be exercised',
  ],
  [
    'tested nothing',
    { clauses: [clause('not-testable', 'open/fetch.who', 'open')] },
    'nothing was exercised',
  ],
])('a run that broke nothing, but %s, is inconclusive', (_, part, summary) => {
  expect(verdictOn(part)).toEqual(isInconclusive(summary));
});

test('a run that met all clauses conforms', () => {
  expect(verdictOn({})).toEqual(conforms('2 of 2 clauses met'));
});

test('a run conforms that met all clauses of the areas with any', () => {
  expect(verdictOn({ clauses: [feedMet] })).toEqual(conforms('1 of 1 clauses met'));
});

test('a run conforms of which some clauses were waived', () => {
  expect(verdictOn({ clauses: [feedMet, clause('waived')] })).toEqual(
    conforms('1 of 2 clauses met, 1 waived'),
  );
});

test('a run conforms that could test nothing of an area that was not asked for', () => {
  expect(verdictOn({ clauses: [feedMet, lookupUntested], areas: ['feed'] })).toEqual(
    conforms('partly: 1 of 2 clauses was not testable'),
  );
});

test('a run that could not test some clauses says which key would unlock most of them', () => {
  const lacks = 'the target file has no otherService';
  const reasons = ['slow', lacks, `${lacks}; slow`];
  const untested = reasons.map((reason) => ({ ...clause('not-testable'), reason }));
  const clauses = [...both, clause('waived'), clause('not-applicable'), ...untested];
  expect(verdictOn({ clauses })).toEqual(
    conforms('partly: 3 of 6 clauses were not testable; otherService would unlock 2 of them'),
  );
});

test('a run conforms of which responses ended early', () => {
  expect(verdictOn({ endedEarly: '9 of 90 ended early' })).toEqual(conforms('2 of 2 clauses met'));
});

test('a run conforms that asked about open points only', () => {
  expect(verdictOn({ clauses: [clause('observed', 'open/fetch.who', 'open')] })).toEqual(
    conforms('only open points were asked about, which no response breaks'),
  );
});

test('with --require-all, a run that tested all conforms', () => {
  expect(verdictOn({ requireAll: true })).toEqual(conforms('2 of 2 clauses met'));
});

test('with --require-all, a clause that could not be tested makes a run inconclusive', () => {
  expect(verdictOn({ clauses: [...both, lookupUntested], requireAll: true })).toEqual(
    isInconclusive('1 clause could not be tested, and all were required'),
  );
});

test('with --require-all, clauses that could not be tested are counted', () => {
  const clauses = [...both, lookupUntested, lookupUntested];
  expect(verdictOn({ clauses, requireAll: true })).toEqual(
    isInconclusive('2 clauses could not be tested, and all were required'),
  );
});

test('with --require-all, responses that ended early make a run inconclusive', () => {
  expect(verdictOn({ endedEarly: '9 of 90 ended early', requireAll: true })).toEqual(
    isInconclusive('9 of 90 ended early, and all were required'),
  );
});

test('with --require-all, an expected answer that was not seen changes nothing without --strict', () => {
  const expected = { differing: 0, unseen: 2 };
  expect(verdictOn({ expected, requireAll: true })).toEqual(conforms('2 of 2 clauses met'));
});

test('with --require-all and --strict, an expected answer that was not seen makes a run inconclusive', () => {
  const expected = { differing: 0, unseen: 2 };
  expect(verdictOn({ expected, strict: true, requireAll: true })).toEqual(
    isInconclusive('2 expected answers were not seen'),
  );
});

const drift = 'which ends with 1 by --strict';

test('answers that are not the expected ones change nothing without --strict', () => {
  const expected = { differing: 1, unseen: 1 };
  expect(verdictOn({ expected })).toEqual(conforms('2 of 2 clauses met'));
});

test('answers that are not the expected ones end with 1 by --strict, although the server conforms', () => {
  const expected = { differing: 1, unseen: 1 };
  const summary = `2 of 2 clauses met; 1 answer is not the expected one, ${drift}`;
  expect(verdictOn({ expected, strict: true })).toEqual({ ...conforms(summary), exitCode: 1 });
});

test('answers that are not the expected ones end with 1 by --strict, although the run was stopped', () => {
  const expected = { differing: 2, unseen: 0 };
  const summary = `stopped before the end; 2 answers are not the expected ones, ${drift}`;
  expect(verdictOn({ expected, strict: true, aborted: true })).toEqual({
    ...isInconclusive(summary),
    exitCode: 1,
  });
});

test('an expected answer that was not seen does not end with 1 by --strict', () => {
  const expected = { differing: 0, unseen: 2 };
  expect(verdictOn({ expected, strict: true })).toEqual(conforms('2 of 2 clauses met'));
});

const id = 'create/id-type';
const waive = [{ clause: id, reason: 'known' }];

/** A clause of the feed, after what was seen of it in a run. */
function judged(
  see: (evidence: Evidence) => void,
  { about, ...keys }: { about?: Partial<Clause> } & Partial<typeof target> = {},
) {
  const evidence = new Evidence();
  see(evidence);
  const one = { id, kind: 'fixed', area: 'feed', ...about } as Clause;
  const { verdict, reason } = clauseResult(one, evidence, { ...target, ...keys });
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}

function meet(evidence: Evidence): void {
  evidence.addMet(id);
}

function breakOnce(evidence: Evidence): void {
  evidence.addFinding({ clause: id, expected: '', actual: '' });
}

test('a clause that nothing has shown is not testable', () => {
  expect(judged(() => undefined)).toBe('not-testable: nothing in this run showed it');
});

test('a clause that could not be tested says why', () => {
  expect(judged((seen) => seen.addUntested(id, 'no token'))).toBe('not-testable: no token');
});

test('a clause that one request met is met, although another could not be sent', () => {
  const verdict = judged((seen) => {
    meet(seen);
    seen.addUntested(id, 'no token');
  });
  expect(verdict).toBe('met');
});

test('a broken clause that the target file waives is waived', () => {
  expect(judged(breakOnce, { waive })).toBe('waived: known');
});

test('a clause of an area that is left out is not applicable, waived or not', () => {
  expect(judged(breakOnce, { waive, areas: ['lookup'] })).toBe(
    'not-applicable: areas leaves out feed',
  );
});

test('a clause of an open point is observed by an answer to that point, not to another', () => {
  const about = { openPoint: 'fetch.who', kind: 'open' } as const;
  expect(judged((seen) => seen.observe('fetch.who', 'known'), { about })).toBe('observed');
  expect(judged((seen) => seen.observe('lookup.who', 'known'), { about })).toBe(
    'not-testable: nothing in this run showed it',
  );
});

test('a result keeps some findings of a clause, and how many there are', () => {
  const finding = { clause: 'create/id-type', expected: 'a text', actual: '7' };
  const findings = Array.from({ length: 700 }, () => finding);
  const kept = keptClause({ ...clause('broken'), findings });
  expect(kept.found).toBe(700);
  expect(kept.findings).toHaveLength(5);
  expect(keptClause({ ...clause('met'), findings: [] })).not.toHaveProperty('found');
});
