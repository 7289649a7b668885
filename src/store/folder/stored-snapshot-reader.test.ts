import { expect, test } from 'vitest';
import { report, someContents } from '../sample-data.test.support.ts';
import { snapshotPieces } from './stored-snapshot-format.ts';
import { readSnapshotFrom, readStoredSnapshot } from './stored-snapshot-reader.ts';

const reports = Array.from({ length: 12_000 }, (_, at) => report(`r${at}`, { name: 'ä€😀' }));
const snapshot = { generation: 3, seq: 7, contents: { ...someContents, reports } };
const document = Buffer.concat([...snapshotPieces(snapshot)]);

function sourceOf(bytes: Buffer) {
  const asked: number[] = [];
  const read = async (position: number, length: number) => {
    asked.push(length);
    return bytes.subarray(position, position + length);
  };
  return { size: bytes.length, read, asked };
}

test('a long snapshot is read in parts, each byte once or twice', async () => {
  const source = sourceOf(document);
  expect(document.length).toBeGreaterThan(3 << 20);
  expect(await readSnapshotFrom(source, 's')).toEqual(snapshot);
  expect(Math.max(...source.asked)).toBeLessThanOrEqual(1 << 20);
  const sum = source.asked.reduce((total, length) => total + length, 0);
  expect(sum).toBeLessThan(2 * document.length);
});

test('damage is found at the same place in parts as in one piece', async () => {
  const places = [0, 5, 1 << 20, (1 << 20) + 1, (2 << 20) - 1, document.length >> 1];
  const ends = [document.length - 1, document.length - 30, document.length - 2000];
  for (const at of [...places, ...ends]) {
    const changed = Buffer.from(document);
    changed[at] = (document[at] ?? 0) ^ 1;
    const cut = document.subarray(0, at);
    for (const bytes of [changed, cut]) {
      const whole = (() => {
        try {
          return readStoredSnapshot(bytes, 's');
        } catch (error) {
          return error;
        }
      })();
      expect(whole).toMatchObject({ name: 'DataDamaged' });
      const inParts = await readSnapshotFrom(sourceOf(bytes), 's').catch((error: unknown) => error);
      expect(inParts).toEqual(whole);
    }
  }
});
