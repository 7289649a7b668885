import { copyFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { added, reportIds } from '../sample-data.test.support.ts';
import { StorageFailure } from '../store.ts';
import { filesIn, newDataFolder, opened } from './data-folder.test.support.ts';

async function started() {
  const folder = newDataFolder();
  const messages: string[] = [];
  const { store } = await opened(folder, { notify: (sentence) => void messages.push(sentence) });
  await store.commit(added('a'));
  return { folder, messages, store };
}

type Doing = (folder: string) => void;

function aside(folder: string) {
  return `${folder}.aside`;
}

function moveAway(name: string) {
  return (folder: string) => renameSync(join(folder, name), `${aside(folder)}-${name}`);
}

function moveBack(name: string) {
  return (folder: string) => renameSync(`${aside(folder)}-${name}`, join(folder, name));
}

const remove: Doing = (folder) => rmSync(folder, { recursive: true });

const losses: [what: string, lose: Doing, giveBack: Doing, says: RegExp][] = [
  [
    'the folder moved away',
    (folder) => renameSync(folder, aside(folder)),
    (folder) => renameSync(aside(folder), folder),
    /the data folder .*data was removed/,
  ],
  ...['journal.jsonl', 'db.json', 'db.json.owner'].map((name): (typeof losses)[number] => [
    `${name} moved away`,
    moveAway(name),
    moveBack(name),
    new RegExp(`${name} was removed`),
  ]),
  [
    'the journal replaced',
    (folder) => {
      moveAway('journal.jsonl')(folder);
      writeFileSync(join(folder, 'journal.jsonl'), '');
    },
    moveBack('journal.jsonl'),
    /journal\.jsonl was removed or replaced/,
  ],
];
test.each(losses)(
  '%s: refused and said once, until it is back',
  async (_, lose, giveBack, says) => {
    const { folder, messages, store } = await started();
    lose(folder);
    for (const id of ['x', 'y', 'z']) {
      await expect(store.commit(added(id))).rejects.toBeInstanceOf(StorageFailure);
    }
    expect(await store.health()).toEqual({ problem: expect.stringMatching(says) });
    expect(messages).toEqual([expect.stringMatching(says)]);
    expect(reportIds(store.state)).toEqual(['seeded', 'a']);

    giveBack(folder);
    expect(await store.health()).toBe('ok');
    expect(messages).toEqual([expect.anything(), expect.stringMatching(/stored in .* again/)]);
    expect(filesIn(folder)['journal.jsonl']).not.toMatch(/"id":"[xyz]"/);
    await store.commit(added('b'));
    await store.close();
    const again = await opened(folder);
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
      copyFileSync(join(folder, 'journal.jsonl'), aside(folder));
      renameSync(aside(folder), join(folder, 'journal.jsonl'));
    },
  ],
];
test.each(otherFiles)('a folder that %s is refused for good', async (_, replace) => {
  const { folder, messages, store } = await started();
  replace(folder);
  for (let time = 0; time < 3; time += 1) {
    await expect(store.commit(added(`x${time}`))).rejects.toBeInstanceOf(StorageFailure);
    expect(await store.health()).not.toBe('ok');
  }
  expect(messages).toHaveLength(1);
  await store.close();
});
