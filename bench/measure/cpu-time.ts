import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system reports the CPU time of a process. */
export const tellsCpuTime = existsSync('/proc/self/schedstat');

type Micros = number | null;

/** Microseconds of CPU time of all threads of these processes; null if unknown. */
export function cpuMicros(pids: readonly number[]): Micros {
  if (!tellsCpuTime) return null;
  const threads = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`),
  );
  return threads.map(nanosOf).reduce((sum, nanos) => sum + nanos, 0) / 1000;
}

/** A thread may end while it is read. */
function nanosOf(thread: string): number {
  try {
    return Number.parseInt(readFileSync(`${thread}/schedstat`, 'utf8'), 10);
  } catch {
    return 0;
  }
}

/** CPU time per response between two readings; null if unknown. */
export const microsEach = (before: Micros, after: Micros, answers: number): Micros =>
  before === null || after === null || answers === 0 ? null : (after - before) / answers;
