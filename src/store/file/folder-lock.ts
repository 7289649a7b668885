import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { textOfFile } from '../../document/text-file.ts';
import { DataFolderInUse, errorCode, undefinedIfMissing } from './errors.ts';
import { type Disk, OpenFile } from './open-file.ts';

export interface LockOptions {
  readonly disk: Disk;
  readonly notify: (sentence: string) => void;
  /** How long to watch for a sign of life of an owner that cannot be seen. */
  readonly watchMs?: number;
}

/** Milliseconds between two signs of life. */
const renewEvery = 2000;

/**
 * Keeps other servers out of a folder: its file names the owner, who dates it anew every two seconds. A server that
 * was suspended for long may be presumed dead; hence a new owner puts its own file there before it reads anything, and
 * every server looks for its own before it acknowledges anything.
 */
export class FolderLock {
  readonly owner: OpenFile;
  readonly #renewing: NodeJS.Timeout;
  #renewedAt = Date.now();

  private constructor(owner: OpenFile) {
    this.owner = owner;
    this.#renewing = setInterval(() => this.#renew(), renewEvery).unref();
  }

  static async take(folder: string, options: LockOptions): Promise<FolderLock> {
    const path = join(folder, 'db.json.owner');
    for (;;) {
      try {
        return new FolderLock(await OpenFile.create(options.disk, path, ownEntry(folder)));
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      await removeDead(folder, path, options);
    }
  }

  ownerName(): string | undefined {
    return ownerIn(this.owner.path)?.name;
  }

  async release(): Promise<void> {
    clearInterval(this.#renewing);
    if (this.owner.isInPlace) await rm(this.owner.path, { force: true });
    await this.owner.close();
  }

  /** Later each time, whatever the clock says: only that the date changes is a sign of life. */
  #renew(): void {
    this.#renewedAt = Math.max(Date.now(), this.#renewedAt + 1);
    this.owner.touch(new Date(this.#renewedAt)).catch(() => {});
  }
}

/** Removes the file of an owner that is gone; throws a DataFolderInUse where it lives. */
async function removeDead(folder: string, path: string, options: LockOptions): Promise<void> {
  // Kept open, so that no other file gets its inode.
  const judged = await undefinedIfMissing(OpenFile.open(options.disk, path));
  if (!judged) return;
  try {
    const owner = ownerIn(path);
    const holder = owner?.name ?? 'another server';
    if (await isAlive(owner, folder, path, options)) throw new DataFolderInUse(folder, holder);
    const aside = `${path}.${process.pid}.${performance.now()}`;
    await undefinedIfMissing(rename(path, aside));
    // Of two servers that start at once, one may take away what the other has just put there.
    if (judged.isAt(aside)) return await rm(aside);
    await undefinedIfMissing(rename(aside, path));
  } finally {
    await judged.close();
  }
}

async function isAlive(
  owner: Owner | undefined,
  folder: string,
  path: string,
  { notify, watchMs = 8000 }: LockOptions,
): Promise<boolean> {
  const isSeen = owner?.place === ownPlace() ? isRunning(owner) : undefined;
  // What a copy of the folder says is about the original.
  if (isSeen !== undefined) return isSeen && owner?.folder === identityOf(folder);
  const holder = owner?.name ?? 'another server';
  notify(`checking for ${watchMs / 1000} s whether ${holder} still uses ${folder}`);
  return isRenewed(path, watchMs);
}

interface Owner {
  readonly pid: number;
  /** Absent where the system does not tell. */
  readonly started?: string | undefined;
  /** The scope in which a pid is unique. */
  readonly place: string;
  readonly name: string;
  /** The folder, whatever its path. */
  readonly folder?: string;
}

function ownEntry(folder: string): string {
  const { pid } = process;
  const owner: Owner = {
    pid,
    started: startOf(pid),
    place: ownPlace(),
    name: `process ${pid} on ${hostname()}`,
    folder: identityOf(folder),
  };
  return `${JSON.stringify(owner)}\n`;
}

function identityOf(folder: string): string {
  return String(statSync(folder, { bigint: true }).ino);
}

function ownerIn(path: string): Owner | undefined {
  try {
    return JSON.parse(textOfFile(path));
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
  const first = await renewalOf(path);
  for (let left = watchMs; left > 0; left -= 100) {
    await setTimeout(Math.min(left, 100));
    const now = await renewalOf(path);
    if (now !== first) return now !== undefined;
  }
  return false;
}

/** Opens the file: only then does a network file system ask its server. Undefined where there is none. */
async function renewalOf(path: string): Promise<number | undefined> {
  const file = await undefinedIfMissing(open(path, 'r'));
  return file
    ?.stat()
    .then(({ mtimeMs }) => mtimeMs)
    .finally(() => file.close());
}
