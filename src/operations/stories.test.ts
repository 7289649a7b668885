import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import type { Caller } from '../domain/caller.ts';
import type { Outcome } from '../domain/refusal.ts';
import type { StoredReport } from '../domain/report.ts';
import { hashesIn, isFileHash } from '../spec/file-hashes.ts';
import { create } from './create.ts';
import { deleteReport } from './delete.ts';
import { analysis, basisOf, callers, draft, type TestBasis } from './dependencies.test.support.ts';
import { fetchReport } from './fetch.ts';
import { lookup, requestsLeft } from './lookup.ts';

const { limited, reader, researcher } = callers;

const people: { readonly [name: string]: Caller } = {
  ...callers,
  likeItsFeed: { ...reader, id: 'tunnelco' },
  likeItsCreator: { ...callers.other, name: researcher.name },
  poor: { ...limited, id: 'poor', requests: 0 },
};

function kind(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : outcome.refusal.kind;
}

/** What somebody does, `who does [what] [in a service] [as JSON]`, to the latest report or another. */
function act(on: TestBasis, reports: StoredReport[], step: string): Outcome<unknown> {
  const [, who = '', verb, what, service = 'tunnelco', json = '{}'] =
    /^(\w+) (creates|fetches|deletes|looks up)(?: (?!in )([\w-]+))?(?: in (\S+))?(?: as (.*))?$/.exec(
      step,
    ) ?? [];
  const caller = people[who];
  const id = what === 'SHOUTED' ? reports.at(-1)?.id.toUpperCase() : (what ?? reports.at(-1)?.id);
  const place = { service, id: id ?? 'none' };
  if (verb === 'fetches') return fetchReport.run(on, caller, place);
  if (verb === 'deletes') return deleteReport.run(on, caller, place);
  if (verb === 'looks up') return lookup.run(on, caller, { hash: what ?? '' });
  const made = create.run(on, caller, { service, report: { ...draft, ...JSON.parse(json) } });
  if (made.ok) reports.push(made.value);
  return made;
}

const known = analysis.sha256Hash;
const unknown = '0'.repeat(64);

function byOtherHash(hash: string): string {
  return `limited looks up ${hash}: ${isFileHash(hash) ? 'ok' : 'malformed-hash'}`;
}

/** What everybody does in turn, and what comes of it. */
test.each<[Differences, ...string[]]>([
  [
    {},
    'reader creates: not-a-researcher',
    'owner creates: not-a-researcher',
    'researcher creates in nosuchco: unknown-service',
    'researcher creates in __proto__: unknown-service',
    'researcher creates as {"referenceLink":"https://ex.example:99999/"}: invalid-report',
    'researcher creates: ok',
    'other creates: ok',
    'researcher creates: ok',
    'otherOwner deletes: not-your-report',
    'other deletes: not-your-report',
    'reader deletes: not-your-report',
    'likeItsFeed deletes: not-your-report',
    'likeItsCreator deletes: not-your-report',
    'researcher deletes in dyndnsco: unknown-report',
    'otherOwner deletes in dyndnsco: unknown-report',
    'researcher deletes in nosuchco: unknown-service',
    'reader fetches: ok',
    'reader fetches SHOUTED: ok',
    'researcher deletes: ok',
    'researcher deletes: unknown-report',
    'researcher fetches: unknown-report',
    'researcher deletes in nosuchco: unknown-service',
    'researcher creates: ok',
    'owner deletes: ok',
    'reader fetches: unknown-report',
  ],
  [
    { 'feed.unknown-service': 'created' },
    'reader creates in newco: not-a-researcher',
    'researcher creates in newco: ok',
    'reader fetches in newco: ok',
    'reader fetches in otherco: unknown-report',
  ],
  [
    { 'create.duplicates': 'refused' },
    'researcher creates: ok',
    'other creates: duplicate-report',
    'other creates in dyndnsco: ok',
  ],
  [
    { 'delete.afterwards': 'remembered', 'feed.unknown-service': 'created' },
    'researcher creates: ok',
    'researcher deletes: ok',
    'researcher deletes: deleted-report',
    'reader fetches in nosuchco: unknown-report',
  ],
  [
    { 'delete.absent': 'accepted' },
    'researcher creates: ok',
    'researcher deletes: ok',
    'researcher deletes: ok',
    'researcher deletes in nosuchco: unknown-service',
  ],
  [
    { 'feed.id-case': 'not-found' },
    'researcher creates: ok',
    'reader fetches SHOUTED: unknown-report',
  ],
  [
    { 'fetch.who': 'creator-and-owner' },
    'researcher creates: ok',
    'reader fetches: may-not-fetch',
    'owner fetches: ok',
    // Of a report that is not there, nothing is said but that.
    'reader fetches none: unknown-report',
  ],
  ...hashesIn(analysis).map((hash): [Differences, ...string[]] => [
    {},
    `reader looks up ${hash}: ok`,
    `reader looks up ${hash.toUpperCase()}: ok`,
  ]),
  [
    { 'lookup.hash-case': 'significant' },
    `reader looks up ${known}: ok`,
    `reader looks up ${known.toUpperCase()}: unknown-hash`,
  ],
  [{}, byOtherHash(analysis.mD5Hash), byOtherHash(analysis.sha1Hash)],
  [
    {},
    `limited looks up ${unknown}0: malformed-hash`,
    `limited looks up 0${unknown}: malformed-hash`,
  ],
  [
    {},
    `limited looks up ${unknown}: unknown-hash`,
    `limited looks up ${known}: ok`,
    `limited looks up ${known}: no-requests-left`,
    `limited looks up ${unknown}: no-requests-left`,
    'limited looks up abc: no-requests-left',
    `researcher looks up ${known}: ok`,
    `poor looks up ${known}: no-requests-left`,
  ],
])('under %j: %s …', (dialect, ...steps) => {
  const dependencies = basisOf(dialect);
  const { state } = dependencies.store;
  const reports: StoredReport[] = [];
  for (const step of steps) {
    const [does = '', result] = step.split(/: (?=[\w-]+$)/);
    const { allowances: _, ...before } = state.contents();
    expect(`${does}: ${kind(act(dependencies, reports, does))}`).toBe(`${does}: ${result}`);
    const { allowances: _left, ...after } = state.contents();
    if (result !== 'ok') expect(after, step).toEqual(before);
    else if (does.includes('newco')) expect(after.services).toContain('newco');
    else expect(after.services, step).toEqual(before.services);
  }
});

test('a report is stored with what was sent and what the service adds, and shown so', () => {
  const dependencies = basisOf();
  dependencies.time = 1234;
  const reports: StoredReport[] = [];
  act(dependencies, reports, 'researcher creates');
  const [report] = reports;
  expect(report).toMatchObject({
    ...draft,
    file256Hash: 'a'.repeat(64),
    service: 'tunnelco',
    createdBy: 'researcher',
    name: 'rat',
    reportedAt: 1234,
    reportedBy: 'The researcher',
    firstSeenID: report?.id,
  });
  expect(act(dependencies, reports, 'reader fetches')).toEqual({ ok: true, value: report });
});

test.each([
  ['+00:00', '1970-01-01 00:00:01'],
  ['-05:00', '1969-12-31 19:00:01'],
  ['+05:30', '1970-01-01 05:30:01'],
])('a report is shown with its ten fields and the time in %s', (zone, reportedAt) => {
  const dependencies = basisOf({ 'report.time-zone': zone, 'any.extra-fields': 'some' });
  const reports: StoredReport[] = [];
  act(dependencies, reports, 'researcher creates');
  const [stored] = reports as [StoredReport];
  const { service: _, createdBy: __, ...fields } = stored;
  expect(fetchReport.body(stored, dependencies.dialect)).toStrictEqual({
    report: { ...fields, reportedAt, servedBy: 'abuse-feed-kit' },
    successful: true,
  });
});

test('where equal reports of one caller are one, it keeps its id', () => {
  const dependencies = basisOf({ 'create.duplicates': 'same-id' });
  const reports: StoredReport[] = [];
  for (const step of ['researcher', 'researcher', 'other'].map((who) => `${who} creates`))
    act(dependencies, reports, step);
  act(dependencies, reports, 'researcher creates as {"tags":["else"]}');
  const ids = reports.map(({ id }) => id);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
  expect(dependencies.store.state.contents().reports).toHaveLength(3);
});

/** By their numbers: of four reports, which one firstSeenID names; at random, none. */
test.each<[Differences['report.first-seen'] & string, number[]]>([
  ['file', [0, 1, 0, 3]],
  ['address', [0, 1, 2, 0]],
  ['own', [0, 1, 2, 3]],
  ['random', [-1, -1, -1, -1]],
])('firstSeenID by %s names the reports %j', (by, first) => {
  const dependencies = basisOf({ 'report.first-seen': by });
  const reports: StoredReport[] = [];
  for (const rest of [
    '',
    ' in dyndnsco',
    ' as {"c2Address":"other.example:80"}',
    ` as {"file256Hash":"${'d'.repeat(64)}"}`,
  ])
    act(dependencies, reports, `researcher creates${rest}`);
  const ids = reports.map(({ id }) => id);
  expect(reports.map(({ firstSeenID }) => ids.indexOf(firstSeenID))).toEqual(first);
});

test.each<[Differences, hash: string, left: number]>([
  [{}, unknown, 1],
  [{}, 'abc', 1],
  [{ 'lookup.malformed': 'free' }, 'abc', 2],
  [{ 'lookup.who': 'researchers' }, known, 2],
])('under %j, a lookup of %s leaves %d', (dialect, hash, left) => {
  const dependencies = basisOf(dialect);
  act(dependencies, [], `limited looks up ${hash}`);
  expect(requestsLeft(dependencies, limited)).toBe(left);
});

const day = 86_400_000;

/** At which times a caller with two lookups looks up, and how many are left before each. */
test.each<[Differences['lookup.reset'] & string, ...[time: number, left: number][]]>([
  ['hourly', [1000, 2], [1000, 1], [1000, 0], [3_600_000, 2], [3_600_000, 1]],
  // The clock is set back and on.
  ['daily', [10 * day, 2], [10 * day, 1], [9 * day, 0], [10 * day, 0], [1000, 0], [11 * day, 2]],
  ['daily', [11 * day, 2], [10 * day, 1], [11 * day, 0]],
])('a count is full again when its period is over, %s: %j %j %j %j', (reset, ...calls) => {
  const dependencies = basisOf({ 'lookup.reset': reset });
  for (const [time, left] of calls) {
    dependencies.time = time;
    expect(requestsLeft(dependencies, limited)).toBe(left);
    const outcome = act(dependencies, [], `limited looks up ${unknown}`);
    expect(kind(outcome)).toBe(left > 0 ? 'unknown-hash' : 'no-requests-left');
    // After the clock was set back, the next period is not the one that refills the count.
    const refillIn = time === 1000 && reset === 'hourly' ? { refillIn: 3599 } : {};
    const refusal = { kind: 'no-requests-left', ...refillIn };
    if (left === 0 && time % day !== 0) expect(outcome).toEqual({ ok: false, refusal });
  }
});

test.each([
  ['never', 'daily'],
  ['hourly', 'daily'],
  ['daily', 'monthly'],
] as const)('a count that was used up under %s is not full under %s and back', (one, other) => {
  const first = basisOf({ 'lookup.reset': one });
  act(first, [], `limited looks up ${unknown}`);
  const second = { ...basisOf({ 'lookup.reset': other }), store: first.store };
  const left = requestsLeft(second, limited);
  // From never to daily, the first day begins.
  expect(left).toBe(one === 'never' ? 2 : 1);
  act(second, [], `limited looks up ${unknown}`);
  expect(requestsLeft(first, limited)).toBe(left - 1);
});
