import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyContents } from '../contents.ts';
import { added, report, reportIds, someContents } from '../sample-data.test.support.ts';
import { acknowledgedName } from './acknowledged.ts';
import { encodeOpening } from './change-journal-content.ts';
import { DataDamaged, DataFolderUnusable, openDataFolder } from './data-folder.ts';
import { FaultyDisk } from './faulty-disk.test.support.ts';
import { filesIn, hastyFileSystem, temporaryFolder } from './temporary-folder.test.support.ts';

const journalOf = (folder: string) => join(folder, 'journal-1.log');

/** A folder with a snapshot, and a journal of three changes. */
async function keptFolder(): Promise<string> {
  const folder = temporaryFolder();
  const { store } = await openDataFolder(folder, () => someContents);
  for (const id of ['a', 'b', 'c']) await store.commit(added(id));
  await store.close();
  return folder;
}

const everything = ['seeded', 'a', 'b', 'c'];

async function opened(folder: string) {
  const data = await openDataFolder(folder, () => emptyContents, {
    fileSystem: hastyFileSystem,
  });
  await data.store.close();
  return data;
}

test('a fresh folder gets the initial contents', async () => {
  const folder = join(temporaryFolder(), 'deeper', 'data');
  const data = await openDataFolder(folder, () => someContents);
  await data.store.close();
  expect(data).toMatchObject({ path: folder, fresh: true, reports: 1, notice: undefined });
  expect(data.store.state.contents()).toEqual(someContents);
});

test('a restart finds everything, and not the initial contents', async () => {
  const data = await opened(await keptFolder());
  expect(data).toMatchObject({ fresh: false, reports: 4, notice: undefined });
  expect(reportIds(data.store.state)).toEqual(everything);
});

test('every kind of change survives a restart', async () => {
  const folder = temporaryFolder();
  const { store } = await openDataFolder(folder, () => someContents);
  await store.commit({ type: 'replaced', contents: { ...someContents, services: ['other'] } });
  await store.commit({
    type: 'report-removed',
    service: 'tunnelco',
    id: 'SEEDED',
    remember: true,
  });
  await store.commit({ type: 'service-added', service: 'tunnelco' });
  await store.commit({
    type: 'allowance-set',
    caller: '__proto__',
    allowance: { left: 1, period: '' },
  });
  await store.commit({
    type: 'caller-set',
    caller: { id: 'x', name: 'X\n\u2028\ud800', token: 't2', roles: [] },
  });
  await store.commit({ type: 'caller-removed', id: 'r1' });
  const before = store.state.contents();
  await store.close();
  expect((await opened(folder)).store.state.contents()).toEqual(before);
});

test('the snapshot is one JSON document', async () => {
  const folder = await keptFolder();
  expect(JSON.parse(readFileSync(join(folder, 'snapshot.json'), 'utf8'))).toMatchObject({
    format: 'abuse-feed snapshot 1',
    generation: 1,
    seq: 0,
    reports: [report('seeded')],
  });
});

/** Every fifth byte: `npm run endure -- damage` takes them all. */
const some = 5;

test('a last record torn at any byte is dropped, told of and kept beside the journal', async () => {
  const folder = await keptFolder();
  // Nobody was told of the record, so nothing was noted of it.
  rmSync(join(folder, acknowledgedName));
  const whole = readFileSync(journalOf(folder));
  const lastStart = whole.lastIndexOf(10, whole.length - 2) + 1;
  for (let cut = lastStart + 1; cut < whole.length; cut += some) {
    for (const nuls of [0, 5]) {
      // A whole body with a NUL for its line end may be a damaged record that was acknowledged.
      if (nuls > 0 && cut === whole.length - 1) continue;
      const tail = Buffer.concat([whole.subarray(lastStart, cut), Buffer.alloc(nuls)]);
      writeFileSync(journalOf(folder), Buffer.concat([whole.subarray(0, lastStart), tail]));
      const data = await opened(folder);
      expect(reportIds(data.store.state)).toEqual(['seeded', 'a', 'b']);
      expect(data.notice).toContain('journal-1.torn');
      expect(readFileSync(journalOf(folder))).toEqual(whole.subarray(0, lastStart));
      expect(readFileSync(join(folder, 'journal-1.torn'))).toEqual(tail);
      rmSync(join(folder, 'journal-1.torn'));
    }
  }
});

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

test('an earlier torn record is not overwritten by a later one, and changes go on', async () => {
  const folder = await keptFolder();
  for (const name of ['journal-1.torn', 'journal-1.torn-2']) {
    appendFileSync(journalOf(folder), '0000');
    const { store, notice } = await openDataFolder(folder, () => emptyContents);
    expect(notice).toContain(`${name}`);
    await store.commit(added(name));
    await store.close();
  }
  expect(reportIds((await opened(folder)).store.state)).toHaveLength(everything.length + 2);
});

test.each(['journal-1.log', 'snapshot.json'])(
  'a byte of %s that changed anywhere stops the start, and nothing is touched',
  async (name) => {
    const folder = await keptFolder();
    const file = join(folder, name);
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += some) {
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
  for (let length = 0; length < whole.length; length += some) {
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

test.each([
  ['of which nothing was written', '', ''],
  ['that was given up before later changes', encodeOpening(2, 1), ''],
  ['that was given up before a change that a crash cut short', encodeOpening(2, 3), '0000'],
])('a next journal %s is no obstacle', async (_, next, torn) => {
  const folder = await keptFolder();
  writeFileSync(join(folder, 'journal-2.log'), next);
  appendFileSync(journalOf(folder), torn);
  expect(reportIds((await opened(folder)).store.state)).toEqual(everything);
  expect(reportIds((await opened(folder)).store.state)).toEqual(everything);
});

test('a next journal that follows changes which are not there stops the start', async () => {
  const folder = await keptFolder();
  writeFileSync(join(folder, 'journal-2.log'), encodeOpening(2, 4));
  const before = filesIn(folder);
  await expect(opened(folder)).rejects.toMatchObject({ name: 'DataDamaged', line: 1 });
  expect(filesIn(folder)).toEqual(before);
});

test('a path that is a file cannot be used', async () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, '');
  const error = await opened(path).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(DataFolderUnusable);
  expect((error as Error).message).toBe(
    `the data folder ${path} cannot be used: it is not a folder`,
  );
  await expect(opened(join(path, 'below'))).rejects.toBeInstanceOf(DataFolderUnusable);
});

test('a folder that cannot be written says why', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const fileSystem = new FaultyDisk((_, name) => (name === 'open' ? { code: 'EROFS' } : undefined));
  await expect(openDataFolder(folder, () => emptyContents, { fileSystem })).rejects.toThrow(
    `the data folder ${folder} cannot be used: the disk is read-only`,
  );
});
