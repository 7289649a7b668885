import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DataFolderInUse, DataFolderUnusable } from './data-folder-errors.ts';
import { errorCode, type FileSystem, isMissing } from './file-system.ts';
import { currentProcess, type Holder, heldHere, isHolding } from './lock-holder.ts';

/** How a process is known, so that tests can speak for others. */
export interface Claimant {
  readonly self: () => Omit<Holder, 'id'>;
  readonly isHolding: (holder: Holder) => boolean;
}

const thisProcess: Claimant = { self: currentProcess, isHolding };

/** What file systems that have no second names answer. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Who holds a folder is the end of a chain: the file `lock`, or, where its holder died, the file
 * `lock.after-<id of that holder>`, and so on. Each link can be made only once, so of many who
 * find the same dead holder one succeeds it. The successor then puts itself in the place of `lock`
 * and removes the rest. Someone slow may make a link to a chain that is no longer there; hence
 * the second look, which finds that `lock` has changed. Ids are never used twice.
 */
export async function lockFolder(
  fs: FileSystem,
  folder: string,
  claimant: Claimant = thisProcess,
): Promise<FolderLock> {
  const id = randomUUID();
  const own = join(folder, `lock.${id}`);
  heldHere.add(id);
  try {
    await writeOwn(fs, own, { id, ...claimant.self() });
    await take(fs, folder, own, claimant);
  } catch (error) {
    heldHere.delete(id);
    await fs.remove(own).catch(() => {});
    throw error;
  }
  return {
    release: async () => {
      const root = join(folder, 'lock');
      const holder = await holderOf(fs, folder, root).catch(() => undefined);
      if (holder?.id === id) await fs.remove(root).catch(() => {});
      heldHere.delete(id);
    },
  };
}

async function take(fs: FileSystem, folder: string, own: string, by: Claimant): Promise<void> {
  const root = join(folder, 'lock');
  for (;;) {
    const { chain, links, free } = await follow(fs, folder);
    const last = chain.at(-1);
    if (last && by.isHolding(last)) throw new DataFolderInUse(folder, last.pid);
    if (!(await linked(fs, own, free))) continue;
    if (!last) {
      await fs.remove(own).catch(() => {});
      return;
    }
    const again = await follow(fs, folder);
    if (chain.every((holder, at) => again.chain[at]?.id === holder.id)) {
      await fs.rename(own, root);
      for (const link of [...links.slice(1), free]) await fs.remove(link).catch(() => {});
      return;
    }
    await fs.remove(free).catch(() => {});
  }
}

async function follow(fs: FileSystem, folder: string) {
  const chain: Holder[] = [];
  const links: string[] = [];
  let free = join(folder, 'lock');
  for (;;) {
    const holder = await holderOf(fs, folder, free);
    if (!holder) return { chain, links, free };
    chain.push(holder);
    links.push(free);
    free = join(folder, `lock.after-${holder.id}`);
  }
}

async function holderOf(fs: FileSystem, folder: string, path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse((await fs.read(path)).toString()) as Holder;
    if (typeof holder?.id === 'string' && Number.isInteger(holder.pid)) return holder;
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  const advice = `if no server uses the folder, remove ${path}`;
  throw new DataFolderUnusable(folder, `its lock file cannot be read; ${advice}`);
}

/** Written under a name of its own first, so that a lock is never seen half-written. */
const writeOwn = (fs: FileSystem, path: string, holder: Holder): Promise<void> =>
  write(fs, path, Buffer.from(`${JSON.stringify(holder)}\n`));

async function write(fs: FileSystem, path: string, bytes: Buffer): Promise<void> {
  const file = await fs.open(path, 'wx');
  try {
    await file.write(bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function linked(fs: FileSystem, from: string, to: string): Promise<boolean> {
  try {
    await fs.link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!withoutLinks.has(errorCode(error) ?? '')) throw error;
  }
  try {
    await write(fs, to, await fs.read(from));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
