import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells how much CPU time a process has used. */
export const tellsCpuTime = existsSync('/proc/self/stat');

/** Microseconds in which the system counts, nearly everywhere 10,000. */
const tick = 1e6 / (Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100);

/** Microseconds these processes and all below them have used so far; null where the system does not tell. */
export function cpuMicros(pids: readonly number[]): number | null {
  if (!tellsCpuTime) return null;
  const ticks = pids.flatMap(familyOf).map((one) => ticksIn(textOf(`/proc/${one}/stat`)));
  return ticks.reduce((sum, one) => sum + one, 0) * tick;
}

/** Its own ticks and those of children that ended: fields 14 to 17 of proc_pid_stat(5). */
export function ticksIn(stat: string): number {
  // The name of the program is in parentheses, and may have parentheses and spaces in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** CPU time for each answer between two readings; null where there is none. */
export const microsEach = (
  before: number | null,
  after: number | null,
  answers: number,
): number | null =>
  before === null || after === null || answers === 0 ? null : (after - before) / answers;

function familyOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Processes and threads may end while they are asked about. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
