import { expect, test } from 'vitest';
import {
  created,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  history,
  missing,
  one,
  refused,
} from './history.test.support.ts';

const anew = { date: '2026-02-01T00:00:00Z' };

test.each<[string, object, string[]]>([
  ['tags of a new analysis may differ', { ...anew, tags: [{ heat: 1, name: 'bot' }] }, []],
  ['its name may, too', { ...anew, fileName: 'b.exe' }, []],
  ['its bytes may not', { ...anew, sha1Hash: 'f'.repeat(40) }, ['lookup/repeats-agree']],
  ['its members may be in another order', { tags: [{ name: 'rat', heat: 1 }] }, []],
  ['its tags may not differ', { tags: [{ name: 'rat', heat: 2 }] }, ['lookup/repeats-agree']],
  ['the same analysis is the same', { fileName: 'b.exe' }, ['lookup/repeats-agree']],
])('a file looked up again: %s', (_, change, broken) => {
  const before = { tags: [{ heat: 1, name: 'rat' }] };
  const story = [found(hashes.sha256, before), found(hashes.sha256, { ...before, ...change })];
  expect(history(story).broken).toEqual(broken);
});

const unknown = 'f'.repeat(64);
const missed = refused('lookup', { hash: unknown, status: 404 });
/** A response that is no error, and says so much about the file. */
function saying(body: object, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { operation: 'lookup', who: 'analyst', hash: unknown, body, ...more };
}
const stub = { sha256Hash: unknown, fileName: '', tags: [] };
const isFound = ['lookup/unknown-hash-finds-nothing'];

test.each<[string, HistoryEntry[], string[]]>([
  ['part of an analysis after a miss', [missed, saying(stub)], isFound],
  ['the same each time, which is how errors look there', [saying(stub), saying(stub)], []],
  ['nothing but its hash', [missed, saying({ sha256Hash: unknown, status: 'queued' })], []],
  ['fields beside an error', [missed, saying({ ...stub, error: 'no such file' })], []],
  ['fields with the status of an error', [missed, saying(stub, { status: 404 })], []],
  ['part of an analysis after the miss of another', [missed, saying(stub, { who: 'service' })], []],
  [
    'part of an analysis after the miss of another who finds files',
    [found(hashes.sha256), missed, saying(stub, { who: 'service' })],
    isFound,
  ],
])('an unknown hash is answered with %s', (_, story, broken) => {
  expect(history(story).broken).toEqual(broken);
});

const who = 'limited[1]';
const hit = found(hashes.sha256, {}, { who });
const none = refused('lookup', { hash: hashes.sha256, who, status: 429 });
const others = found(hashes.sha256);

test.each<[string, HistoryEntry[], string[]]>([
  ['served three times and refused, of three', [hit, hit, hit, none, others], []],
  ['refused too early', [hit, none, others], ['lookup/counts-once']],
  ['refused at the first call', [none, others], []],
])('a caller with a count is %s', (_, story, broken) => {
  expect(history(story).broken).toEqual(broken);
});

test('what is throttled is not judged, and may be about the count of a limited token', () => {
  const later = { throttled: true, status: 429 } as const;
  const turnedAway = [created(one), fetched(one), { ...missing, ...later }, fetched(one)];
  expect(history(turnedAway).broken).toEqual([]);
  const who = 'limited[0]';
  const counted = [1, 2].map(() => found(hashes.sha256, {}, { who }));
  const last = refused('lookup', { hash: hashes.sha256, who, ...later });
  expect(history(counted).met('lookup/refused-at-zero')).toBe(0);
  expect(history([...counted, last]).met('lookup/refused-at-zero')).toBe(1);
});
