import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../spec/test-settings.test.support.ts';
import { added, reportIds, someContents } from '../sample-data.test.support.ts';
import { acknowledgedName } from './acknowledged.ts';
import { openDataFolder } from './data-folder.ts';
import { type Fault, FaultyDisk, type Plan } from './faulty-disk.test.support.ts';
import { temporaryFolder } from './temporary-folder.test.support.ts';

interface Run {
  readonly folder: string;
  readonly disk: FaultyDisk;
  readonly acknowledged: string[];
  readonly refused: string[];
  readonly seen: string[] | undefined;
}

/** Changes that come so that nearly every one of them starts a compaction. */
async function run(plan?: Plan): Promise<Run> {
  const folder = temporaryFolder();
  const disk = new FaultyDisk(plan);
  const [acknowledged, refused]: [string[], string[]] = [[], []];
  const options = { fileSystem: disk, compactFrom: 1 };
  const data = await openDataFolder(folder, () => someContents, options).catch(() => undefined);
  if (!data) return { folder, disk, acknowledged, refused, seen: undefined };
  const { store } = data;
  for (let round = 0; round < 8; round += 1) {
    const commits = [`${round}a`, `${round}b`].map((id) =>
      store.commit(added(id)).then(
        () => acknowledged.push(id),
        () => refused.push(id),
      ),
    );
    await Promise.all(commits);
  }
  await store.close();
  return { folder, disk, acknowledged, refused, seen: reportIds(store.state) };
}

async function found(folder: string): Promise<string[]> {
  // The process that held the lock is taken to be dead.
  rmSync(join(folder, 'lock'), { force: true });
  const { store } = await openDataFolder(folder, () => someContents);
  await store.close();
  return reportIds(store.state);
}

test('compaction under load keeps everything and leaves two files', async () => {
  const { folder, disk, acknowledged, refused } = await run();
  expect(refused).toEqual([]);
  expect(disk.steps).toContain('rename');
  expect(await found(folder)).toEqual(['seeded', ...acknowledged]);
  const beside = ['snapshot.json.unfinished', acknowledgedName];
  const { length } = readdirSync(folder).filter((name) => !beside.includes(name));
  expect(length).toBeLessThanOrEqual(3);
});

test('compaction does not wait for a moment without changes, and loses none of them', async () => {
  const folder = temporaryFolder();
  const disk = new FaultyDisk();
  const options = { fileSystem: disk, compactFrom: 1 };
  const { store } = await openDataFolder(folder, () => someContents, options);
  const begun = disk.steps.length;
  const isOver = () => disk.steps.includes('rename', begun);
  const ids: string[] = [];
  const answers: Promise<void>[] = [];
  while (!isOver() && ids.length < 20_000) {
    // Every write takes many turns, so that there is always something unsaved.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    ids.push(`r${ids.length}`);
    answers.push(store.commit(added(`r${ids.length - 1}`)));
  }
  expect(isOver()).toBe(true);
  await Promise.all(answers);
  await store.close();
  expect(await found(folder)).toEqual(['seeded', ...ids]);
});

const crashes: [string, Fault][] = [
  ['before', { code: 'EIO', done: 'nothing' }],
  ['in the middle of', { code: 'EIO', done: 'half' }],
  ['right after', { code: 'EIO', done: 'all' }],
];
test.each(crashes)('a crash %s any step loses nothing that was acknowledged', async (_, fault) => {
  for (let at = 1; ; at += 1) {
    const dead: Fault = { code: 'EIO' };
    const plan: Plan = (step) => (step < at ? undefined : step === at ? fault : dead);
    const { folder, disk, acknowledged, refused } = await run(plan);
    if (disk.steps.length < at) break;
    disk.losePower();
    const ids = await found(folder);
    const known = ['seeded', ...acknowledged];
    expect(ids.slice(0, known.length), `step ${at}`).toEqual(known);
    // Those under way at the moment of the crash were answered by nobody.
    expect(refused.slice(0, 2)).toEqual(expect.arrayContaining(ids.slice(known.length)));
  }
});

test.each(crashes)('a single failure %s any step is got over', async (_, fault) => {
  for (let at = 1; ; at += 1) {
    const { folder, disk, acknowledged, seen } = await run((step) =>
      step === at ? fault : undefined,
    );
    if (disk.steps.length < at) break;
    const known = ['seeded', ...acknowledged];
    if (seen) expect(seen, `step ${at}`).toEqual(known);
    expect(await found(folder), `step ${at}`).toEqual(known);
  }
});

test('failures in any number lose nothing and mix nothing up', async () => {
  const fault = fc.constantFrom<Fault | undefined>(
    undefined,
    undefined,
    ...crashes.map(([, f]) => f),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { minLength: 40, maxLength: 120 }), async (plan) => {
      // The start is spared, or little else would be seen.
      const { folder, acknowledged, refused, seen } = await run((step) => plan[step - 16]);
      const known = ['seeded', ...acknowledged];
      if (seen) expect(seen).toEqual(known);
      const ids = await found(folder);
      expect(ids.slice(0, known.length)).toEqual(known);
      expect(refused).toEqual(expect.arrayContaining(ids.slice(known.length)));
    }),
    { seed: 1, numRuns: examples(150) },
  );
});

test('a compaction that fails refuses nobody, and is made up for later', async () => {
  const folder = temporaryFolder();
  const disk = new FaultyDisk();
  const options = { fileSystem: disk, compactFrom: 1 };
  const { store } = await openDataFolder(folder, () => someContents, options);
  disk.plan = (_, name) => (name === 'rename' ? { code: 'ENOSPC' } : undefined);
  for (let at = 0; at < 20; at += 1) await store.commit(added(`a${at}`));
  expect(readdirSync(folder)).toContain('journal-1.log');
  disk.plan = () => undefined;
  for (let at = 0; at < 200 && readdirSync(folder).includes('journal-1.log'); at += 1) {
    await store.commit(added(`b${at}`));
  }
  expect(readdirSync(folder)).not.toContain('journal-1.log');
  const before = reportIds(store.state);
  await store.close();
  expect(await found(folder)).toEqual(before);
});
