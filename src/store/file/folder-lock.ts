import { readFileSync, readlinkSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type Lockfile from 'proper-lockfile';
import { textOfFile } from '../../document/text-file.ts';
import { DataFolderInUse, errorCode, LockHeld, undefinedIfMissing } from './errors.ts';
import { type Disk, OpenFile } from './open-file.ts';

const signals = Object.keys(constants.signals) as NodeJS.Signals[];
const handlers = new Set(signals.flatMap((signal) => process.listeners(signal)));
const { lock } = createRequire(import.meta.url)('proper-lockfile') as typeof Lockfile;
// proper-lockfile installs signal handlers that would exit the process despite other `once` handlers.
for (const signal of signals) {
  const added = process.listeners(signal).filter((listener) => !handlers.has(listener));
  for (const listener of added) process.off(signal, listener);
}
// Node ignores SIGXFSZ, but not after a handler was removed: exceeding the file size limit would end the process.
process.on('SIGXFSZ', () => {});

export interface LockOptions {
  readonly disk: Disk;
  readonly notify: (sentence: string) => void;
  /** How long to watch for a renewal of a lock whose holder cannot be seen. */
  readonly watchMs?: number;
}

/** Renewed periodically, and never stale by age alone: a clock jump must not release a folder. */
const renewed = { realpath: false, stale: Number.MAX_SAFE_INTEGER, update: 2000 };

/** Renewed each 2.5 s. By a clock that was wrong, it may be dated in the future: then its age says nothing. */
const brief = { realpath: false, stale: 5000 };

/**
 * Serialises the check for the current owner. Only a held lock is retried; one that nobody renews meanwhile
 * is removed.
 */
async function lockBriefly(path: string, tries: number): Promise<() => Promise<void>> {
  const file = `${path}.lock`;
  const first = await lastRenewal(file);
  for (let left = tries; left > 0; left -= 1) {
    try {
      return await lock(path, brief);
    } catch (error) {
      if (errorCode(error) !== 'ELOCKED') throw error;
    }
    await setTimeout(50);
  }
  if ((await lastRenewal(file)) !== first) throw new LockHeld(file);
  await undefinedIfMissing(rmdir(file));
  return lock(path, brief);
}

/** Opens the file: only then does a network file system ask its server. */
async function lastRenewal(path: string): Promise<number | undefined> {
  return (await undefinedIfMissing(readdir(path).then(() => stat(path))))?.mtimeMs;
}

/**
 * Keeps other servers out of a folder. A server suspended for long may be presumed dead; hence a
 * new owner replaces `db.json.owner` before it reads anything, and every server checks for its own
 * before it acknowledges anything.
 */
export class FolderLock {
  readonly owner: OpenFile;
  readonly #path: string;
  #release: (() => Promise<void>) | undefined;

  private constructor(path: string, owner: OpenFile) {
    this.#path = path;
    this.owner = owner;
  }

  static async take(folder: string, { disk, notify, watchMs = 8000 }: LockOptions) {
    const path = join(folder, 'db.json');
    const done = await lockBriefly(`${path}.owner`, Math.ceil(watchMs / 50));
    try {
      const place = ownPlace();
      const identity = String((await stat(folder, { bigint: true })).ino);
      const before = ownerIn(path);
      const holder = before?.name ?? 'another server';
      if (await undefinedIfMissing(stat(`${path}.lock`))) {
        let isAlive = before?.place === place ? isRunning(before) : undefined;
        // What a copy of the folder says is about the original.
        if (isAlive && before?.folder !== identity) isAlive = false;
        if (isAlive === undefined) {
          notify(`checking for ${watchMs / 1000} s whether ${holder} still uses ${folder}`);
          isAlive = await isRenewed(`${path}.lock`, watchMs);
        }
        if (isAlive) throw new DataFolderInUse(folder, holder);
      }
      const { pid } = process;
      const name = `process ${pid} on ${hostname()}`;
      const me = `${JSON.stringify({ pid, started: startOf(pid), place, name, folder: identity })}\n`;
      const taken = new FolderLock(path, await OpenFile.replace(disk, `${path}.owner`, me));
      await taken.renew().catch(async (error) => {
        await taken.release();
        throw error;
      });
      return taken;
    } finally {
      await done();
    }
  }

  /** Takes a lost lock again, for example after a folder was unmounted; the owner stays the same. */
  async renew(): Promise<void> {
    if (this.#release) return;
    await undefinedIfMissing(rmdir(`${this.#path}.lock`));
    const onCompromised = () => {
      this.#release = undefined;
    };
    this.#release = await lock(this.#path, { ...renewed, onCompromised });
  }

  ownerName(): string | undefined {
    return ownerIn(this.#path)?.name;
  }

  async release(): Promise<void> {
    if (this.owner.isInPlace) await rm(this.owner.path, { force: true });
    await this.owner.close();
    await this.#release?.().catch(() => {});
  }
}

interface Owner {
  readonly pid: number;
  /** Absent where the system does not tell. */
  readonly started?: string;
  /** The scope in which a pid is unique. */
  readonly place: string;
  readonly name: string;
  /** The folder, whatever its path. */
  readonly folder?: string;
}

function ownerIn(path: string): Owner | undefined {
  try {
    return JSON.parse(textOfFile(`${path}.owner`));
  } catch {
    return undefined;
  }
}

/** Two containers of one machine share a boot id; two machines may share a host name. */
function ownPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Undefined if the process of this pid may be another one than the owner: a killed container starts with the same. */
function isRunning({ pid, started }: Owner): boolean | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  const found = startOf(pid);
  return started === undefined || found === undefined ? undefined : started === found;
}

/** In ticks since boot; empty for a process that has ended and was not waited for. */
function startOf(pid: number): string | undefined {
  try {
    // That of another container, if it was not mounted here.
    const isOurs = readFileSync('/proc/self/stat', 'latin1').startsWith(`${process.pid} `);
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program comes before, and may have spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (!isOurs) return undefined;
    return fields[0] === 'Z' ? '' : fields[19];
  } catch {
    return undefined;
  }
}

async function isRenewed(path: string, watchMs: number): Promise<boolean> {
  const first = await lastRenewal(path);
  for (let left = watchMs; left > 0; left -= 100) {
    await setTimeout(Math.min(left, 100));
    const now = await lastRenewal(path);
    if (now !== first) return now !== undefined;
  }
  return false;
}
