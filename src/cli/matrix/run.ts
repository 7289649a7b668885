import { type ChildProcess, spawn } from 'node:child_process';
import type { Dialect } from '../../dialects/dialect.ts';
import { startServer } from '../../start-server.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { environmentOf } from './environment.ts';

/** A dialect to run the command under, and how to name it to `serve`. */
export interface Candidate {
  readonly label: string;
  readonly dialect: Dialect;
  readonly environment: { readonly [name: string]: string };
}

export interface Run extends Candidate {
  readonly passed: boolean;
  /** How it ended: `exit 1`, `SIGSEGV`. */
  readonly end: string;
  readonly ms: number;
  readonly output: string;
}

/** Asked to stop while commands were running. */
export class Stopped extends Error {}

/** Runs the command once, with a stand-in of its own that is gone afterwards. */
export async function runUnder(
  candidate: Candidate,
  command: readonly string[],
  io: Io,
): Promise<Run> {
  if (io.signal.aborted) throw new Stopped();
  await using server = await startServer({ dialect: candidate.dialect });
  const started = performance.now();
  const env = { ...io.env, ...environmentOf(server), ...candidate.environment };
  const { end, output } = await finished(command, env, io);
  const ms = performance.now() - started;
  return { ...candidate, passed: end === 'exit 0', end, ms, output };
}

/** Only the end of the output is shown, and a command that floods must not fill the memory. */
const mostOutput = 1024 * 1024;
/** How long a command may take to end itself when it is asked to. */
const patience = 2000;

function finished(
  command: readonly string[],
  env: { readonly [name: string]: string | undefined },
  io: Io,
): Promise<{ end: string; output: string }> {
  const [program = '', ...args] = command;
  const windows = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: io.cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what the command starts can be ended with it.
      detached: !windows,
      shell: windows,
    });
    let output = '';
    const collect = (text: string) => {
      output = (output + text).slice(-mostOutput);
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);

    let last: NodeJS.Timeout | undefined;
    const stop = () => {
      endGroup(child, 'SIGTERM');
      last = setTimeout(() => endGroup(child, 'SIGKILL'), patience);
    };
    io.signal.addEventListener('abort', stop, { once: true });
    const settled = () => {
      clearTimeout(last);
      io.signal.removeEventListener('abort', stop);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      settled();
      reject(new UsageError(startProblem(program, error)));
    });
    // What the command left behind would hold the pipes open, and talk to a stand-in that is gone.
    child.once('exit', () => endGroup(child, 'SIGKILL'));
    child.once('close', (code, signal) => {
      settled();
      if (io.signal.aborted) reject(new Stopped());
      else resolve({ end: signal ?? `exit ${code}`, output });
    });
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // All of them have ended already; some systems say EPERM then.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

function startProblem(program: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no program "${program}" to run. Check the spelling.`;
  if (code === 'EACCES') return `"${program}" is no program that this user may run.`;
  return `"${program}" could not be started: ${message}.`;
}
