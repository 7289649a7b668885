import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../../spec/test-settings.test.support.ts';
import { emptyContents } from '../../contents.ts';
import { DataFolderInUse, openDataFolder } from '../data-folder.ts';
import { type FileSystem, nodeFileSystem } from '../file-system.ts';
import { temporaryFolder } from '../temporary-folder.test.support.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { currentProcess, isHolding } from './lock-holder.ts';
import { realPulse } from './sign-of-life.ts';

/** More than any system hands out. */
const deadPid = 2 ** 30;

test('the second on one folder is refused, until the first lets go', async () => {
  const folder = temporaryFolder();
  const first = await openDataFolder(folder, () => emptyContents);
  const second = await openDataFolder(folder, () => emptyContents).catch((error: unknown) => error);
  expect(second).toBeInstanceOf(DataFolderInUse);
  expect(second).toMatchObject({ folder, pid: process.pid });
  await first.store.close();
  const third = await openDataFolder(folder, () => emptyContents);
  await third.store.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test('another process that is alive keeps its lock', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), JSON.stringify({ id: 'x', pid: process.ppid }));
  await expect(lockFolder(nodeFileSystem, folder)).rejects.toThrow(`process ${process.ppid}`);
});

test.each([
  ['a dead process', () => ({ id: 'x', pid: deadPid })],
  ['this pid in an earlier life', () => ({ ...currentProcess(), id: 'x', began: 'earlier 1' })],
  ['this pid where beginnings are not known', () => ({ id: 'x', pid: process.pid })],
])('the lock of %s is taken over', async (_, holder) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), JSON.stringify(holder()));
  const lock = await lockFolder(nodeFileSystem, folder);
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject(currentProcess());
  expect(readdirSync(folder)).toEqual(['lock']);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that cannot be kept open is given back, also where it cannot be read either', async () => {
  const folder = temporaryFolder();
  const tooMany = () => Promise.reject(Object.assign(new Error('no'), { code: 'EMFILE' }));
  const noHold = { ...nodeFileSystem, hold: tooMany };
  await expect(lockFolder(noHold, folder)).rejects.toMatchObject({ code: 'EMFILE' });
  expect(readdirSync(folder)).toEqual([]);
  let isFull = false;
  const full: FileSystem = {
    ...nodeFileSystem,
    read: (path) => (isFull ? tooMany() : nodeFileSystem.read(path)),
    hold: () => {
      isFull = true;
      return tooMany();
    },
  };
  await expect(lockFolder(full, folder)).rejects.toMatchObject({ code: 'EMFILE' });
  expect(readdirSync(folder)).toEqual([]);
  await (await lockFolder(nodeFileSystem, folder)).release();
});

test('a lock file that says nothing is not taken over', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), '');
  await expect(lockFolder(nodeFileSystem, folder)).rejects.toThrow(
    `if no server uses the folder, remove ${join(folder, 'lock')}`,
  );
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('a file system without second names will do', async () => {
  const folder = temporaryFolder();
  const link = () => Promise.reject(Object.assign(new Error('no'), { code: 'EPERM' }));
  const fs = { ...nodeFileSystem, link };
  const lock = await lockFolder(fs, folder);
  await expect(lockFolder(fs, folder)).rejects.toBeInstanceOf(DataFolderInUse);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('this process is running, and pid 0 is nobody', () => {
  expect(isHolding({ id: 'x', ...currentProcess() })).toBe(currentProcess().began !== undefined);
  expect(isHolding({ id: 'x', pid: 0 })).toBe(false);
});

/** A folder in memory in which every step waits for its turn. */
function steppedFileSystem(files: Map<string, Buffer>, turn: () => Promise<void>): FileSystem {
  const fail = (code: string) => Object.assign(new Error(code), { code });
  const get = (path: string) => {
    const bytes = files.get(path);
    if (!bytes) throw fail('ENOENT');
    return bytes;
  };
  const add = (path: string, bytes: Buffer) => {
    if (files.has(path)) throw fail('EEXIST');
    files.set(path, bytes);
  };
  const step = async <T>(action: () => T): Promise<T> => {
    await turn();
    return action();
  };
  const unused = () => Promise.reject(new Error('not needed for a lock'));
  return {
    list: unused,
    openToRead: unused,
    // No two locks have the same content.
    identity: (path) => files.get(path)?.toString(),
    touched: unused,
    hold: (path) =>
      step(() => ({ identity: get(path).toString(), touch: unused, close: async () => {} })),
    makeFolder: unused,
    syncFolder: unused,
    read: (path) => step(() => get(path)),
    link: (from, to) => step(() => add(to, get(from))),
    remove: (path) =>
      step(() => {
        get(path);
        files.delete(path);
      }),
    rename: (from, to) =>
      step(() => {
        files.set(to, get(from));
        files.delete(from);
      }),
    open: (path) =>
      step(() => {
        add(path, Buffer.alloc(0));
        return {
          identity: path,
          write: async (bytes: Uint8Array) => void files.set(path, Buffer.from(bytes)),
          sync: async () => {},
          truncate: unused,
          close: async () => {},
        };
      }),
  };
}

test('in whatever order steps fall and whoever dies, no two hold the folder', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 0, max: 2 }),
      fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 3 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      async (scheduler, deadLinks, deaths, releases) => {
        const files = new Map<string, Buffer>();
        const lockFile = (pid: number) => Buffer.from(JSON.stringify({ id: `dead${pid}`, pid }));
        if (deadLinks > 0) files.set(join('/data', 'lock'), lockFile(900));
        if (deadLinks > 1) files.set(join('/data', 'lock.after-dead900'), lockFile(901));
        const alive = new Set([1, 2, 3, 4, 5]);
        const holding = new Set<number>();
        const claim = (pid: number, turn: () => Promise<void>): Promise<FolderLock> =>
          lockFolder(steppedFileSystem(files, turn), '/data', {
            claimant: {
              self: () => ({ pid }),
              fateOf: (holder) => (alive.has(holder.pid) ? 'running' : 'ended'),
            },
            pulse: { ...realPulse, repeat: () => () => {} },
          });
        const contend = async (pid: number, stepsToLive: number | undefined) => {
          let steps = 0;
          let die = () => {};
          const death = new Promise<'dead'>((resolve) => {
            die = () => resolve('dead');
          });
          const turn = async () => {
            await scheduler.schedule(Promise.resolve(), `${pid}`);
            steps += 1;
            if (steps !== stepsToLive) return;
            alive.delete(pid);
            holding.delete(pid);
            die();
            await new Promise(() => {});
          };
          const life = claim(pid, turn).then(
            async (lock) => {
              holding.add(pid);
              expect(holding.size).toBe(1);
              if (!releases[pid - 1]) return;
              await turn();
              holding.delete(pid);
              await lock.release();
            },
            (error: unknown) => expect(error).toBeInstanceOf(DataFolderInUse),
          );
          await Promise.race([life, death]);
        };
        await scheduler.waitFor(
          Promise.all([1, 2, 3, 4].map((pid) => contend(pid, deaths[pid - 1]))),
        );
        const last = claim(5, () => Promise.resolve());
        if (holding.size > 0) await expect(last).rejects.toBeInstanceOf(DataFolderInUse);
        else await last;
      },
    ),
    { seed: 1, numRuns: examples(2000) },
  );
});
