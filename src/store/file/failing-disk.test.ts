import { copyFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { added, reportIds } from '../sample-data.test.support.ts';
import { StorageFailure } from '../store.ts';
import { filesIn, newDataFolder, opened, restarted } from './data-folder.test.support.ts';
import { FaultyDisk, type Step } from './faulty-disk.test.support.ts';

async function started(foldFrom?: number) {
  const disk = new FaultyDisk();
  const folder = newDataFolder();
  const messages: string[] = [];
  const notify = (sentence: string) => void messages.push(sentence);
  const { store } = await opened(folder, { disk, notify, ...(foldFrom && { foldFrom }) });
  return { disk, folder, store, messages };
}

/** What happens to the disk or the folder of a running server, and how it ends. */
type Fate = (folder: string, disk: FaultyDisk) => void;

function aside(folder: string): string {
  return `${folder}.aside`;
}

function fails(code: string, done: FaultyDisk['done'], steps: Step[]): [Fate, Fate, RegExp] {
  return [
    (_, disk) => {
      disk.done = done;
      disk.plan = (step) => (steps.includes(step) ? code : undefined);
    },
    (_, disk) => {
      disk.plan = () => undefined;
    },
    new RegExp(code),
  ];
}

function isMoved(name: string, replacement?: string): [Fate, Fate, RegExp] {
  return [
    (folder) => {
      renameSync(join(folder, name), `${aside(folder)}-moved`);
      if (replacement !== undefined) writeFileSync(join(folder, name), replacement);
    },
    (folder) => renameSync(`${aside(folder)}-moved`, join(folder, name)),
    new RegExp(`${name || 'the data folder .*data'} was removed or replaced`),
  ];
}

test.each<[what: string, ...[breaks: Fate, heals: Fate, says: RegExp]]>([
  ['a full disk', ...fails('ENOSPC', 'nothing', ['write', 'open'])],
  ['a write that fails half-way', ...fails('EIO', 'half', ['write'])],
  ['one that cannot be cut off either', ...fails('EIO', 'half', ['write', 'truncate'])],
  ['a failing sync', ...fails('EIO', 'all', ['datasync'])],
  ['a read-only disk', ...fails('EROFS', 'nothing', ['write', 'open', 'truncate', 'datasync'])],
  ['the folder moved away', ...isMoved('')],
  ['journal.jsonl moved away', ...isMoved('journal.jsonl')],
  ['journal.jsonl replaced', ...isMoved('journal.jsonl', '')],
  ['db.json moved away', ...isMoved('db.json')],
  ['db.json.owner moved away', ...isMoved('db.json.owner')],
])('%s: refused, said once, nothing lost, and it recovers', async (_, breaks, heals, says) => {
  const { disk, folder, store, messages } = await started();
  await store.commit(added('a'));
  breaks(folder, disk);
  const refused = await Promise.allSettled(['x', 'y'].map((id) => store.commit(added(id))));
  for (const one of refused) expect(one).toMatchObject({ reason: expect.any(StorageFailure) });
  await expect(store.commit(added('z'))).rejects.toBeInstanceOf(StorageFailure);
  expect(reportIds(store.state)).toEqual(['seeded', 'a']);
  expect(await store.health()).toEqual({ problem: expect.stringMatching(says) });
  expect(messages).toEqual([expect.stringMatching(says)]);

  heals(folder, disk);
  await store.commit(added('b'));
  expect(await store.health()).toBe('ok');
  expect(messages).toEqual([expect.anything(), expect.stringMatching(/stored in .* again/)]);
  await store.close();
  expect((await restarted(folder)).ids).toEqual(['seeded', 'a', 'b']);
});

test.each<[what: string, replace: Fate]>([
  ['is deleted', (folder) => rmSync(folder, { recursive: true })],
  [
    'is deleted and made anew',
    (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    },
  ],
  [
    'is replaced by a copy',
    (folder) => {
      cpSync(folder, aside(folder), { recursive: true });
      rmSync(folder, { recursive: true });
      renameSync(aside(folder), folder);
    },
  ],
  [
    'has its journal replaced by a copy',
    (folder) => {
      copyFileSync(join(folder, 'journal.jsonl'), aside(folder));
      renameSync(aside(folder), join(folder, 'journal.jsonl'));
    },
  ],
])('a folder that %s is refused for good', async (_, replace) => {
  const { disk, folder, messages, store } = await started();
  await store.commit(added('a'));
  replace(folder, disk);
  for (let time = 0; time < 3; time += 1) {
    await expect(store.commit(added(`x${time}`))).rejects.toBeInstanceOf(StorageFailure);
    expect(await store.health()).not.toBe('ok');
  }
  expect(messages).toHaveLength(1);
  await store.close();
});

test('what was refused does not come back, though the disk never recovers', async () => {
  const { disk, folder, store } = await started();
  const [breaks] = fails('ENOSPC', 'all', ['write']);
  breaks(folder, disk);
  await expect(store.commit(added('x'))).rejects.toBeInstanceOf(StorageFailure);
  await store.close();
  expect((await restarted(folder)).ids).toEqual(['seeded']);
});

test.each<[Step, string]>([
  ['open', 'db.json.next'],
  ['write', 'db.json.next'],
  ['rename', 'db.json'],
  ['sync', ''],
  ['open', 'journal.jsonl.next'],
  ['rename', 'journal.jsonl'],
])('folding that fails at the %s of %s loses nothing and recovers', async (failing, name) => {
  const { disk, folder, store } = await started(1);
  disk.plan = (step, path) => (step === failing && path.endsWith(name) ? 'EIO' : undefined);
  const kept: string[] = [];
  for (const id of ['a', 'b', 'c', 'd'])
    await store.commit(added(id)).then(
      () => kept.push(id),
      () => {},
    );
  // As it is at a kill.
  expect(Object.keys(filesIn(folder))).toEqual(
    expect.arrayContaining(['db.json', 'journal.jsonl']),
  );
  disk.plan = () => undefined;
  await store.commit(added('e'));
  await store.close();
  expect(kept).toContain('a');
  expect((await restarted(folder)).ids).toEqual(['seeded', ...kept, 'e']);
});
