import { type ChildProcess, spawn } from 'node:child_process';
import { Stopped } from './search.ts';
import { windowsStart } from './windows.ts';

/** The command could not be started; the message says why. */
export class CannotStart extends Error {}

/** What a command is started in. */
export interface CommandSurroundings {
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  /** Aborted when the user or the system stops the work. */
  readonly signal: AbortSignal;
  /** Aborted when the user no longer waits for the command to end by itself. */
  readonly insisted?: AbortSignal | undefined;
}

/** When a command is stopped before it ends by itself. */
interface CommandLimits {
  /** In milliseconds. */
  readonly limit: number;
  /** Aborted when it has sent too many requests. */
  readonly enough: AbortSignal;
}

interface EndedCommand {
  readonly end: string;
  readonly output: string;
  readonly isStopped: boolean;
}

/** Only the end of the output is shown, and a flood must not exhaust the memory. */
const mostOutput = 1024 * 1024;
/** The grace period for a command to exit when asked to. */
const patience = 2000;
/** The maximum of setTimeout. */
const longestTimer = 2 ** 31 - 1;

/** Runs a command to its end, with the processes that it starts. */
export function runCommand(
  command: readonly string[],
  surroundings: CommandSurroundings,
  limits: CommandLimits,
): Promise<EndedCommand> {
  return new StartedCommand(command, surroundings, limits).ended();
}

function spawned(command: readonly string[], { env, cwd }: CommandSurroundings) {
  const windows = process.platform === 'win32';
  const [named = ''] = command;
  const { program, args, ...verbatim } = windows
    ? windowsStart(command, env)
    : { program: named, args: command.slice(1) };
  return spawn(program, args, {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so that child processes of the command can be ended with it.
    detached: !windows,
    ...verbatim,
  });
}

/** A command under way, with the processes that it starts. */
class StartedCommand {
  readonly #name: string;
  readonly #surroundings: CommandSurroundings;
  readonly #child: ReturnType<typeof spawned>;
  readonly #timers: NodeJS.Timeout[] = [];
  #output = '';
  /** Why it was stopped before its end. */
  #stopped: string | undefined;

  constructor(
    command: readonly string[],
    surroundings: CommandSurroundings,
    { limit, enough }: CommandLimits,
  ) {
    const { signal, insisted } = surroundings;
    this.#name = command[0] ?? '';
    this.#surroundings = surroundings;
    this.#child = spawned(command, surroundings);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', this.#collect);
    signal.addEventListener('abort', this.#stop, { once: true });
    insisted?.addEventListener('abort', this.#end, { once: true });
    enough.addEventListener('abort', () => this.#stopFor('stopped for too many requests'));
    const late = `no end after ${Math.round(limit / 1000)} s`;
    this.#after(Math.min(limit, longestTimer), () => this.#stopFor(late));
    this.#child.once('exit', () => this.#endOthers());
  }

  ended(): Promise<EndedCommand> {
    return new Promise((resolve, reject) => {
      this.#child.once('error', (error: NodeJS.ErrnoException) => {
        this.#settle();
        reject(new CannotStart(startProblem(this.#name, error)));
      });
      this.#child.once('close', (code, signal) => {
        this.#settle();
        if (this.#surroundings.signal.aborted) {
          reject(new Stopped('interrupted'));
          return;
        }
        resolve({
          end: this.#stopped ?? signal ?? `exit ${code}`,
          output: this.#output,
          isStopped: this.#stopped !== undefined,
        });
      });
    });
  }

  readonly #collect = (text: string): void => {
    this.#output = (this.#output + text).slice(-mostOutput);
  };

  readonly #stop = (): void => {
    endGroup(this.#child, 'SIGTERM');
    this.#after(patience, this.#end);
  };

  readonly #end = (): void => endGroup(this.#child, 'SIGKILL');

  #stopFor(reason: string): void {
    this.#stopped ??= reason;
    this.#stop();
  }

  /** Remaining child processes would hold the pipes open and send requests to a closed stand-in. */
  #endOthers(): void {
    this.#end();
    // One that has left the group cannot be ended, nor waited for.
    this.#after(patience, () => {
      this.#child.stdout.destroy();
      this.#child.stderr.destroy();
    });
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms));
  }

  #settle(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#surroundings.signal.removeEventListener('abort', this.#stop);
    this.#surroundings.insisted?.removeEventListener('abort', this.#end);
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform !== 'win32') process.kill(-child.pid, signal);
    // Windows has no groups, and its ids are soon those of others.
    else if (child.exitCode === null)
      spawn('taskkill', ['/pid', `${child.pid}`, '/t', '/f']).on('error', () => child.kill());
  } catch (error) {
    // All have exited already; some systems report EPERM then.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

function startProblem(program: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no program "${program}" to run. Check the spelling.`;
  if (code === 'EACCES') return `"${program}" is no program that this user may run.`;
  return `"${program}" could not be started: ${message}.`;
}
