import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DiskPlan } from './inside/disk-plan.ts';
import type { ProcessOptions, ServerProcess } from './server-process.ts';

/** A place for the data of one server, whose disk can be spoiled and made good again. */
export interface Ground {
  readonly start: ProcessOptions;
  readonly spoil: (server: ServerProcess) => void;
  readonly repair: (server: ServerProcess) => void;
  /** Gives back what was taken of the machine. */
  readonly leave: () => void;
}

export interface Condition {
  readonly what: string;
  /** By which it is a real one, or that it is injected. */
  readonly how: string;
  /** Whether changes are refused; where not, they have to go on. */
  readonly refuses: boolean;
  /** Whether a start while it lasts has to be refused, and in which words. */
  readonly startRefusal?: RegExp;
  /** The ground, or why this machine cannot have it. */
  readonly prepare: (folder: string) => Ground | string;
}

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

/** Undefined where it worked, otherwise what the command said. */
function failure(command: string, ...args: string[]): string | undefined {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) return `${command}: ${error.message}`;
  return status === 0 ? undefined : `${command}: ${stderr.trim() || `exit ${status}`}`;
}

function done(command: string, ...args: string[]): void {
  const failed = failure(command, ...args);
  if (failed !== undefined) throw new Error(failed);
}

const fullDisk: Condition = {
  what: 'a disk that is full',
  how: 'a tmpfs of 16 MB, filled',
  refuses: true,
  startRefusal: /cannot be used: the disk is full/,
  prepare(folder) {
    if (process.platform !== 'linux') return 'a small disk is mounted on Linux only';
    const failed = failure('mount', '-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder);
    if (failed !== undefined) return failed;
    const filler = join(folder, 'filler');
    return {
      start: { data: join(folder, 'data') },
      spoil: () => {
        const { bavail, bsize } = statfsSync(folder);
        writeFileSync(filler, Buffer.alloc(bavail * bsize));
      },
      repair: () => rmSync(filler),
      leave: () => done('umount', '--lazy', folder),
    };
  },
};

const fileLimit: Condition = {
  what: 'a write that is cut half-way',
  how: 'a limit on the size of files, set on the running process',
  refuses: true,
  prepare(folder) {
    const failed = failure('prlimit', '--version');
    if (failed !== undefined) return failed;
    return {
      start: { data: folder },
      spoil: ({ pid }) => {
        const journal = readdirSync(folder).find((name) => name.endsWith('.log')) ?? '';
        // In the middle of the next large report.
        const limit = statSync(join(folder, journal)).size + 20_000;
        done('prlimit', '--pid', `${pid}`, `--fsize=${limit}:`);
      },
      // Where the process is gone already, so is its limit.
      repair: ({ pid }) => void failure('prlimit', '--pid', `${pid}`, '--fsize=unlimited:'),
      leave: () => {},
    };
  },
};

const immutable: Condition = {
  what: 'a data folder that turns read-only, files and all',
  how: 'the immutable attribute on the folder and all in it',
  refuses: true,
  startRefusal: /cannot be used: permission is denied/,
  prepare(folder) {
    const failed = failure('chattr', '+i', folder) ?? failure('chattr', '-i', folder);
    if (failed !== undefined) return failed;
    const all = () => readdirSync(folder).map((name) => join(folder, name));
    return {
      start: { data: folder },
      spoil: () => done('chattr', '+i', ...all(), folder),
      repair: () => done('chattr', '-i', folder, ...all()),
      leave: () => void failure('chattr', '-i', folder, ...all()),
    };
  },
};

const mayNotWrite: Condition = {
  what: 'a data folder in which nothing new may be made',
  how: `chmod a-w on the folder${isRoot ? ', with the server run as nobody' : ''}`,
  // The journal is open already, so changes can be kept and are; only compaction has to wait.
  refuses: false,
  startRefusal: /cannot be used: permission is denied/,
  prepare(folder) {
    if (process.platform === 'win32') return 'there are no such permissions on Windows';
    if (isRoot) chownSync(folder, nobody, nobody);
    return {
      start: { data: folder, ...(isRoot && { user: nobody }) },
      spoil: () => chmodSync(folder, 0o555),
      repair: () => chmodSync(folder, 0o755),
      leave: () => chmodSync(folder, 0o755),
    };
  },
};

/** On any machine: the calls of the built server to its disk fail. */
const injected = (what: string, fail: NonNullable<DiskPlan['fail']>): Condition => ({
  what,
  how: `${fail.code} injected into ${fail.steps.join(', ')}`,
  refuses: true,
  prepare(folder) {
    const plan = `${folder}.plan`;
    return {
      start: {
        data: folder,
        inside: ['disk-plan.ts'],
        env: { ABUSE_FEED_DISK_PLAN: plan },
      },
      spoil: () => writeFileSync(plan, JSON.stringify({ fail } satisfies DiskPlan)),
      repair: () => rmSync(plan),
      leave: () => rmSync(plan, { force: true }),
    };
  },
});

const everything = ['open', 'write', 'sync', 'truncate', 'rename', 'remove', 'link'];

/** For those in a hurry: each takes several starts. */
export const fewConditions: readonly Condition[] = [
  fullDisk,
  fileLimit,
  injected('an fsync that fails', { steps: ['sync'], code: 'EIO', done: 'nothing' }),
];

export const conditions: readonly Condition[] = [
  fullDisk,
  fileLimit,
  immutable,
  mayNotWrite,
  injected('an fsync that fails', { steps: ['sync'], code: 'EIO', done: 'nothing' }),
  injected('an fsync that fails though all is on disk', {
    steps: ['sync'],
    code: 'EIO',
    done: 'all',
  }),
  injected('a write that fails half-way and cannot be cut off', {
    steps: ['write', 'truncate'],
    code: 'EIO',
    done: 'half',
  }),
  injected('a disk that turns read-only', { steps: everything, code: 'EROFS', done: 'nothing' }),
];
