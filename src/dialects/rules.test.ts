import { expect, test } from 'vitest';
import type { Caller } from '../domain/caller.ts';
import type { Rules, SentReport } from '../domain/rules.ts';
import { type Differences, dialectOf } from './dialect.ts';
import { rulesOf } from './rules.ts';

const hash = 'AB'.repeat(32);
const lowered = hash.toLowerCase();
const sent: SentReport = {
  tags: ['Rat', 'b', 'Rat', 'a'],
  c2Address: 'C2.Example:80',
  file256Hash: hash,
  referenceLink: 'https://results.example/page',
  confidenceScore: 7,
};
const bareMinimum: SentReport = { c2Address: 'c2.example:80', file256Hash: hash };
const filledIn = {
  ...bareMinimum,
  file256Hash: lowered,
  tags: [],
  referenceLink: `https://results.example/${lowered}`,
  confidenceScore: 0,
};
const reader: Caller = { id: 'reader', name: 'Reader', token: 't', roles: [] };
const late = Date.UTC(2026, 11, 31, 23, 59, 59, 500);

/** What each of some headers has for a token. */
function tokensIn(...headers: readonly string[]) {
  return ({ tokenIn }: Rules): unknown => headers.map((header) => tokenIn(header));
}

/** Of people by what they are to a report, those who may fetch it. */
function readers({ may, isPublic }: Rules): string[] {
  const report = { service: 'tunnelco', createdBy: 'creator' };
  const people: { readonly [name: string]: Caller | undefined } = {
    stranger: undefined,
    reader,
    researcher: { ...reader, roles: ['researcher'] },
    creator: { ...reader, id: 'creator' },
    owner: { ...reader, owns: 'tunnelco' },
    otherOwner: { ...reader, owns: 'dyndnsco' },
  };
  expect(isPublic('fetch')).toBe(may('fetch', undefined, report));
  return Object.keys(people).filter((name) => may('fetch', people[name], report));
}

function stored(report: SentReport) {
  return ({ asStored }: Rules): unknown => asStored(report);
}

/** How a whole report and a bare one are named. */
function names({ nameOf, asStored }: Rules): string[] {
  return [sent, bareMinimum].map((one) => nameOf(asStored(one), 'tunnelco'));
}

/** Which of some changes make a report wrong, by the field that is named. */
function wrong(...changes: readonly Partial<SentReport>[]) {
  return ({ problemWith }: Rules): unknown =>
    changes.map((change) => /body\.(\w+)/.exec(problemWith({ ...sent, ...change }) ?? '')?.[1]);
}

/** When a count is refilled, and whether it is the same just before and just after the end of a year. */
function refills({ quotaPeriod, refillIn }: Rules): unknown {
  const periods = [late - 1000, late, late + 1000].map(quotaPeriod);
  return [refillIn(late), new Set(periods).size];
}

test.each<[Differences, of: (rules: Rules) => unknown, is: unknown]>([
  [{}, tokensIn('a', ' a ', 'Bearer a'), ['a', 'a', 'Bearer a']],
  [
    { 'auth.prefix': 'Bearer' },
    tokensIn('Bearer a', 'bearer   a', 'a', 'Bearer', 'Bearer a b', 'Basic a'),
    ['a', 'a', undefined, undefined, undefined, undefined],
  ],
  [{ 'auth.prefix': 'either' }, tokensIn('a', 'Bearer a'), ['a', 'a']],
  [{}, ({ tokenExpiry }) => tokenExpiry(1000), Infinity],
  [{ 'auth.lifetime': 60 }, ({ tokenExpiry }) => tokenExpiry(1000), 61_000],
  [
    { 'fetch.who': 'public' },
    readers,
    ['stranger', 'reader', 'researcher', 'creator', 'owner', 'otherOwner'],
  ],
  [{}, readers, ['reader', 'researcher', 'creator', 'owner', 'otherOwner']],
  [{ 'fetch.who': 'researchers' }, readers, ['researcher', 'owner']],
  [{ 'fetch.who': 'creator-and-owner' }, readers, ['creator', 'owner']],
  [{}, stored(sent), { ...sent, file256Hash: lowered }],
  [{ 'create.tags.case': 'lowered' }, stored(sent), { tags: ['rat', 'b', 'rat', 'a'] }],
  [{ 'create.tags.case': 'raised' }, stored(sent), { tags: ['RAT', 'B', 'RAT', 'A'] }],
  [{ 'create.tags.repeats': 'dropped' }, stored(sent), { tags: ['Rat', 'b', 'a'] }],
  [{ 'create.tags.order': 'sorted' }, stored(sent), { tags: ['Rat', 'Rat', 'a', 'b'] }],
  [
    { 'create.tags.case': 'lowered', 'create.tags.repeats': 'dropped' },
    stored(sent),
    { tags: ['rat', 'b', 'a'] },
  ],
  [{ 'create.address.case': 'lowered' }, stored(sent), { c2Address: 'c2.example:80' }],
  [{ 'create.link.form': 'normal' }, stored(sent), { referenceLink: sent.referenceLink }],
  [{}, stored(bareMinimum), filledIn],
  [{ 'create.score.minimum': 1 }, stored(bareMinimum), { confidenceScore: 1 }],
  [{ 'create.score.minimum': 'unbounded' }, stored(bareMinimum), { confidenceScore: 0 }],
  [{}, names, ['Rat', 'untagged']],
  [{ 'report.name': 'address' }, names, ['C2.Example:80', 'c2.example:80']],
  [{ 'report.name': 'file' }, names, [lowered, lowered]],
  [{ 'report.name': 'service' }, names, ['tunnelco', 'tunnelco']],
  [{ 'report.name': 'always a sighting' }, names, ['a sighting', 'a sighting']],
  [{}, wrong({}, { referenceLink: 'https://x.example:99999/' }), [undefined, 'referenceLink']],
  [
    { 'create.link.international': 'encoded' },
    wrong({ referenceLink: 'https://x.example/ü' }, { referenceLink: 'https://x.example/a|b' }),
    [undefined, 'referenceLink'],
  ],
  [
    { 'create.link.names-hash': 'needed' },
    wrong({ referenceLink: `https://x.example/${hash}` }, {}),
    [undefined, 'referenceLink'],
  ],
  // A number beyond these has been rounded when it was read.
  [
    { 'create.score.maximum': 'unbounded' },
    wrong({ confidenceScore: 2 ** 53 - 1 }, { confidenceScore: 2 ** 53 }),
    [undefined, 'confidenceScore'],
  ],
  [{}, refills, [undefined, 1]],
  [{ 'lookup.reset': 'hourly' }, refills, [1, 2]],
  [{ 'lookup.reset': 'daily' }, refills, [1, 2]],
  [{ 'lookup.reset': 'monthly' }, refills, [1, 2]],
  [{}, ({ requestsOf }) => requestsOf(reader), 300],
  [{ 'lookup.initial-requests': 600 }, ({ requestsOf }) => requestsOf(reader), 600],
  [{}, ({ requestsOf }) => requestsOf({ ...reader, requests: 0 }), 0],
])('under %j, %s is %j', (differences, of, is) => {
  const found = of(rulesOf(dialectOf(differences)));
  if (is !== null && typeof is === 'object' && !Array.isArray(is)) expect(found).toMatchObject(is);
  else expect(found).toEqual(is);
});
