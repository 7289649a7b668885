import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OurServer, ServerOptions } from '../harness/our-server.ts';

/** A data folder of one server, on a disk that can be made to fail and repaired. */
export interface Ground {
  readonly start: ServerOptions;
  readonly spoil: (server: OurServer) => void;
  readonly repair: (server: OurServer) => void;
  /** Releases the resources taken from the machine. */
  readonly leave: () => void;
}

export interface Condition {
  readonly what: string;
  readonly how: string;
  /** Whether a start must be refused in this condition. */
  readonly refusesStart?: boolean;
  /** Prepares the data folder, or returns why this machine cannot. */
  readonly prepare: (folder: string) => Ground | string;
}

const nothing = () => {};

/** Undefined on success, otherwise the error output of the command. */
function failure(command: string, ...args: string[]): string | undefined {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) return `${command}: ${error.message}`;
  return status === 0 ? undefined : `${command}: ${stderr.trim() || `exit ${status}`}`;
}

function done(command: string, ...args: string[]): void {
  const failed = failure(command, ...args);
  if (failed !== undefined) throw new Error(failed);
}

/** Limits the file size so that a running server fails in the middle of a large record. */
function limitGrowth({ pid }: OurServer, data: string): void {
  const journals = readdirSync(data).filter((name) => name.startsWith('journal'));
  const sizes = journals.map((name) => statSync(join(data, name)).size);
  done('prlimit', '--pid', `${pid}`, `--fsize=${Math.max(0, ...sizes) + 20_000}:`);
}

/** The limit ends with the process. */
const unlimitGrowth = ({ pid }: OurServer): void =>
  void failure('prlimit', '--pid', `${pid}`, '--fsize=unlimited:');

const fullDisk: Condition = {
  what: 'a disk that is full',
  how: 'a tmpfs of 16 MB, filled',
  refusesStart: true,
  prepare(folder) {
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

const cutWrite: Condition = {
  what: 'a write that is cut half-way',
  how: 'a limit on the size of files, set on the running process',
  prepare(data) {
    const failed = failure('prlimit', '--version');
    if (failed !== undefined) return failed;
    const spoil = (server: OurServer) => limitGrowth(server, data);
    return { start: { data }, spoil, repair: unlimitGrowth, leave: nothing };
  },
};

const readOnly: Condition = {
  what: 'a data folder that turns read-only, files and all',
  how: 'the immutable attribute on the folder and all in it',
  refusesStart: true,
  prepare(data) {
    const failed = failure('chattr', '+i', data) ?? failure('chattr', '-i', data);
    if (failed !== undefined) return failed;
    const all = () =>
      readdirSync(data, { recursive: true }).map((name) => join(data, String(name)));
    return {
      start: { data },
      spoil: () => done('chattr', '+i', ...all(), data),
      repair: () => done('chattr', '-i', data, ...all()),
      leave: () => void failure('chattr', '-i', data, ...all()),
    };
  },
};

/** A folder that is moved away or deleted is tested with the store: it takes no real disk. */
export const conditions: readonly Condition[] = [fullDisk, cutWrite, readOnly];
