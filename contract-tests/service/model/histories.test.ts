import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  history,
  missing,
  one,
  otherFeed,
  refused,
  three,
  two,
} from './history.test.support.ts';

type Story = readonly HistoryEntry[];

const inOther = { service: otherFeed };
const accepted = { status: 202 };
const made = created(one);
const seen = [made, fetched(one)];
const gone = [made, deleted(one)];
/** The first create is answered at 10. */
const madeAtOnce = created(one, { at: 0 });
const seenAtOnce = [madeAtOnce, fetched(one, {}, { at: 20 })];
const seenLate = [madeAtOnce, { ...missing, at: 100 }, fetched(one, {}, { at: 900 })];
const acceptedDeletion = [...seenAtOnce, deleted(one, { at: 100, ...accepted })];
const stranger = 'otherResearcher';
const again = created(one);
const anew = created(two, { sent: draftOf(one) });
const byNobody = fetched(one, {}, { who: 'nobody' });
const notByNobody = refused('fetch', { report: one, who: 'nobody', status: 401 });

const who = 'limited[1]';
const hit = found(hashes.sha256, {}, { who });
const none = refused('lookup', { hash: hashes.sha256, who, status: 429 });
const others = found(hashes.sha256);
const unknown = 'f'.repeat(64);
const missed = refused('lookup', { hash: unknown, status: 404 });
const stub = { sha256Hash: unknown, fileName: '', tags: [] };

/** An analysis, and the same file looked up again. */
function lookedUpAgain(change: object): Story {
  const tags = [{ heat: 1, name: 'rat' }];
  return [found(hashes.sha256, { tags }), found(hashes.sha256, { tags, ...change })];
}

/** A response to an unknown hash that is no error, and says so much about the file. */
function saying(body: object, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { operation: 'lookup', who: 'analyst', hash: unknown, body, ...more };
}

const newDate = { date: '2026-02-01T00:00:00Z' };
const lost = ['fetch/stored-report-is-found', 'create/id-finds-the-report'];
const repeats = ['create/repeats-make-new-reports'];
const makesNew = ['create/makes-a-new-report'];
const staysGone = ['delete/success-means-gone'];
const disagrees = ['lookup/repeats-agree'];
const isFound = ['lookup/unknown-hash-finds-nothing'];

test.each<[what: string, broken: readonly string[], story: Story]>([
  ['a report may appear late, whatever the status', [], seenLate],
  ['but not for ever', lost, [madeAtOnce, { ...missing, at: 1500 }]],
  ['what was seen stays', ['fetch/report-stays'], [...seenLate, { ...missing, at: 950 }]],
  [
    'a stranger may be told that it has deleted what may not be there yet',
    [],
    [...seenLate, created(two, { at: 2000 }), deleted(two, { who: stranger, at: 2020 })],
  ],
  [
    'but not where all reports are there at once',
    ['delete/other-researcher-may-not'],
    [madeAtOnce, deleted(one, { who: stranger, at: 20 })],
  ],
  [
    'its creator, too, and it appears afterwards',
    [],
    [created(one, { at: 0, ...accepted }), deleted(one, { at: 20 }), fetched(one, {}, { at: 900 })],
  ],
  [
    'what is not there yet is unknown to everybody',
    [],
    [
      created(one, { at: 0, ...accepted }),
      refused('delete', { report: one, at: 20 }),
      { ...missing, at: 40 },
    ],
  ],
  [
    'a deletion with 202 may take its time',
    [],
    [...acceptedDeletion, fetched(one, {}, { at: 500 }), { ...missing, at: 900 }],
  ],
  ['but not for ever', staysGone, [...acceptedDeletion, fetched(one, {}, { at: 1500 })]],
  [
    'and what was seen to be gone stays so',
    staysGone,
    [...acceptedDeletion, { ...missing, at: 300 }, fetched(one, {}, { at: 500 })],
  ],
  [
    'a deletion with another status is done',
    staysGone,
    [...seenAtOnce, deleted(one, { at: 100 }), fetched(one, {}, { at: 120 })],
  ],
  [
    'a fetch during a deletion may find it',
    [],
    [made, deleted(one, { at: 5000, ms: 50 }), fetched(one, {}, { at: 5010 })],
  ],
  [
    'a fetch during a deletion may miss it',
    [],
    [...seen, deleted(one, { at: 9000, ms: 50 }), { ...missing, at: 9010 }],
  ],
  [
    'of two deletions at once one may be refused',
    [],
    [
      made,
      deleted(one, { at: 5000, ms: 100 }),
      refused('delete', { report: one, at: 5010, who: 'service' }),
    ],
  ],
  [
    'a deletion without an answer may have been carried out',
    [],
    [made, deleted(one, { status: 0 }), refused('delete', { report: one }), missing],
  ],
  ['or may not', [], [made, deleted(one, { status: 0 }), fetched(one), deleted(one), missing]],
  [
    'what is deleted may be deleted again',
    [],
    [...gone, deleted(one), refused('delete', { report: one })],
  ],
  [
    'who may delete a report of somebody who must not create is not judged',
    ['create/researchers-only'],
    [created(one, { who: 'reader' }), refused('delete', { report: one, who: 'reader' })],
  ],
  ['a fetch without a token is served', [], [...seen, byNobody, byNobody]],
  ['or refused', [], [...seen, notByNobody, notByNobody]],
  ['or refused, and served later', [], [...seen, notByNobody, byNobody]],
  ['but not refused again', ['fetch/report-stays'], [...seen, notByNobody, byNobody, notByNobody]],
  ['now the old id and now a new one', repeats, [...seen, again, anew]],
  ['first a new id, then the old one', repeats, [...seen, anew, again]],
  ['the id of another caller', repeats, [...seen, created(one, { who: stranger })]],
  ['the id of a deleted one', repeats, [...seen, deleted(one), again]],
  ['the id of one with other values', makesNew, [...seen, created(one, { sent: draftOf(two) })]],
  ['the id of one in another feed', makesNew, [...seen, created(one, inOther)]],
  [
    'the id of one of the same file by another researcher',
    makesNew,
    [...gone, created(one, { who: stranger, sent: { ...draftOf(one), tags: ['other'] } })],
  ],
  [
    'both creates are one report, which is gone when it is deleted',
    staysGone,
    [...seen, again, deleted(one), fetched(one)],
  ],
  [
    'after it was deleted, an equal report is a new one',
    [],
    [...seen, again, deleted(one), anew, fetched(two, draftOf(one))],
  ],
  ['a new analysis has other tags', [], lookedUpAgain({ ...newDate, tags: [] })],
  ['a new analysis has another name', [], lookedUpAgain({ ...newDate, fileName: 'b.exe' })],
  ['but not other bytes', disagrees, lookedUpAgain({ ...newDate, sha1Hash: 'f'.repeat(40) })],
  ['members are in another order', [], lookedUpAgain({ tags: [{ name: 'rat', heat: 1 }] })],
  ['other tags', disagrees, lookedUpAgain({ tags: [{ name: 'rat', heat: 2 }] })],
  ['another name', disagrees, lookedUpAgain({ fileName: 'b.exe' })],
  ['part of an analysis after a miss', isFound, [missed, saying(stub)]],
  ['the same each time, which is how errors look there', [], [saying(stub), saying(stub)]],
  ['nothing but the hash', [], [missed, saying({ sha256Hash: unknown, status: 'queued' })]],
  ['fields beside an error', [], [missed, saying({ ...stub, error: 'no such file' })]],
  ['fields with the status of an error', [], [missed, saying(stub, { status: 404 })]],
  ['part of an analysis after the miss of another', [], [missed, saying(stub, { who: 'service' })]],
  ['of another who finds files', isFound, [others, missed, saying(stub, { who: 'service' })]],
  ['as many lookups as were left', [], [hit, hit, hit, none, others]],
  ['fewer lookups than were left', ['lookup/counts-once'], [hit, none, others]],
  ['none at all', [], [none, others]],
  [
    'what is throttled is not judged',
    [],
    [...seen, { ...missing, throttled: true, status: 429 }, fetched(one)],
  ],
])('%s: breaks %j', (_what, broken, story) => {
  expect(history(story).broken).toEqual(broken);
});

test('a throttled response may be about the count of a limited token', () => {
  const counted = [hit, hit, hit];
  expect(history(counted).met('lookup/refused-at-zero')).toBe(0);
  const last = { ...none, throttled: true } as const;
  expect(history([...counted, last]).met('lookup/refused-at-zero')).toBe(1);
});

const spending = Array.from({ length: 4 }, () => hit);

test.each<[string, Story, Story]>([
  ['lose a report', seen, [missing]],
  ['bring a deleted one back', [...seen, deleted(one)], [fetched(one)]],
  ['issue an id again', [made], [created(one, { sent: draftOf(two) })]],
  ['refuse to delete what it has lost', [made], [refused('delete', { report: one })]],
  ['count anew', spending, spending],
])('a server that was restarted may %s', (_, before, after) => {
  const story = [...before, ...after];
  expect(history(story, { restartsAfter: before.length }).broken).toEqual([]);
  expect(history(story).broken).not.toEqual([]);
});

const { tags: _, ...withoutTags } = draftOf(one);
const untagged = { tags: undefined };
const empty = Object.fromEntries(Object.keys(draftOf(one)).map((field) => [field, undefined]));
const bothFlags = { body: { message: 'gone', success: true, successful: true } };

test.each<[what: string, clause: string, story: Story]>([
  ['equal reports of one caller are one', 'create/repeats-make-new-reports', [...seen, again]],
  [
    'whatever was sent besides',
    'create/repeats-make-new-reports',
    [...seen, created(one, { sent: { ...draftOf(one), x: 1 } })],
  ],
  ['both flags, which agree', 'delete/flag-not-successful', [...seen, deleted(one, bothFlags)]],
  [
    'what was not sent is not shown',
    'create/stores-every-field',
    [created(one, { sent: withoutTags }), fetched(one, untagged)],
  ],
  [
    'a body of another type is left unread',
    'create/stores-only-reports',
    [created(one, { sentType: 'text/plain' }), fetched(one, empty)],
  ],
])('a debatable reading is told and does not decide: %s', (_what, clause, story) => {
  const { broken, met, evidence } = history(story);
  expect(broken).toEqual([]);
  expect(met(clause)).toBe(1);
  expect(evidence.debatable).toMatchObject([{ clause, times: 1 }]);
});

test('what was sent as JSON has to be shown, and not by whom nobody has heard', () => {
  for (const sentType of [undefined, 'Application/JSON; charset=utf-8']) {
    const creation = created(one, { ...(sentType && { sentType }) });
    expect(history([creation, fetched(one, untagged)]).broken).toContain('report/tags-present');
  }
  expect(history([fetched(one, untagged)], { isAlone: false }).broken).toEqual([]);
});

const a = { scenario: 'a' };
const b = { scenario: 'b' };

/** A report that was seen, further requests, and that it is not found afterwards. */
function lostAfter(...acts: readonly HistoryEntry[]): Story {
  return [created(two, b), created(one, a), fetched(one, {}, a), ...acts, { ...missing, ...a }];
}

const removesMore = 'delete/removes-only-that-report';
const unchanged = 'delete/refused-means-unchanged';
const byReader = refused('delete', { report: one, who: 'reader', ...a });

test.each<[what: string, clause: string, suspects: readonly string[], story: Story]>([
  ['nothing', 'fetch/report-stays', [], lostAfter()],
  ['an act of the same conversation', removesMore, [removesMore], lostAfter(deleted(two, a))],
  [
    'an act of another conversation',
    'fetch/report-stays',
    [removesMore],
    lostAfter(deleted(two, b)),
  ],
  [
    'the surest sign',
    unchanged,
    [unchanged, 'create/leaves-others-unchanged'],
    lostAfter(created(three, a), byReader),
  ],
  [
    'a deletion in another feed by the same id',
    'delete/own-feed-only',
    ['delete/own-feed-only'],
    lostAfter(refused('delete', { report: one, ...inOther, ...a })),
  ],
  [
    'a create of an equal report',
    'create/repeats-make-new-reports',
    repeats,
    lostAfter(created(three, { sent: draftOf(one), ...a })),
  ],
  [
    'its feed, where reports of the other are found',
    'create/in-the-named-feed',
    [
      'create/parallel-creates-are-all-kept',
      'create/in-the-named-feed',
      'fetch/stored-report-is-found',
    ],
    [created(two), fetched(two), created(one, inOther), { ...missing, ...inOther }],
  ],
])('what is lost after %s is blamed on that', (_what, clause, suspects, story) => {
  const { broken, evidence } = history(story);
  expect(broken[0]).toBe(clause);
  expect(evidence.findings(clause)[0]?.rests).toEqual([...suspects, 'fetch/report-stays']);
});

test.each([
  ['of another report is one fault', created(two), true],
  ['that nobody sent are several', created(three), false],
])('values %s', (_what, before, isOne) => {
  const { evidence } = history([made, before, fetched(one, { ...draftOf(two), tags: [] })]);
  const [hash] = evidence.findings('create/keeps-file256-hash');
  const [tags] = evidence.findings('create/keeps-tags');
  expect(hash?.rests?.includes('create/makes-a-new-report')).toBe(isOne);
  expect(tags?.rests?.includes('create/keeps-file256-hash')).toBe(isOne);
});

const body = { error: 'who?', successful: false };
const byUnknown = refused('delete', { report: one, who: 'unknown token', body });

test('a refusal proves nothing of a caller whom the target answers as it answers anybody', () => {
  const refusal = refused('delete', { report: one, who: 'reader', body });
  const { met, evidence } = history([made, byUnknown, refusal]);
  expect(met('delete/reader-may-not')).toBe(0);
  expect(evidence.reasons('delete/reader-may-not')[0]).toContain('tokens.reader cannot be told');
});

test('an owner who is refused like an unknown token is a problem of the target file', () => {
  const byOwner = refused('delete', { report: one, who: 'service', body });
  const { broken, evidence } = history([made, byUnknown, byReader, byOwner]);
  expect(broken).toEqual([]);
  expect(evidence.problems.map(({ key }) => key)).toEqual(['tokens.service']);
});

test.each<[string, 'appearing' | 'disappearing', Story, number]>([
  // Not found after 100 ms, and found after 890.
  ['appear', 'appearing', seenLate, 495],
  [
    'disappear',
    'disappearing',
    [...acceptedDeletion, fetched(one, {}, { at: 310 }), { ...missing, at: 400 }],
    250,
  ],
])('how late reports %s is known from those that did', (_what, change, story, about) => {
  const { [change]: lateness } = history(story).model.reports;
  expect(lateness.late).toBe(1);
  expect(lateness.about).toEqual([about, about]);
});
