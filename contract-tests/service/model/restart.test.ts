import { expect, test } from 'vitest';
import { Evidence } from '../../judging/verdict/evidence.ts';
import {
  created,
  deleted,
  draftOf,
  exchangesOf,
  fetched,
  found,
  grace,
  type HistoryEntry,
  hashes,
  missing,
  one,
  refused,
  target,
  two,
} from './history.test.support.ts';
import { callersKnown } from './known/who.ts';
import { AbuseFeedModel } from './model.ts';

const spending = ['limited[0]', 'limited[0]', 'limited[0]'].map((who) =>
  found(hashes.sha256, {}, { who }),
);

test.each<[string, HistoryEntry[], HistoryEntry[]]>([
  ['lose a report', [created(one), fetched(one)], [missing]],
  ['bring a deleted one back', [created(one), fetched(one), deleted(one)], [fetched(one)]],
  ['issue an id again', [created(one)], [created(one, { sent: draftOf(two) })]],
  ['refuse to delete what it has lost', [created(one)], [refused('delete', { report: one })]],
  ['count anew', spending, spending],
])('a server that was restarted may %s', (_, before, after) => {
  const brokenIn = (restarts: boolean): readonly string[] => {
    const evidence = new Evidence();
    const model = new AbuseFeedModel({
      target,
      evidence,
      isAlone: true,
      readers: ['tokens.researcher'],
      grace,
    });
    const whoIs = callersKnown(target);
    for (const [nth, exchange] of exchangesOf([...before, ...after]).entries()) {
      if (restarts && nth === before.length) model.noteRestart(['feed', 'lookup']);
      model.noteSent(exchange, exchange.startedAt);
      model.noteAnswer(exchange, whoIs(exchange.caller));
    }
    model.finish();
    return evidence.brokenIds;
  };
  expect(brokenIn(true)).toEqual([]);
  expect(brokenIn(false)).not.toEqual([]);
});
