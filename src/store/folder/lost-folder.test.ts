import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { added, reportIds, someContents } from '../sample-data.test.support.ts';
import { StorageFailure } from '../store.ts';
import { openDataFolder } from './data-folder.ts';
import { temporaryFolder } from './temporary-folder.test.support.ts';

async function started() {
  const folder = join(temporaryFolder(), 'data');
  const told: string[] = [];
  const tell = (sentence: string) => void told.push(sentence);
  const { store } = await openDataFolder(folder, () => someContents, { tell });
  await store.commit(added('a'));
  return { folder, told, store };
}

const journal = 'journal-1.log';
/** Out of the way first: a file may be written there at that very moment. */
const remove: Doing = (folder) => {
  const doomed = `${folder}.doomed`;
  renameSync(folder, doomed);
  rmSync(doomed, { recursive: true });
};
const aside = (folder: string) => `${folder}.aside`;
const moveAway = (name: string) => (folder: string) =>
  renameSync(join(folder, name), `${aside(folder)}-${name}`);
const moveBack = (name: string) => (folder: string) =>
  renameSync(`${aside(folder)}-${name}`, join(folder, name));

type Doing = (folder: string) => void;

const losses: [what: string, lose: Doing, giveBack: Doing, says: RegExp][] = [
  [
    'the folder moved away',
    (f) => renameSync(f, aside(f)),
    (f) => renameSync(aside(f), f),
    /is gone/,
  ],
  ...[journal, 'snapshot.json', 'lock'].map((name): (typeof losses)[number] => [
    `${name} moved away`,
    moveAway(name),
    moveBack(name),
    new RegExp(`${name}.* was removed`),
  ]),
  [
    'the journal replaced',
    (folder) => {
      moveAway(journal)(folder);
      writeFileSync(join(folder, journal), '');
    },
    moveBack(journal),
    /journal-1\.log was removed or replaced/,
  ],
];
test.each(losses)(
  '%s: refused and said once, until it is back',
  async (_, lose, giveBack, says) => {
    const { folder, told, store } = await started();
    lose(folder);
    for (const id of ['x', 'y', 'z']) {
      await expect(store.commit(added(id))).rejects.toBeInstanceOf(StorageFailure);
    }
    expect(await store.health()).toEqual({ problem: expect.stringMatching(says) });
    expect(told).toEqual([expect.stringMatching(says)]);
    expect(reportIds(store.state)).toEqual(['seeded', 'a']);

    giveBack(folder);
    expect(await store.health()).toBe('ok');
    expect(told).toEqual([expect.anything(), expect.stringContaining('changes are saved again')]);
    expect(readFileSync(join(folder, journal), 'utf8')).not.toMatch(/"id":"[xyz]"/);
    await store.commit(added('b'));
    await store.close();
    const again = await openDataFolder(folder, () => someContents);
    expect(reportIds(again.store.state)).toEqual(['seeded', 'a', 'b']);
    await again.store.close();
  },
);

const otherFiles: [what: string, replace: Doing][] = [
  ['is deleted', remove],
  [
    'is deleted and made anew',
    (folder) => {
      remove(folder);
      mkdirSync(folder);
    },
  ],
  [
    'is replaced by a copy',
    (folder) => {
      cpSync(folder, aside(folder), { recursive: true });
      remove(folder);
      renameSync(aside(folder), folder);
    },
  ],
  [
    'has its journal replaced by a copy',
    (folder) => {
      const path = join(folder, journal);
      copyFileSync(path, aside(folder));
      renameSync(aside(folder), path);
    },
  ],
];
test.each(otherFiles)('a folder that %s is refused for good', async (_, replace) => {
  const { folder, told, store } = await started();
  replace(folder);
  for (let time = 0; time < 3; time += 1) {
    await expect(store.commit(added(`x${time}`))).rejects.toBeInstanceOf(StorageFailure);
    expect(await store.health()).not.toBe('ok');
  }
  expect(told).toHaveLength(1);
  await store.close();
});

test('what is idle is seen to be unwell without a change', async () => {
  const { folder, store, told } = await started();
  remove(folder);
  expect(await store.health()).toEqual({
    problem: `the data folder ${folder} is gone; nothing is stored until it is back as it was`,
  });
  expect(told).toHaveLength(1);
  await store.close();
});

test('compactions of our own are no loss', async () => {
  const folder = join(temporaryFolder(), 'data');
  const told: string[] = [];
  const options = { compactFrom: 1, tell: (sentence: string) => void told.push(sentence) };
  const { store } = await openDataFolder(folder, () => someContents, options);
  for (let at = 0; at < 60; at += 1) {
    await Promise.all([store.commit(added(`a${at}`)), store.health()]);
  }
  expect(told).toEqual([]);
  await store.close();
});
