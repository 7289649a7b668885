import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Microseconds of CPU time of all threads of these processes; undefined if the system does not tell. */
export function cpuMicros(pids: readonly number[]): number | undefined {
  if (!existsSync('/proc/self/schedstat')) return undefined;
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
