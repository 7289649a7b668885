import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { added, reportIds, someContents } from '../../sample-data.test.support.ts';
import { StorageFailure } from '../../store.ts';
import { acknowledgedName } from '../acknowledged.ts';
import { DataFolderInUse, openDataFolder } from '../data-folder.ts';
import { temporaryFolder } from '../temporary-folder.test.support.ts';
import type { Claimant } from './folder-lock.ts';
import { currentProcess, type Fate, fateOf, type Holder } from './lock-holder.ts';
import type { Pulse } from './sign-of-life.ts';

/** Time that passes only while somebody waits, and what happens as it does. */
function someTime() {
  const beats = new Set<() => Promise<void>>();
  const time = {
    now: Date.now(),
    waits: 0,
    stopped: new Set<() => Promise<void>>(),
    pulse: (): Pulse => ({
      everyMs: 1000,
      deadAfterMs: 10_000,
      now: () => time.now,
      pause: async (ms) => {
        time.now += ms;
        time.waits += 1;
        for (const action of beats) if (!time.stopped.has(action)) await action();
      },
      repeat: (_, action) => {
        beats.add(action);
        return () => beats.delete(action);
      },
    }),
    /** As if every holder so far had been stopped. */
    stopBeats: () => {
      for (const action of beats) time.stopped.add(action);
    },
  };
  return time;
}

/** A process of another container of this machine, or of another machine. */
const elsewhere = (host: string, sharesClock = false): Claimant => ({
  self: () => ({ pid: 7, host }),
  fateOf: (holder): Fate => (holder.host === host ? 'running' : 'unseen'),
  sharesClock: () => sharesClock,
});

const openAs = (folder: string, claimant: Claimant, pulse: Pulse, told: string[] = []) =>
  openDataFolder(folder, () => someContents, {
    lock: { claimant, pulse },
    tell: (sentence) => told.push(sentence),
  });

test('the folder of a holder in another container is refused while its lock moves', async () => {
  const folder = temporaryFolder();
  const time = someTime();
  const first = await openAs(folder, elsewhere('one'), time.pulse());
  const told: string[] = [];
  const second = await openAs(folder, elsewhere('two'), time.pulse(), told).catch((e) => e);
  expect(second).toBeInstanceOf(DataFolderInUse);
  expect(second.message).toBe(
    `the data folder ${folder} is in use by process 7 on one (in another container or on ` +
      'another machine): stop it, or choose another folder',
  );
  expect(told).toEqual([expect.stringContaining('looking for a sign of life, for up to 10 s')]);
  expect(time.waits).toBeLessThan(3);
  await first.store.commit(added('a'));
  await first.store.close();
});

test('one whose lock has not moved for a while is succeeded, and stops writing at once', async () => {
  const folder = temporaryFolder();
  const time = someTime();
  const told: string[] = [];
  const first = await openAs(folder, elsewhere('one'), time.pulse(), told);
  await first.store.commit(added('a'));
  time.stopBeats();
  const second = await openAs(folder, elsewhere('two'), time.pulse());
  expect(time.waits).toBe(10);
  await second.store.commit(added('b'));

  // The second is still writing its note of what it acknowledged.
  const names = () => readdirSync(folder).filter((name) => name !== acknowledgedName);
  const files = () => names().map((name) => [name, readFileSync(join(folder, name))]);
  const before = files();
  for (const id of ['x', 'y']) {
    await expect(first.store.commit(added(id))).rejects.toBeInstanceOf(StorageFailure);
  }
  const problem =
    `the data folder ${folder} was taken over by process 7 on two (in another container or on ` +
    'another machine); this server stores nothing any more: stop one of the two';
  expect(await first.store.health()).toEqual({ problem });
  expect(told).toEqual([problem]);
  await first.store.close();
  expect(files()).toEqual(before);

  await second.store.commit(added('c'));
  await second.store.close();
  const third = await openAs(folder, elsewhere('three'), time.pulse());
  expect(reportIds(third.store.state)).toEqual(['seeded', 'a', 'b', 'c']);
  await third.store.close();
});

test('a time is believed only where both read the same clock', async () => {
  for (const [sharesClock, waits] of [
    [true, 0],
    [false, 10],
  ] as const) {
    const folder = temporaryFolder();
    const time = someTime();
    const lock = join(folder, 'lock');
    writeFileSync(lock, JSON.stringify({ id: 'x', pid: 7, host: 'one' }));
    utimesSync(lock, 1, 1);
    const data = await openAs(folder, elsewhere('two', sharesClock), time.pulse());
    expect(time.waits).toBe(waits);
    await data.store.close();
  }
});

test('a lock that is let go of while it is watched is taken', async () => {
  const folder = temporaryFolder();
  const time = someTime();
  const first = await openAs(folder, elsewhere('one'), time.pulse());
  time.stopBeats();
  const pulse = time.pulse();
  const pause = async (ms: number) => {
    if (time.waits === 3) await first.store.close();
    await pulse.pause(ms);
  };
  const second = await openAs(folder, elsewhere('two'), { ...pulse, pause });
  expect(time.waits).toBe(4);
  await second.store.close();
});

const near: Holder = { id: 'x', ...currentProcess() };
const { host: _, ...beforePlaces } = near;
test.each<[string, Holder, boolean]>([
  ['here', near, true],
  ['of before places were written', beforePlaces, true],
  ['in another pid namespace', { ...near, pidNamespace: 'pid:[1]' }, false],
  ['on another host', { ...near, host: 'elsewhere' }, false],
  ['on another machine of the same name', { ...near, boot: 'another' }, false],
])('whether a process %s can be seen', (_what, holder, seen) => {
  expect(fateOf(holder) !== 'unseen').toBe(seen);
});
