import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What these processes occupy together, in MiB; not a number where the system does not tell. */
export const residentMiB = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + residentOf(pid), 0);

function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}

export interface InProcess {
  /** Milliseconds of the first call of startServer(), and of each later one. */
  readonly firstStart: number;
  readonly laterStarts: readonly number[];
  /** Milliseconds and KiB for each of a thousand worlds. */
  readonly worldMs: number;
  readonly worldKiB: number;
}

/** In a process of its own, where garbage can be collected on demand. */
export function measureInProcess(): InProcess {
  const program = fileURLToPath(new URL('./in-process.ts', import.meta.url));
  const args = ['--expose-gc', '--import', 'tsx', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`measuring in process failed:\n${stderr}`);
  return JSON.parse(stdout) as InProcess;
}
