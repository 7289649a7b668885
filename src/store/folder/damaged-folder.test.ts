import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { report, reportIds, someContents } from '../sample-data.test.support.ts';
import { acknowledgedName } from './acknowledged.ts';
import { encodeOpening } from './change-journal-content.ts';
import { DataDamaged, openDataFolder } from './data-folder.ts';
import {
  bytesApart,
  everything,
  journalOf,
  keptFolder,
  opened,
} from './kept-folder.test.support.ts';
import { filesIn, temporaryFolder } from './temporary-folder.test.support.ts';

test('a journal cut anywhere in what was acknowledged stops the start, and nothing is touched', async () => {
  const folder = await keptFolder();
  const file = journalOf(folder);
  const whole = readFileSync(file);
  for (let length = 0; length < whole.length; length += 1) {
    // Between two records, where nothing looks torn, and at some places within them.
    if (whole[length - 1] !== 10 && length % 7 > 0) continue;
    writeFileSync(file, whole.subarray(0, length));
    const before = filesIn(folder);
    const error = await opened(folder).catch((cause: unknown) => cause);
    expect(error, `cut to ${length}`).toBeInstanceOf(DataDamaged);
    const lines = whole.subarray(0, length).filter((byte) => byte === 10).length;
    expect(error).toMatchObject({ file, line: Math.max(lines + 1, 2) });
    expect(filesIn(folder)).toEqual(before);
  }
});

test('a note of what was acknowledged that cannot be read is done without', async () => {
  const folder = await keptFolder();
  const file = join(folder, acknowledgedName);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (whole[at] ?? 0) ^ 1;
    for (const bytes of [damaged, whole.subarray(0, at)]) {
      writeFileSync(file, bytes);
      expect(reportIds((await opened(folder)).store.state)).toEqual(everything);
    }
  }
});

test('a journal or snapshot of which something was acknowledged is missed', async () => {
  for (const name of ['journal-1.log', 'snapshot.json']) {
    const folder = await keptFolder();
    for (const other of ['journal-1.log', 'snapshot.json']) {
      if (name === 'snapshot.json' || other === name) rmSync(join(folder, other));
    }
    const error = await opened(folder).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'DataDamaged', file: join(folder, name) });
  }
});

test.each(['journal-1.log', 'snapshot.json'])(
  'a byte of %s that changed anywhere stops the start, and nothing is touched',
  async (name) => {
    const folder = await keptFolder();
    const file = join(folder, name);
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += bytesApart) {
      const byte = whole[at] ?? 0;
      const damaged = Buffer.from(whole);
      damaged[at] = byte ^ (1 << (at % 8));
      writeFileSync(file, damaged);
      const before = filesIn(folder);
      const error = await opened(folder).catch((cause: unknown) => cause);
      expect(error, `byte ${at}`).toBeInstanceOf(DataDamaged);
      expect(error).toMatchObject({ file });
      expect(filesIn(folder)).toEqual(before);
    }
  },
);

test('a snapshot cut short anywhere stops the start', async () => {
  const folder = await keptFolder();
  const file = join(folder, 'snapshot.json');
  const whole = readFileSync(file);
  for (let length = 0; length < whole.length; length += bytesApart) {
    writeFileSync(file, whole.subarray(0, length));
    await expect(opened(folder)).rejects.toBeInstanceOf(DataDamaged);
  }
});

test('damage in a long snapshot is found near its line', async () => {
  const folder = temporaryFolder();
  const reports = Array.from({ length: 3000 }, (_, at) => report(`r${at}`));
  const { store } = await openDataFolder(folder, () => ({ ...someContents, reports }));
  await store.close();
  const file = join(folder, 'snapshot.json');
  expect((await opened(folder)).store.state.contents().reports).toEqual(reports);
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('"r2000"')) + 1;
  lines[line - 1] = lines[line - 1]?.replace('Ada', 'Eve') ?? '';
  writeFileSync(file, lines.join('\n'));
  const error = await opened(folder).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(DataDamaged);
  const near = (error as DataDamaged).line;
  expect(near).toBeLessThanOrEqual(line);
  expect(near + 256).toBeGreaterThan(line);
});

const arrangements: [string, (lines: string[]) => (string | undefined)[], number][] = [
  ['removed', ([head, a, , c]) => [head, a, c], 3],
  ['repeated', ([head, a, b, c]) => [head, a, b, b, c], 4],
  ['exchanged', ([head, a, b, c]) => [head, b, a, c], 2],
  ['missing at the top', ([, a, b, c]) => [a, b, c], 1],
  ['empty', ([head, a, b, c]) => [head, a, '', b, c], 3],
];
test.each(arrangements)('a line that is %s stops the start', async (_, arrange, line) => {
  const folder = await keptFolder();
  const lines = readFileSync(journalOf(folder), 'utf8').trimEnd().split('\n');
  writeFileSync(journalOf(folder), `${arrange(lines).join('\n')}\n`);
  await expect(opened(folder)).rejects.toMatchObject({ name: 'DataDamaged', line });
});

test.each(['journal-1.log', 'snapshot.json'])('a missing %s stops the start', async (name) => {
  const folder = await keptFolder();
  rmSync(join(folder, name));
  const before = filesIn(folder);
  const error = await opened(folder).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ name: 'DataDamaged', file: join(folder, name) });
  expect(filesIn(folder)).toEqual(before);
});

test('an emptied journal stops the start', async () => {
  const folder = await keptFolder();
  writeFileSync(journalOf(folder), '');
  await expect(opened(folder)).rejects.toBeInstanceOf(DataDamaged);
});

test('a next journal that follows changes which are not there stops the start', async () => {
  const folder = await keptFolder();
  writeFileSync(join(folder, 'journal-2.log'), encodeOpening(2, 4));
  const before = filesIn(folder);
  await expect(opened(folder)).rejects.toMatchObject({ name: 'DataDamaged', line: 1 });
  expect(filesIn(folder)).toEqual(before);
});
