import { expect, test } from 'vitest';
import { Evidence } from '../../judging/verdict/evidence.ts';
import {
  created,
  deleted,
  exchangesOf,
  fetched,
  grace,
  type HistoryEntry,
  history,
  missing,
  one,
  refused,
  target,
  two,
} from './history.test.support.ts';
import { callersKnown } from './known/who.ts';
import { AbuseFeedModel } from './model.ts';

const accepted = { status: 202 };
/** The first create is answered at 10. */
const made = created(one, { at: 0 });
const seenLate = [made, { ...missing, at: 100 }, fetched(one, {}, { at: 900 })];
const acceptedDeletion = [
  made,
  fetched(one, {}, { at: 20 }),
  deleted(one, { at: 100, ...accepted }),
];
const lost = ['fetch/stored-report-is-found', 'create/id-finds-the-report'];
const stranger = 'otherResearcher';

test.each<[string, HistoryEntry[], string[]]>([
  ['a report may appear late, whatever the status', seenLate, []],
  ['but not for ever', [made, { ...missing, at: 1500 }], lost],
  ['what was seen stays', [...seenLate, { ...missing, at: 950 }], ['fetch/report-stays']],
  [
    'a stranger may be told that it has deleted what may not be there yet',
    [...seenLate, created(two, { at: 2000 }), deleted(two, { who: stranger, at: 2020 })],
    [],
  ],
  [
    'but not where all reports are there at once',
    [made, deleted(one, { who: stranger, at: 20 })],
    ['delete/other-researcher-may-not'],
  ],
  [
    'its creator, too, and it appears afterwards',
    [created(one, { at: 0, ...accepted }), deleted(one, { at: 20 }), fetched(one, {}, { at: 900 })],
    [],
  ],
  [
    'a deletion with 202 may take its time',
    [...acceptedDeletion, fetched(one, {}, { at: 500 }), { ...missing, at: 900 }],
    [],
  ],
  [
    'but not for ever',
    [...acceptedDeletion, fetched(one, {}, { at: 1500 })],
    ['delete/success-means-gone'],
  ],
  [
    'and what was seen to be gone stays so',
    [...acceptedDeletion, { ...missing, at: 300 }, fetched(one, {}, { at: 500 })],
    ['delete/success-means-gone'],
  ],
  [
    'a deletion with another status is done',
    [made, fetched(one, {}, { at: 20 }), deleted(one, { at: 100 }), fetched(one, {}, { at: 120 })],
    ['delete/success-means-gone'],
  ],
  [
    'what is not there yet is unknown to everybody',
    [
      created(one, { at: 0, ...accepted }),
      refused('delete', { report: one, at: 20 }),
      { ...missing, at: 40 },
    ],
    [],
  ],
])('time decides nothing: %s', (_, story, broken) => {
  expect(history(story).broken).toEqual(broken);
});

function modelAfter(story: readonly HistoryEntry[]): AbuseFeedModel {
  const model = new AbuseFeedModel({ target, evidence: new Evidence(), isAlone: true, grace });
  const whoIs = callersKnown(target);
  for (const exchange of exchangesOf(story)) {
    model.noteSent(exchange, exchange.startedAt);
    model.noteAnswer(exchange, whoIs(exchange.caller));
  }
  return model;
}

test('how late reports appear is known from those that did', () => {
  const { appearing } = modelAfter(seenLate).reports;
  expect(appearing.late).toBe(1);
  // Not found after 100 ms, and found after 890.
  expect(appearing.about).toEqual([495, 495]);
});

test('how late they disappear, likewise', () => {
  const still = fetched(one, {}, { at: 310 });
  const { disappearing } = modelAfter([
    ...acceptedDeletion,
    still,
    { ...missing, at: 400 },
  ]).reports;
  expect(disappearing.late).toBe(1);
  expect(disappearing.about).toEqual([250, 250]);
});
