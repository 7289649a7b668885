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
  refused,
  two,
} from './history.test.support.ts';

const spending = Array.from({ length: 3 }, () => found(hashes.sha256, {}, { who: 'limited[0]' }));

test.each<[string, HistoryEntry[], HistoryEntry[]]>([
  ['lose a report', [created(one), fetched(one)], [missing]],
  ['bring a deleted one back', [created(one), fetched(one), deleted(one)], [fetched(one)]],
  ['issue an id again', [created(one)], [created(one, { sent: draftOf(two) })]],
  ['refuse to delete what it has lost', [created(one)], [refused('delete', { report: one })]],
  ['count anew', spending, spending],
])('a server that was restarted may %s', (_, before, after) => {
  const story = [...before, ...after];
  expect(history(story, { restartsAfter: before.length }).broken).toEqual([]);
  expect(history(story).broken).not.toEqual([]);
});
