import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface Holder {
  /** Of this one lock, never used again. */
  readonly id: string;
  readonly pid: number;
  /** When the process began, as the system counts it; a pid alone is given out again. */
  readonly began?: string;
  /** Where a pid means this process and no other; unknown parts are absent. */
  readonly host?: string;
  readonly boot?: string;
  readonly pidNamespace?: string;
}

/** `unseen`: it runs, or ran, where our look at processes does not reach. */
export type Fate = 'running' | 'ended' | 'unseen';

/** Ids of the locks that this process holds. */
export const heldHere = new Set<string>();

export function currentProcess(): Omit<Holder, 'id'> {
  const began = beginningOf(process.pid);
  return { pid: process.pid, ...(began === undefined ? {} : { began }), ...ownPlace() };
}

export function fateOf(holder: Holder): Fate {
  if (!isNear(holder)) return 'unseen';
  return isHolding(holder) ? 'running' : 'ended';
}

/** Whether both read the same clock, so that a time written by one can be judged by the other. */
export const sharesClock = ({ boot }: Holder): boolean =>
  boot !== undefined && boot === ownPlace().boot;

/** Two containers of one machine share a boot, two machines may share a name. */
function isNear({ host, boot, pidNamespace }: Holder): boolean {
  // Written before places were: its pid is all there is to go by.
  if (host === undefined) return true;
  const own = ownPlace();
  return host === own.host && boot === own.boot && pidNamespace === own.pidNamespace;
}

function ownPlace(): Pick<Holder, 'host' | 'boot' | 'pidNamespace'> {
  const boot = known(bootId);
  const pidNamespace = known(() => readlinkSync('/proc/self/ns/pid'));
  return {
    host: hostname(),
    ...(boot !== undefined && { boot }),
    ...(pidNamespace !== undefined && { pidNamespace }),
  };
}

export function isHolding(holder: Holder): boolean {
  if (!isRunning(holder.pid)) return false;
  const began = beginningOf(holder.pid);
  if (began !== undefined && holder.began !== undefined) return began === holder.began;
  return holder.pid !== process.pid || heldHere.has(holder.id);
}

function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Known on Linux only: the boot, and the clock ticks from it to the start of the process. */
const beginningOf = (pid: number): string | undefined =>
  known(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : `${bootId()} ${fields[19]}`;
  });

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();

/** Other systems than Linux do not say. */
function known(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
