import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DataFolderInUse, DataFolderUnusable } from '../data-folder-errors.ts';
import { errorCode, type FileSystem, isMissing } from '../file-system.ts';
import { InPlace } from '../in-place.ts';
import type { Ownership } from './folder-hold.ts';
import {
  currentProcess,
  type Fate,
  fateOf,
  type Holder,
  heldHere,
  sharesClock,
} from './lock-holder.ts';
import { beat, type Pulse, realPulse, signOfLife } from './sign-of-life.ts';

/** How a process is known, so that tests can speak for others. */
export interface Claimant {
  readonly self: () => Omit<Holder, 'id'>;
  readonly fateOf: (holder: Holder) => Fate;
  readonly sharesClock?: (holder: Holder) => boolean;
}

const thisProcess: Claimant = { self: currentProcess, fateOf, sharesClock };

/** What file systems that have no second names answer. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export interface FolderLock extends Ownership {
  readonly id: string;
  release(): Promise<void>;
}

export interface LockOptions {
  readonly claimant?: Claimant;
  readonly pulse?: Pulse;
  /** Told where the start has to wait. */
  readonly tell?: (sentence: string) => void;
}

/**
 * Who holds a folder is the end of a chain: the file `lock`, or, where its holder died, the file
 * `lock.after-<id of that holder>`, and so on. Each link can be made only once, so of many who
 * find the same dead holder one succeeds it. The successor then puts itself in the place of `lock`
 * and removes the rest. Someone slow may make a link to a chain that is no longer there; hence
 * the second look, which finds that `lock` has changed. Ids are never used twice.
 *
 * A holder in another container or on another machine is dead when its lock no longer moves. That
 * may be wrong of one that was stopped for a while; hence every holder looks for its lock before
 * it writes and before it acknowledges (`FolderHold`).
 */
export async function lockFolder(
  fs: FileSystem,
  folder: string,
  { claimant = thisProcess, pulse = realPulse, tell = () => {} }: LockOptions = {},
): Promise<FolderLock> {
  const id = randomUUID();
  const root = join(folder, 'lock');
  const own = join(folder, `lock.${id}`);
  heldHere.add(id);
  try {
    const holder = { id, ...claimant.self() };
    await writeOwn(fs, own, holder);
    await take(
      fs,
      folder,
      { own, again: () => writeOwn(fs, own, holder) },
      { claimant, pulse, tell },
    );
  } catch (error) {
    heldHere.delete(id);
    await fs.remove(own).catch(() => {});
    throw error;
  }
  const held = await fs.hold(root).catch(async (error: unknown) => {
    // It was taken a moment ago, also where there are no handles left to read it.
    const holder = await holderOf(fs, folder, root).catch(() => ({ id }));
    if (holder?.id === id) await fs.remove(root).catch(() => {});
    heldHere.delete(id);
    throw error;
  });
  const rest = beat(held, pulse);
  return {
    id,
    place: InPlace.of(fs, root, held.identity),
    successor: async () => {
      const holder = await holderOf(fs, folder, root);
      if (!holder) return undefined;
      const isUnseen = claimant.fateOf(holder) === 'unseen';
      return `process ${holder.pid}${isUnseen ? ` ${whereabouts(holder)}` : ''}`;
    },
    release: async () => {
      rest();
      const holder = await holderOf(fs, folder, root).catch(() => undefined);
      if (holder?.id === id) await fs.remove(root).catch(() => {});
      heldHere.delete(id);
      await held.close().catch(() => {});
    },
  };
}

interface Claim {
  readonly own: string;
  /** Writes it once more. */
  readonly again: () => Promise<void>;
}

async function take(
  fs: FileSystem,
  folder: string,
  { own, again }: Claim,
  { claimant, pulse, tell }: Required<LockOptions>,
): Promise<void> {
  const root = join(folder, 'lock');
  const watched = new Map<string, Fate>();
  for (;;) {
    const { chain, links, free } = await follow(fs, folder);
    const last = chain.at(-1);
    const fate = last && (watched.get(last.id) ?? claimant.fateOf(last));
    if (last && fate === 'running') {
      throw new DataFolderInUse(
        folder,
        last.pid,
        watched.has(last.id) ? whereabouts(last) : undefined,
      );
    }
    if (last && fate === 'unseen') {
      const seconds = Math.ceil(pulse.deadAfterMs / 1000);
      tell(
        `the data folder ${folder} was last held by process ${last.pid} ${whereabouts(last)}; ` +
          `looking for a sign of life, for up to ${seconds} s`,
      );
      const sameClock = claimant.sharesClock?.(last) ?? false;
      const sign = await signOfLife(fs, links.at(-1) ?? root, pulse, sameClock);
      // Looked up once more: meanwhile the lock may have become somebody else's.
      if (sign !== 'gone') watched.set(last.id, sign === 'moves' ? 'running' : 'ended');
      continue;
    }
    const made = await linked(fs, own, free);
    // A holder that has meanwhile let go took it for the remains of somebody dead.
    if (made === 'own-gone') await again();
    if (made !== 'linked') continue;
    if (!last) {
      await fs.remove(own).catch(() => {});
      return;
    }
    const now = await follow(fs, folder);
    if (chain.every((holder, at) => now.chain[at]?.id === holder.id)) {
      await fs.rename(own, root);
      for (const link of [...links.slice(1), free]) await fs.remove(link).catch(() => {});
      return;
    }
    await fs.remove(free).catch(() => {});
  }
}

const whereabouts = ({ host }: Holder): string =>
  `on ${host ?? 'an unknown host'} (in another container or on another machine)`;

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

type Linked = 'linked' | 'taken' | 'own-gone';

async function linked(fs: FileSystem, from: string, to: string): Promise<Linked> {
  try {
    await fs.link(from, to);
    return 'linked';
  } catch (error) {
    if (!withoutLinks.has(errorCode(error) ?? '')) return outcomeOf(error);
  }
  try {
    await write(fs, to, await fs.read(from));
    return 'linked';
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): Linked {
  if (errorCode(error) === 'EEXIST') return 'taken';
  if (isMissing(error)) return 'own-gone';
  throw error;
}
