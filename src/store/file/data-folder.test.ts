import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { added, report, reportIds, someContents } from '../sample-data.test.support.ts';
import { filesIn, newDataFolder, opened } from './data-folder.test.support.ts';
import { FaultyDisk } from './faulty-disk.test.support.ts';

test('what was stored is there again, and a stopped server leaves all of it in db.json', async () => {
  const folder = newDataFolder();
  const first = await opened(folder);
  expect(first.fresh).toBe(true);
  expect(first.notice).toBeUndefined();
  await first.store.commit(added('a'));
  // Fields that the store knows nothing of are stored like all others.
  const strange = { ...report('b'), campaign: 'ü' };
  await first.store.commit({ type: 'report-added', report: strange });
  const contents = first.store.state.contents();
  await first.store.close();

  const db = readFileSync(join(folder, 'db.json'), 'utf8');
  const { includes } = JSON.parse(db);
  expect(db).toBe(`${JSON.stringify({ includes, ...contents }, null, 2)}\n`);
  expect(Object.keys(filesIn(folder))).toEqual(['db.json', 'journal.jsonl']);
  const second = await opened(folder);
  expect(second).toMatchObject({ fresh: false, reports: 3, notice: undefined });
  expect(second.store.state.contents()).toEqual(contents);
  await second.store.close();
  expect(readFileSync(join(folder, 'db.json'), 'utf8')).toBe(db);
});

test('a db.json that was edited or brought is taken, with a notice', async () => {
  const folder = newDataFolder();
  await (await opened(folder)).store.close();
  const path = join(folder, 'db.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"Ada"', '"Grace"'));
  const edited = await opened(folder);
  expect(edited.notice).toContain('db.json was edited since a server wrote it');
  expect(edited.store.state.caller('r1')?.name).toBe('Grace');
  await edited.store.close();

  rmSync(join(folder, 'journal.jsonl'));
  writeFileSync(path, '{ "services": ["mine"] }');
  const brought = await opened(folder);
  expect(brought.notice).toContain('journal.jsonl is missing');
  expect(brought.store.state.contents()).toMatchObject({ services: ['mine'], reports: [] });
  await brought.store.close();
});

test.skipIf(process.platform === 'win32')(
  'the folder and all files in it are for their owner alone',
  async () => {
    const folder = newDataFolder();
    const { store } = await opened(folder);
    await store.commit(added('a'));
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect(modeOf(folder)).toBe(0o700);
    const files = readdirSync(folder);
    expect(files).toEqual(['db.json', 'db.json.owner', 'journal.jsonl']);
    for (const name of files) expect(modeOf(join(folder, name)), name).toBe(0o600);
    await store.close();
    expect(modeOf(join(folder, 'db.json'))).toBe(0o600);
  },
);

test('changes of one moment are synced together, and a change is on disk when it is acknowledged', async () => {
  const disk = new FaultyDisk();
  const folder = newDataFolder();
  const { store } = await opened(folder, { disk });
  disk.steps.length = 0;
  const ids = Array.from({ length: 500 }, (_, at) => `r${at}`);
  await Promise.all(ids.map((id) => store.commit(added(id))));
  expect(disk.steps).toEqual(['write', 'datasync']);
  const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.slice(1).map((line) => JSON.parse(line).report.id)).toEqual(ids);
  await store.close();
});

test('a journal that has grown is folded into db.json while changes go on', async () => {
  const folder = newDataFolder();
  const { store } = await opened(folder, { foldFrom: 2000 });
  const ids = Array.from({ length: 60 }, (_, at) => `r${at}`);
  const versions = new Set<string | undefined>();
  for (const id of ids) {
    const [, health] = await Promise.all([store.commit(added(id)), store.health()]);
    expect(health).toBe('ok');
    versions.add(filesIn(folder)['db.json']);
  }
  expect(versions.size).toBeGreaterThan(2);
  // When the journal is the longer of the two, and not at every change.
  expect(versions.size).toBeLessThan(20);
  await store.close();
  const again = await opened(folder);
  expect(reportIds(again.store.state)).toEqual(['seeded', ...ids]);
  await again.store.close();
});

test('a closed folder takes no change', async () => {
  const { store } = await opened(newDataFolder());
  await store.commit(added('a'));
  await store.close();
  await expect(store.commit(added('late'))).rejects.toThrow('could not be written');
  expect(reportIds(store.state)).toEqual([...someContents.reports.map(({ id }) => id), 'a']);
});

test('a folder that a former version left is read: it numbered its files', async () => {
  const folder = newDataFolder();
  await (await opened(folder)).store.close();
  const db = `${JSON.stringify({ generation: 3, includes: '', ...someContents }, null, 2)}\n`;
  writeFileSync(join(folder, 'db.json'), db);
  const sum = (json: string, before = 0) => crc32(json, before).toString(16).padStart(8, '0');
  const head = JSON.stringify({ generation: 3, checksum: sum(db) });
  const change = ` ${JSON.stringify(added('a'))}`;
  const lines = [
    `${head.slice(0, -1)},"sum":"${sum(head)}"}`,
    `${change.slice(0, -1)},"sum":"${sum(change, crc32(head))}"}`,
  ];
  writeFileSync(join(folder, 'journal.jsonl'), `${lines.join('\n')}\n`);
  const { store, notice } = await opened(folder);
  expect(notice).toBeUndefined();
  expect(reportIds(store.state)).toEqual(['seeded', 'a']);
  await store.close();
});
