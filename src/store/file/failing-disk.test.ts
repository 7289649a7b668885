import { expect, test } from 'vitest';
import { added, reportIds } from '../sample-data.test.support.ts';
import { StorageFailure } from '../store.ts';
import { filesIn, newDataFolder, opened } from './data-folder.test.support.ts';
import { FaultyDisk, type Step } from './faulty-disk.test.support.ts';

async function started(foldFrom?: number) {
  const disk = new FaultyDisk();
  const folder = newDataFolder();
  const messages: string[] = [];
  const notify = (sentence: string) => void messages.push(sentence);
  const { store } = await opened(folder, { disk, notify, ...(foldFrom && { foldFrom }) });
  return { disk, folder, store, messages };
}

async function restarted(folder: string) {
  const { store } = await opened(folder);
  await store.close();
  return reportIds(store.state);
}

const faults: [what: string, code: string, done: FaultyDisk['done'], steps: Step[]][] = [
  ['a full disk', 'ENOSPC', 'nothing', ['write', 'open']],
  ['a write that fails half-way', 'EIO', 'half', ['write']],
  ['a write that fails half-way and cannot be cut off', 'EIO', 'half', ['write', 'truncate']],
  ['a failing sync', 'EIO', 'all', ['datasync']],
  ['a folder that turns read-only', 'EROFS', 'nothing', ['write', 'open', 'truncate', 'datasync']],
];
test.each(faults)(
  '%s: refused with one notice, nothing lost, and it recovers',
  async (_, code, done, steps) => {
    const { disk, folder, store, messages } = await started();
    await store.commit(added('a'));
    disk.done = done;
    disk.plan = (step) => (steps.includes(step) ? code : undefined);
    for (const outcome of await Promise.allSettled(
      ['x', 'y', 'z'].map((id) => store.commit(added(id))),
    )) {
      expect(outcome).toMatchObject({ reason: expect.any(StorageFailure) });
    }
    await expect(store.commit(added('v'))).rejects.toMatchObject({ cause: { code } });
    expect(reportIds(store.state)).toEqual(['seeded', 'a']);
    expect(await store.health()).toEqual({ problem: expect.stringContaining(code) });
    disk.plan = () => undefined;
    await store.commit(added('b'));
    expect(await store.health()).toBe('ok');
    expect(messages).toEqual([expect.stringContaining(code), expect.stringContaining('again')]);
    await store.close();
    expect(await restarted(folder)).toEqual(['seeded', 'a', 'b']);
  },
);

test('what was refused does not come back, though the disk never recovers', async () => {
  const { disk, folder, store } = await started();
  disk.done = 'all';
  disk.plan = (step) => (step === 'write' ? 'ENOSPC' : undefined);
  await expect(store.commit(added('x'))).rejects.toBeInstanceOf(StorageFailure);
  await store.close();
  expect(filesIn(folder)['journal.jsonl']).not.toContain('"id":"x"');
  expect(await restarted(folder)).toEqual(['seeded']);
});

test.each<[Step, string]>([
  ['open', 'db.json.next'],
  ['write', 'db.json.next'],
  ['rename', 'db.json'],
  ['sync', ''],
  ['open', 'journal.jsonl.next'],
  ['rename', 'journal.jsonl'],
])('a compaction that fails at the %s of %s loses nothing and recovers', async (failing, name) => {
  const { disk, folder, store } = await started(1);
  disk.plan = (step, path) => (step === failing && path.endsWith(name) ? 'EIO' : undefined);
  const kept: string[] = [];
  for (const id of ['a', 'b', 'c', 'd']) {
    await store.commit(added(id)).then(
      () => kept.push(id),
      () => {},
    );
  }
  // As it is at a kill.
  const files = filesIn(folder);
  disk.plan = () => undefined;
  await store.commit(added('e'));
  await store.close();
  expect(kept).toContain('a');
  expect(await restarted(folder)).toEqual(['seeded', ...kept, 'e']);
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['db.json', 'journal.jsonl']));
});
