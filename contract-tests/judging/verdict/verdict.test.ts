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
const others = [...both, clause('waived'), clause('not-applicable')];
const lacks = 'the target file has no otherService';

function untestedFor(...reasons: string[]) {
  return reasons.map((reason) => ({ ...clause('not-testable'), reason }));
}

const drift = 'which ends with 1 by --strict';

test.each<[Partial<Parameters<typeof verdictOf>[0]>, string, number, string]>([
  [{}, 'conforms', 0, '2 of 2 clauses met'],
  [{ clauses: [feedMet, clause('broken')] }, 'violates', 1, '1 clause is broken'],
  [
    { clauses: [clause('broken'), clause('broken')], aborted: true },
    'violates',
    1,
    '2 clauses are broken; the run was stopped before its end',
  ],
  [
    { clauses: [clause('broken')], aborted: true, died: 'it is gone' },
    'violates',
    1,
    '1 clause is broken; the run was cut short: it is gone',
  ],
  [{ aborted: true, died: 'it is gone' }, 'inconclusive', 3, 'it is gone'],
  [{ aborted: true }, 'inconclusive', 3, 'stopped before the end'],
  [{ problems: [{ key: 'baseUrl', message: 'no' }] }, 'inconclusive', 3, 'baseUrl: no'],
  [
    { crashed: 'it was gone' },
    'inconclusive',
    3,
    'it was gone; a server that conforms responds to every request',
  ],
  [
    { clauses: [feedMet, lookupUntested, clause('observed', 'open/lookup.who', 'open')] },
    'inconclusive',
    3,
    'nothing of the area lookup could be exercised',
  ],
  [{ endedEarly: '9 of 90 ended early' }, 'conforms', 0, '2 of 2 clauses met'],
  [
    { endedEarly: '9 of 90 ended early', requireAll: true },
    'inconclusive',
    3,
    '9 of 90 ended early, and all were required',
  ],
  [
    { clauses: [feedMet, lookupUntested], areas: ['feed'] },
    'conforms',
    0,
    'partly: 1 of 2 clauses was not testable',
  ],
  [
    {
      clauses: [...others, ...untestedFor('slow', lacks, `${lacks}; slow`)],
    },
    'conforms',
    0,
    'partly: 3 of 6 clauses were not testable; otherService would unlock 2 of them',
  ],
  [{ clauses: [feedMet, clause('waived')] }, 'conforms', 0, '1 of 2 clauses met, 1 waived'],
  [{ clauses: [feedMet] }, 'conforms', 0, '1 of 1 clauses met'],
  [
    { clauses: [clause('not-testable', 'open/fetch.who', 'open')] },
    'inconclusive',
    3,
    'nothing was exercised',
  ],
  [
    { clauses: [clause('observed', 'open/fetch.who', 'open')] },
    'conforms',
    0,
    'only open points were asked about, which no response breaks',
  ],
  [{ requireAll: true }, 'conforms', 0, '2 of 2 clauses met'],
  [
    { clauses: [...both, lookupUntested, lookupUntested], requireAll: true },
    'inconclusive',
    3,
    '2 clauses could not be tested, and all were required',
  ],
  [
    { clauses: [...both, lookupUntested], requireAll: true },
    'inconclusive',
    3,
    '1 clause could not be tested, and all were required',
  ],
  [{ clauses: [...both, lookupUntested], isCut: true }, 'conforms', 0, '2 of 3 clauses met'],
  [{ expected: { differing: 1, unseen: 1 } }, 'conforms', 0, '2 of 2 clauses met'],
  [
    { expected: { differing: 1, unseen: 1 }, strict: true },
    'conforms',
    1,
    `2 of 2 clauses met; 1 answer is not the expected one, ${drift}`,
  ],
  [
    { expected: { differing: 2, unseen: 0 }, strict: true, aborted: true },
    'inconclusive',
    1,
    `stopped before the end; 2 answers are not the expected ones, ${drift}`,
  ],
  [{ expected: { differing: 0, unseen: 2 }, strict: true }, 'conforms', 0, '2 of 2 clauses met'],
  [
    { expected: { differing: 0, unseen: 2 }, requireAll: true },
    'conforms',
    0,
    '2 of 2 clauses met',
  ],
  [
    { expected: { differing: 0, unseen: 2 }, strict: true, requireAll: true },
    'inconclusive',
    3,
    '2 expected answers were not seen',
  ],
])('the verdict on a run with %j is %s', (part, verdict, exitCode, summary) => {
  const usual = { clauses: both, problems: [], aborted: false, requireAll: false };
  const seen = { ...usual, areas: ['feed', 'lookup'] as const, ...part };
  expect(verdictOf(seen)).toEqual({ verdict, exitCode, summary });
});

const id = 'create/id-type';
const about = { openPoint: 'fetch.who', kind: 'open' } as const;
const waive = [{ clause: id, reason: 'known' }];
const say = {
  met: (seen: Evidence) => seen.addMet(id),
  broken: (seen: Evidence) => seen.addFinding({ clause: id, expected: '', actual: '' }),
  unexercised: (seen: Evidence) => seen.addUnexercised(id, 'one connection'),
  untested: (seen: Evidence) => seen.addUntested(id, 'no token'),
  observed: (seen: Evidence) => seen.observe('fetch.who', 'known'),
  otherwise: (seen: Evidence) => seen.observe('lookup.who', 'known'),
};

test.each<[(keyof typeof say)[], Partial<typeof target & Clause>, string, string?]>([
  [[], {}, 'not-testable', 'nothing in this run showed it'],
  [['untested'], {}, 'not-testable', 'no token'],
  [['met', 'untested'], {}, 'met'],
  [['met', 'unexercised'], {}, 'not-testable', 'one connection'],
  [['met', 'unexercised', 'broken'], {}, 'broken'],
  [['broken'], { waive }, 'waived', 'known'],
  [['broken'], { waive, areas: ['lookup'] }, 'not-applicable', 'areas leaves out feed'],
  [['observed'], about, 'observed'],
  [['otherwise'], about, 'not-testable', 'nothing in this run showed it'],
])('a clause that is %j, with %o, is %s', (told, part, verdict, reason) => {
  const evidence = new Evidence();
  for (const one of told) say[one](evidence);
  const judged = { id, kind: 'fixed', area: 'feed', ...part } as Clause;
  const result = clauseResult(judged, evidence, { ...target, ...part });
  expect(result.verdict).toEqual(verdict);
  expect(result.reason).toEqual(reason);
});

test('a result keeps some findings of a clause, and how many there are', () => {
  const finding = { clause: 'create/id-type', expected: 'a text', actual: '7' };
  const findings = Array.from({ length: 700 }, () => finding);
  const kept = keptClause({ ...clause('broken'), findings });
  expect(kept.found).toBe(700);
  expect(kept.findings).toHaveLength(5);
  expect(keptClause({ ...clause('met'), findings: [] })).not.toHaveProperty('found');
});
