import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { added, report, someContents } from '../sample-data.test.support.ts';
import { filesIn, folderOf, newDataFolder, opened, restarted } from './data-folder.test.support.ts';
import { openDataFolder } from './data-folder.ts';
import { FaultyDisk } from './faulty-disk.test.support.ts';

test('what was stored is there again, and a stopped server leaves all of it in db.json', async () => {
  const folder = newDataFolder();
  const first = await opened(folder);
  expect(first).toMatchObject({ fresh: true, notice: undefined });
  await first.store.commit(added('a'));
  // Fields that the store knows nothing of are stored like all others.
  const strange = { ...report('b'), campaign: 'ü' };
  await first.store.commit({ type: 'report-added', report: strange });
  const contents = first.store.state.contents();
  await first.store.close();
  await expect(first.store.commit(added('late'))).rejects.toThrow('could not be written');

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
  await restarted(folder);
  const { 'db.json': db = '' } = filesIn(folder);
  folderOf({ 'db.json': db.replace('"Ada"', '"Grace"') }, folder);
  const edited = await opened(folder);
  expect(edited.notice).toContain('db.json was edited since a server wrote it');
  expect(edited.store.state.caller('r1')?.name).toBe('Grace');
  await edited.store.close();
  const brought = { 'db.json': '{ "services": ["mine"] }' };
  for (const [place, says] of [
    [folder, 'db.json was edited'],
    [newDataFolder(), 'journal.jsonl is missing'],
  ] as const) {
    const { store, notice } = await opened(folderOf(brought, place));
    expect(notice).toContain(says);
    expect(store.state.contents()).toMatchObject({ services: ['mine'], reports: [] });
    await store.close();
  }
});

function asLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Files of a version that numbered them. */
function numbered(number: number, change?: object) {
  const sum = (json: string, before = 0) => crc32(json, before).toString(16).padStart(8, '0');
  const db = `${JSON.stringify({ generation: number, includes: '', ...someContents }, null, 2)}\n`;
  const head = JSON.stringify({ generation: number, checksum: sum(db) });
  const line = change && ` ${JSON.stringify(change)}`;
  const lines = [
    `${head.slice(0, -1)},"sum":"${sum(head)}"}\n`,
    line ? `${line.slice(0, -1)},"sum":"${sum(line, crc32(head))}"}\n` : '',
  ];
  // As filesIn() gives them.
  return { 'db.json': asLatin1(db), 'journal.jsonl': asLatin1(lines.join('')) };
}

test('a folder that a former version left is read', async () => {
  const folder = folderOf(numbered(3, added('a')));
  expect(await restarted(folder)).toEqual({ ids: ['seeded', 'a'], notice: undefined });
});

test.each([
  ['this version', undefined],
  ['a former version', { 'journal.jsonl': numbered(2)['journal.jsonl'] }],
])('halves of two copies are refused, and left as they are: by %s', async (_by, journal) => {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  await store.commit(added('acknowledged'));
  const { 'db.json': db = '' } = journal ? numbered(1) : filesIn(folder);
  await store.close();
  const halves = { ...filesIn(folder), 'db.json': db, ...journal };
  const copy = folderOf(halves);
  await expect(opened(copy)).rejects.toThrow(
    /db\.json, line 1: .*journal\.jsonl continues another version .*copied at different times\. Nothing was changed\. Copy both while no server runs, .* or remove .*journal\.jsonl to use .*db\.json as it is/,
  );
  expect(filesIn(copy)).toEqual(halves);
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
  expect((await restarted(folder)).ids).toEqual(['seeded', ...ids]);
});

const secret = '7Hq2-kLm9-xyz0-88ab';
const unstoredTokens = new Set([secret]);
const robot = { id: 'robot', name: 'Robot', token: secret, roles: [] };

/** What a server begins with whose configuration has a token from a variable. */
function withRobot(token = secret) {
  return { ...someContents, callers: [...someContents.callers, { ...robot, token }] };
}

/** What the files of a folder say, also of a server that was killed. */
function saidIn(folder: string): string {
  return Object.values(filesIn(folder)).join('\n');
}

test('a token from a variable is in no file, and known again when it is given again', async () => {
  const folder = newDataFolder();
  const first = await openDataFolder(folder, withRobot, { unstoredTokens, foldFrom: 0 });
  expect(saidIn(folder)).toContain('"robot"');
  await first.store.commit({ type: 'caller-set', caller: { ...robot, name: 'Robot 2' } });
  await first.store.commit({ type: 'replaced', contents: withRobot() });
  await first.store.commit({ type: 'caller-set', caller: { ...robot, name: 'Robot 3' } });
  expect(saidIn(folder)).not.toContain(secret);
  await first.store.close();
  expect(saidIn(folder)).not.toContain(secret);

  for (const token of [secret, 'another-token-1', undefined]) {
    const { store, notice } = await openDataFolder(
      folder,
      () => (token ? withRobot(token) : someContents),
      { unstoredTokens: new Set(token ? [token] : []) },
    );
    if (token === undefined) expect(notice).toContain('the token of robot came from variables');
    else expect(notice).toBeUndefined();
    for (const sent of [secret, 'another-token-1', ''])
      expect(store.state.callerByToken(sent)?.name).toBe(sent === token ? 'Robot 3' : undefined);
    await store.close();
  }
});

test('a token from a variable that an earlier version stored is taken out, also of a caller that is gone', async () => {
  const folder = newDataFolder();
  const { store } = await openDataFolder(folder, withRobot);
  await store.commit({ type: 'caller-removed', id: robot.id });
  const killed = folderOf(filesIn(folder));
  await store.commit({ type: 'caller-set', caller: robot });
  const alive = folderOf(filesIn(folder));
  await store.close();
  for (const [left, isKnown] of [
    [folder, true],
    [alive, true],
    [killed, false],
  ] as const) {
    expect(saidIn(left)).toContain(secret);
    const again = await openDataFolder(left, withRobot, { unstoredTokens });
    expect(saidIn(left)).not.toContain(secret);
    expect(again.store.state.callerByToken(secret) !== undefined).toBe(isKnown);
    await again.store.close();
  }
});
