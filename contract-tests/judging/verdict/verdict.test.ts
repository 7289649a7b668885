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

const expected = { differing: 1, unseen: 1 };
const unseen = { differing: 0, unseen: 2 };
const endedEarly = '9 of 90 ended early';
const isOpen = clause('observed', 'open/lookup.who', 'open');
const notTestable = ['slow', 'the target file has no otherService'].map((reason) => ({
  ...clause('not-testable'),
  reason,
}));

test.each<[string, string, Partial<Seen>]>([
  ['violates', '1 clause is broken', { clauses: [feedMet, broken] }],
  [
    'violates',
    '2 clauses are broken; the run was stopped before its end',
    { clauses: [broken, broken], aborted: true },
  ],
  [
    'violates',
    '1 clause is broken; the run was cut short: it is gone',
    { clauses: [broken], aborted: true, died: 'it is gone' },
  ],
  // What weighs most is told.
  ['inconclusive', 'it is gone', { aborted: true, died: 'it is gone' }],
  ['inconclusive', 'stopped before the end', { aborted: true }],
  ['inconclusive', 'baseUrl: no', { problems: [{ key: 'baseUrl', message: 'no' }] }],
  [
    'inconclusive',
    'it was gone; a server that conforms responds to every request',
    { crashed: 'it was gone' },
  ],
  [
    'inconclusive',
    'nothing of the area lookup could be exercised',
    { clauses: [feedMet, lookupUntested, isOpen] },
  ],
  [
    'inconclusive',
    'nothing was exercised',
    { clauses: [clause('not-testable', 'open/fetch.who', 'open')] },
  ],
  ['conforms', '2 of 2 clauses met', {}],
  ['conforms', '1 of 1 clauses met', { clauses: [feedMet] }],
  ['conforms', '1 of 2 clauses met, 1 waived', { clauses: [feedMet, clause('waived')] }],
  [
    'conforms',
    'partly: 1 of 2 clauses was not testable',
    { clauses: [feedMet, lookupUntested], areas: ['feed'] },
  ],
  [
    'conforms',
    'partly: 2 of 5 clauses were not testable; otherService would unlock 1 of them',
    { clauses: [...both, clause('waived'), clause('not-applicable'), ...notTestable] },
  ],
  [
    'conforms',
    'partly: 2 of 2 clauses met, 1 of them in part',
    { clauses: [feedMet, { ...lookupMet, partly: 'for SHA-256' }] },
  ],
  [
    'conforms',
    'only open points were asked about, which no response breaks',
    { clauses: [isOpen] },
  ],
  ['conforms', '2 of 2 clauses met', { endedEarly, expected }],
  // --require-all
  ['conforms', '2 of 2 clauses met', { requireAll: true, expected: unseen }],
  [
    'inconclusive',
    '1 clause could not be tested, and all were required',
    { clauses: [...both, lookupUntested], requireAll: true },
  ],
  ['inconclusive', `${endedEarly}, and all were required`, { endedEarly, requireAll: true }],
  // --strict
  ['conforms', '2 of 2 clauses met', { strict: true, expected: unseen }],
  [
    'inconclusive',
    '2 expected answers were not seen',
    { strict: true, expected: unseen, requireAll: true },
  ],
])('a run %s: %s', (verdict, summary, part) => {
  const exitCode = { conforms: 0, violates: 1, inconclusive: 3 }[verdict];
  expect(verdictOn(part)).toEqual({ verdict, exitCode, summary });
});

test.each<[string, Partial<Seen>]>([
  ['conforms: 2 of 2 clauses met', {}],
  ['inconclusive: stopped before the end', { aborted: true }],
])('with --strict, an answer that differs ends a run with 1 that %s', (told, part) => {
  const { verdict, summary, exitCode } = verdictOn({ ...part, expected, strict: true });
  const differs = '1 answer is not the expected one, which ends with 1 by --strict';
  expect(`${verdict}: ${summary}`).toBe(`${told}; ${differs}`);
  expect(exitCode).toBe(1);
});

const id = 'create/id-type';
const waive = [{ clause: id, reason: 'known' }];
const seen = {
  meets: (evidence: Evidence) => evidence.addMet(id),
  breaks: (evidence: Evidence) => evidence.addFinding({ clause: id, expected: '', actual: '' }),
  misses: (evidence: Evidence) => evidence.addUntested(id, 'no token'),
  observes: (evidence: Evidence) => evidence.observe('fetch.who', 'known'),
};
const open = { openPoint: 'fetch.who', kind: 'open' } as const;

test.each<[string, (keyof typeof seen)[], { about?: Partial<Clause> } & Partial<typeof target>]>([
  ['not-testable: nothing in this run showed it', [], {}],
  ['not-testable: no token', ['misses'], {}],
  ['met', ['meets', 'misses'], {}],
  ['broken', ['meets', 'breaks'], {}],
  ['waived: known', ['breaks'], { waive }],
  ['not-applicable: areas leaves out feed', ['breaks'], { waive, areas: ['lookup'] }],
  ['observed', ['observes'], { about: open }],
  [
    'not-testable: nothing in this run showed it',
    ['observes'],
    { about: { ...open, openPoint: 'lookup.who' } },
  ],
])('a clause of the feed is %s', (told, how, { about, ...keys }) => {
  const evidence = new Evidence();
  for (const one of how) seen[one](evidence);
  const one = { id, kind: 'fixed', area: 'feed', ...about } as Clause;
  const { verdict, reason } = clauseResult(one, evidence, { ...target, ...keys });
  expect(reason === undefined ? verdict : `${verdict}: ${reason}`).toBe(told);
});

test('a result keeps some findings of a clause, and how many there are', () => {
  const finding = { clause: 'create/id-type', expected: 'a text', actual: '7' };
  const findings = Array.from({ length: 700 }, () => finding);
  const kept = keptClause({ ...clause('broken'), findings });
  expect(kept.found).toBe(700);
  expect(kept.findings).toHaveLength(5);
  expect(keptClause({ ...clause('met'), findings: [] })).not.toHaveProperty('found');
});
