import { readFileSync } from 'node:fs';

export interface Holder {
  /** Of this one lock, never used again. */
  readonly id: string;
  readonly pid: number;
  /** When the process began, as the system counts it; a pid alone is given out again. */
  readonly began?: string;
}

/** Ids of the locks that this process holds. */
export const heldHere = new Set<string>();

export function currentProcess(): Omit<Holder, 'id'> {
  const began = beginningOf(process.pid);
  return { pid: process.pid, ...(began === undefined ? {} : { began }) };
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
function beginningOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}
