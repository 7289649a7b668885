import { expect, test } from 'vitest';
import {
  created,
  deleted,
  fetched,
  type HistoryEntry,
  history,
  missing,
  one,
  refused,
  two,
} from './history.test.support.ts';

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

test.each<[string, 'appearing' | 'disappearing', HistoryEntry[], number]>([
  // Not found after 100 ms, and found after 890.
  ['appear', 'appearing', seenLate, 495],
  [
    'disappear',
    'disappearing',
    [...acceptedDeletion, fetched(one, {}, { at: 310 }), { ...missing, at: 400 }],
    250,
  ],
])('how late reports %s is known from those that did', (_, change, story, about) => {
  const { [change]: lateness } = history(story).model.reports;
  expect(lateness.late).toBe(1);
  expect(lateness.about).toEqual([about, about]);
});
