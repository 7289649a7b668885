import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** One core for the server and one for the load, if there are two and taskset is available. */
interface Cores {
  readonly server: number | undefined;
  readonly load: number | undefined;
}

const taskset = '/usr/bin/taskset';

export const cores: Cores =
  existsSync(taskset) && availableParallelism() > 1
    ? { server: 0, load: 1 }
    : { server: undefined, load: undefined };

/** A command that runs on the servers' core. */
export function onServerCore(command: string, args: readonly string[]): [string, string[]] {
  return cores.server === undefined
    ? [command, [...args]]
    : [taskset, ['-c', String(cores.server), command, ...args]];
}

/** Moves a running process with all its threads to a core. */
export function pin(pid: number, core: number | undefined): void {
  if (core !== undefined) spawnSync(taskset, ['-a', '-c', '-p', String(core), String(pid)]);
}
