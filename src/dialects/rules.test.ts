import { expect, test } from 'vitest';
import type { Caller } from '../domain/caller.ts';
import type { SentReport } from '../domain/rules.ts';
import { type Differences, dialectOf } from './dialect.ts';
import { rulesOf } from './rules.ts';

function rules(differences: Differences = {}) {
  return rulesOf(dialectOf(differences));
}

const hash = 'AB'.repeat(32);
const sent: SentReport = {
  tags: ['Rat', 'b', 'Rat', 'a'],
  c2Address: 'C2.Example:80',
  file256Hash: hash,
  referenceLink: 'https://results.example/page',
  confidenceScore: 7,
};
const bareMinimum: SentReport = { c2Address: 'c2.example:80', file256Hash: hash };
const reader: Caller = { id: 'reader', name: 'Reader', token: 't', roles: [] };
const researcher: Caller = { ...reader, id: 'researcher', roles: ['researcher'] };
const creator: Caller = { ...reader, id: 'creator' };
const owner: Caller = { ...reader, id: 'owner', owns: 'tunnelco' };
const otherOwner: Caller = { ...reader, id: 'other', owns: 'dyndnsco' };
const report = {
  ...rules().asStored(sent),
  id: 'id',
  service: 'tunnelco',
  createdBy: 'creator',
  name: 'n',
  reportedAt: 0,
  reportedBy: 'Creator',
  firstSeenID: 'id',
};

test.each<[Differences['auth.prefix'] & string, string, string | undefined]>([
  ['none', 'token-a', 'token-a'],
  ['none', ' token-a ', 'token-a'],
  ['none', 'Bearer token-a', 'Bearer token-a'],
  ['Bearer', 'Bearer token-a', 'token-a'],
  ['Bearer', 'bearer   token-a', 'token-a'],
  ['Bearer', 'token-a', undefined],
  ['Bearer', 'Bearer', undefined],
  ['Bearer', 'Bearer a b', undefined],
  ['Bearer', 'Basic token-a', undefined],
  ['either', 'token-a', 'token-a'],
  ['either', 'Bearer token-a', 'token-a'],
])('with the prefix %s, the header %j holds the token %j', (prefix, header, token) => {
  expect(rules({ 'auth.prefix': prefix }).tokenIn(header)).toBe(token);
});

test.each<[Differences, number]>([
  [{}, Infinity],
  [{ 'auth.lifetime': 60 }, 61_000],
])('under %o, a token of second 1 is good until %d', (differences, until) => {
  expect(rules(differences).tokenExpiry(1000)).toBe(until);
});

test.each<[Differences['fetch.who'] & string, (Caller | undefined)[]]>([
  ['public', [undefined, reader, researcher, creator, owner, otherOwner]],
  ['known', [reader, researcher, creator, owner, otherOwner]],
  ['researchers', [researcher, owner]],
  ['creator-and-owner', [creator, owner]],
])('fetching is for %s', (who, allowed) => {
  const { may, isPublic } = rules({ 'fetch.who': who });
  const everyone = [undefined, reader, researcher, creator, owner, otherOwner];
  expect(everyone.filter((caller) => may('fetch', caller, report))).toEqual(allowed);
  expect(isPublic('fetch')).toBe(who === 'public');
});

test.each<[Differences, Partial<SentReport>]>([
  [{}, { ...sent, file256Hash: hash.toLowerCase() }],
  [{ 'create.tags.case': 'lowered' }, { tags: ['rat', 'b', 'rat', 'a'] }],
  [{ 'create.tags.case': 'raised' }, { tags: ['RAT', 'B', 'RAT', 'A'] }],
  [{ 'create.tags.repeats': 'dropped' }, { tags: ['Rat', 'b', 'a'] }],
  [{ 'create.tags.order': 'sorted' }, { tags: ['Rat', 'Rat', 'a', 'b'] }],
  [
    { 'create.tags.case': 'lowered', 'create.tags.repeats': 'dropped' },
    { tags: ['rat', 'b', 'a'] },
  ],
  [{ 'create.address.case': 'lowered' }, { c2Address: 'c2.example:80' }],
  [{ 'create.link.form': 'normal' }, { referenceLink: 'https://results.example/page' }],
])('under %o, a report is kept as %o', (differences, stored) => {
  expect(rules(differences).asStored(sent)).toMatchObject(stored);
});

test.each<[Differences, number]>([
  [{}, 0],
  [{ 'create.score.minimum': 1 }, 1],
  [{ 'create.score.minimum': 'unbounded' }, 0],
])('under %o, what was left out is filled in, the score with %d', (differences, score) => {
  expect(rules(differences).asStored(bareMinimum)).toEqual({
    ...bareMinimum,
    file256Hash: hash.toLowerCase(),
    tags: [],
    referenceLink: `https://results.example/${hash.toLowerCase()}`,
    confidenceScore: score,
  });
});

test.each<[Differences['report.name'] & string, string, string]>([
  ['first-tag', 'Rat', 'untagged'],
  ['address', 'C2.Example:80', 'c2.example:80'],
  ['file', hash.toLowerCase(), hash.toLowerCase()],
  ['service', 'tunnelco', 'tunnelco'],
  ['always a sighting', 'a sighting', 'a sighting'],
])('named by %s, a report is %s, and one of few fields %s', (by, name, short) => {
  const { nameOf, asStored } = rules({ 'report.name': by });
  expect(nameOf(asStored(sent), 'tunnelco')).toBe(name);
  expect(nameOf(asStored(bareMinimum), 'tunnelco')).toBe(short);
});

const encodedLinks: Differences = { 'create.link.international': 'encoded' };
const linksNameHashes: Differences = { 'create.link.names-hash': 'needed' };
const anyScore: Differences = { 'create.score.maximum': 'unbounded' };

test.each<[what: string, dialect: Differences, part: Partial<SentReport>]>([
  ['as it is sent', {}, {}],
  ['with letters of any script', encodedLinks, { referenceLink: 'https://x.example/ü' }],
  ['with the greatest score that is exact', anyScore, { confidenceScore: 2 ** 53 - 1 }],
  ['with its hash in the link', linksNameHashes, { referenceLink: `https://x.example/${hash}` }],
])('a report %s is right where the dialect takes that', (_what, dialect, part) => {
  expect(rules(dialect).problemWith({ ...sent, ...part })).toBeUndefined();
});

test.each<[what: string, dialect: Differences, part: Partial<SentReport>, problem: RegExp]>([
  ['a port that is none', {}, { referenceLink: 'https://ex.example:99999/' }, /referenceLink/],
  ['a character of no URL', encodedLinks, { referenceLink: 'https://x.example/a|b' }, /URL/],
  ['a link without its hash, where that is needed', linksNameHashes, {}, /referenceLink/],
  ['a score that is not exact', anyScore, { confidenceScore: 2 ** 53 }, /confidenceScore/],
])('a report with %s is wrong, and the problem is named', (_what, dialect, part, problem) => {
  expect(rules(dialect).problemWith({ ...sent, ...part })).toMatch(problem);
});

const late = Date.UTC(2026, 11, 31, 23, 59, 59, 500);
test.each<[Differences['lookup.reset'] & string, number | undefined, boolean]>([
  ['never', undefined, true],
  ['hourly', 1, false],
  ['daily', 1, false],
  ['monthly', 1, false],
])('with the reset %s, a count is refilled in %d s', (reset, seconds, same) => {
  const { quotaPeriod, refillIn } = rules({ 'lookup.reset': reset });
  expect(refillIn(late)).toBe(seconds);
  expect(quotaPeriod(late) === quotaPeriod(late + 1000)).toBe(same);
  expect(quotaPeriod(late)).toBe(quotaPeriod(late - 1000));
});

test.each<[Differences, Caller, number]>([
  [{}, reader, 300],
  [{ 'lookup.initial-requests': 600 }, reader, 600],
  [{}, { ...reader, requests: 0 }, 0],
])('under %o, %o starts with %d requests', (differences, caller, count) => {
  expect(rules(differences).requestsOf(caller)).toBe(count);
});
