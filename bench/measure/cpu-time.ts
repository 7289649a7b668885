import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells how much CPU time a process has used. */
export const tellsCpuTime = existsSync('/proc/self/schedstat');

type Micros = number | null;

/** Microseconds that all threads of these processes have run so far; null where the system does not tell. */
export function cpuMicros(pids: readonly number[]): Micros {
  if (!tellsCpuTime) return null;
  const threads = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`),
  );
  return threads.map(nanosOf).reduce((sum, nanos) => sum + nanos, 0) / 1000;
}

/** A thread may end while it is asked about. */
function nanosOf(thread: string): number {
  try {
    return Number.parseInt(readFileSync(`${thread}/schedstat`, 'utf8'), 10);
  } catch {
    return 0;
  }
}

/** CPU time for each answer between two readings; null where there is none. */
export const microsEach = (before: Micros, after: Micros, answers: number): Micros =>
  before === null || after === null || answers === 0 ? null : (after - before) / answers;
