import { expect, test } from 'vitest';
import { added, someContents } from '../sample-data.test.support.ts';
import {
  encodeChange,
  encodeOpening,
  readChangeJournal,
  wordsOf,
} from './change-journal-content.ts';
import { DataDamaged } from './data-folder-errors.ts';
import { snapshotPieces } from './stored-snapshot-format.ts';
import { readStoredSnapshot } from './stored-snapshot-reader.ts';

const journal = Buffer.from(
  encodeOpening(1, 0) +
    encodeChange(1, wordsOf(added('a'))) +
    encodeChange(2, wordsOf({ type: 'service-added', service: 'x' })),
);
const snapshot = { generation: 2, seq: 7, contents: someContents };
const document = Buffer.concat([...snapshotPieces(snapshot)]);

const lineOf = (bytes: Buffer, at: number) =>
  bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;

function* flips(bytes: Buffer): Generator<[damaged: Buffer, at: number]> {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const others = [
      0,
      9,
      10,
      13,
      32,
      48,
      255,
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((n) => byte ^ (1 << n)),
    ];
    for (const other of others.filter((one) => one !== byte)) {
      const damaged = Buffer.from(bytes);
      damaged[at] = other;
      yield [damaged, at];
    }
  }
}

const errorOf = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
};

test('any changed byte of a journal is found, with its line', () => {
  for (const [damaged, at] of flips(journal)) {
    const error = errorOf(() => readChangeJournal(damaged, 'j', 1));
    if (!(error instanceof DataDamaged) || error.line !== lineOf(journal, at)) {
      expect.fail(`byte ${at} as ${damaged[at]}: ${error}`);
    }
  }
});

test('any changed byte of a snapshot is found', () => {
  for (const [damaged, at] of flips(document)) {
    const error = errorOf(() => readStoredSnapshot(damaged, 's'));
    if (!(error instanceof DataDamaged)) expect.fail(`byte ${at} as ${damaged[at]}: ${error}`);
  }
});

test('any byte that is missing or too many is found', () => {
  for (let at = 0; at < document.length; at += 1) {
    const [before, after] = [document.subarray(0, at), document.subarray(at)];
    const shorter = Buffer.concat([before, after.subarray(1)]);
    const longer = Buffer.concat([before, Buffer.from('x'), after]);
    expect(errorOf(() => readStoredSnapshot(shorter, 's'))).toBeInstanceOf(DataDamaged);
    expect(errorOf(() => readStoredSnapshot(longer, 's'))).toBeInstanceOf(DataDamaged);
  }
  for (let at = 0; at < journal.length - 1; at += 1) {
    const shorter = Buffer.concat([journal.subarray(0, at), journal.subarray(at + 1)]);
    const error = errorOf(() => readChangeJournal(shorter, 'j', 1));
    // Without one byte the last record cannot be told from one that was never completed.
    if (lineOf(journal, at) < 3) expect(error).toBeInstanceOf(DataDamaged);
  }
});

test('a journal of zeros, or of none, has no first line', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(4096)]) {
    expect(readChangeJournal(bytes, 'j', 1)).toEqual({ after: undefined, changes: [], length: 0 });
  }
});

test('a change of a kind this version does not know is not passed over', () => {
  const strange = encodeChange(1, wordsOf({ type: 'report-moved' } as never));
  const bytes = Buffer.from(encodeOpening(1, 0) + strange);
  expect(() => readChangeJournal(bytes, 'j', 1)).toThrow(
    'a newer version of abuse-feed-kit has written to it',
  );
});

test('a snapshot is read as it was written', () => {
  expect(readStoredSnapshot(document, 's')).toEqual(snapshot);
});
