import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  fetched,
  type HistoryEntry,
  history,
  one,
  two,
} from './history.test.support.ts';

const again = created(one);
const anew = created(two, { sent: draftOf(one) });
const { tags: _, ...withoutTags } = draftOf(one);
const empty = {
  tags: undefined,
  c2Address: undefined,
  file256Hash: undefined,
  referenceLink: undefined,
  confidenceScore: undefined,
};
const untagged = { tags: undefined };
const bothFlags = { body: { message: 'gone', success: true, successful: true } };
const seen = [created(one), fetched(one)];
const repeats = 'create/repeats-make-new-reports';

test.each<[string, string, HistoryEntry[]]>([
  ['an equal report of the same caller becomes the one that is there', repeats, [...seen, again]],
  [
    'nor does it matter what was sent besides',
    repeats,
    [...seen, created(one, { sent: { ...draftOf(one), x: 1 } })],
  ],
  [
    'a deletion has both flags, which agree',
    'delete/flag-not-successful',
    [...seen, deleted(one, bothFlags)],
  ],
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
])('a debatable reading is told and does not decide: %s', (_, clause, story) => {
  const { broken, met, evidence } = history(story);
  expect(broken).toEqual([]);
  expect(met(clause)).toBe(1);
  expect(evidence.debatable).toMatchObject([{ clause, times: 1 }]);
});

test.each<[string, HistoryEntry[], string]>([
  ['sometimes the old one and sometimes a new one', [...seen, again, anew], repeats],
  ['first a new one, then the old one', [...seen, anew, again], repeats],
  ['that of another caller', [...seen, created(one, { who: 'otherResearcher' })], repeats],
  ['that of a deleted one', [...seen, deleted(one), again], repeats],
  [
    'that of one with other values',
    [...seen, created(one, { sent: draftOf(two) })],
    'create/makes-a-new-report',
  ],
  [
    'that of a report in another feed',
    [...seen, created(one, { service: 'dyndnsco' })],
    'create/makes-a-new-report',
  ],
])('an id that a create returns once more breaks a clause: %s', (_, story, clause) => {
  expect(history(story).broken).toEqual([clause]);
});

test('both creates are one report, which is gone when it is deleted', () => {
  const { broken } = history([...seen, again, deleted(one), fetched(one)]);
  expect(broken).toEqual(['delete/success-means-gone']);
});

test('after it was deleted, an equal report is a new one, also where equal ones are one', () => {
  const { broken } = history([...seen, again, deleted(one), anew, fetched(two, draftOf(one))]);
  expect(broken).toEqual([]);
});

test('what was sent has to be shown', () => {
  expect(history([created(one), fetched(one, untagged)]).broken).toContain('report/tags-present');
});

test('what was sent as JSON has to be shown, whatever else is said of its type', () => {
  const sentType = 'Application/JSON; charset=utf-8';
  const { broken } = history([created(one, { sentType }), fetched(one, untagged)]);
  expect(broken).toContain('report/tags-present');
});

test('whoever has not heard what was sent does not say that it is missing', () => {
  expect(history([fetched(one, untagged)], { isAlone: false }).broken).toEqual([]);
});
