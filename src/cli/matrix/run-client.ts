import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Differences, dialectOf } from '../../dialects/dialect.ts';
import type { FaultEvent, FaultTrial } from '../../matrix/fault-trials.ts';
import { parseNotes } from '../../matrix/run-notes.ts';
import type { Answers, Candidate, CommandRun } from '../../matrix/search-result.ts';
import { Stopped } from '../../matrix/several-at-a-time.ts';
import { testResults } from '../../matrix/test-results.ts';
import {
  faultVariable,
  faultWatch,
  limitOf,
  matrixEnvironment,
  notesOn,
  notesVariable,
} from '../../matrix-run.ts';
import { startServer } from '../../server.ts';
import { dialectText } from '../../spec/dialect-text.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { environmentOf } from './environment.ts';
import { windowsStart } from './windows.ts';

/** What all runs of one matrix share. */
export interface MatrixRunOptions {
  readonly command: readonly string[];
  readonly io: Io;
  /** Aborted when the user no longer waits for the command to end by itself. */
  readonly insisted?: AbortSignal;
  /** Holds the files passed to the command. */
  readonly folder: string;
  /** Fault matrix only: the fault, or `none`. */
  readonly fault?: FaultTrial | 'none';
  /** The time limit of a run, in milliseconds. */
  readonly limit: number;
  /** Fault matrix only: the number of requests after which a run is stopped. */
  readonly most?: number;
}

function stoppedBy({ reason }: AbortSignal): Stopped {
  return reason instanceof Stopped ? reason : new Stopped('interrupted');
}

/** Runs the command once, with a temporary stand-in. */
export async function runUnder(
  candidate: Candidate,
  { command, io, insisted, folder, limit, fault, most = Infinity }: MatrixRunOptions,
): Promise<CommandRun> {
  if (io.signal.aborted) throw stoppedBy(io.signal);
  const { label, answers, limit: refusal } = candidate;
  const dialect = dialectOf(answers as Differences);
  const own = mkdtempSync(join(folder, 'run-'));
  const notesFile = join(own, 'notes');
  const lines = new Set<string>();
  const enough = new AbortController();
  const add = (line: string) => {
    lines.add(line);
    if (lines.size > most) enough.abort();
  };
  const watch = fault
    ? faultWatch(fault === 'none' ? undefined : fault, (event) => add(JSON.stringify(event)))
    : { onAnswer: notesOn(dialect, add), ...(refusal && { faultsIn: () => limitOf(refusal) }) };
  await using server = await startServer({ dialect, ...watch, environment: matrixEnvironment });
  // It may have been stopped while the server started, and no event would tell the command.
  if (io.signal.aborted) throw stoppedBy(io.signal);
  const started = performance.now();
  const { end, output, isStopped } = await finished(
    command,
    {
      ...io.env,
      ...environmentOf(server),
      // Servers that the command starts itself use the same dialect and note their requests.
      ABUSE_FEED_DIALECT: dialectFile(own, label, answers),
      [notesVariable]: notesFile,
      ...(refusal && { [faultVariable]: String(refusal) }),
      ...(fault && { [faultVariable]: fault === 'none' ? fault : JSON.stringify(fault) }),
    },
    io,
    { limit, enough: enough.signal, insisted },
  );
  const ms = performance.now() - started;
  // By then, the last response has been noted.
  await server.close();
  const others = existsSync(notesFile) ? readFileSync(notesFile, 'utf8').split('\n') : [];
  for (const line of others.filter(Boolean)) lines.add(line);
  const done = {
    ...candidate,
    passed: end === 'exit 0',
    end,
    isStopped,
    ms,
    output,
    results: testResults(output),
  };
  if (!fault) return { ...done, ...parseNotes(lines) };
  const events = [...lines].map((line) => JSON.parse(line) as FaultEvent);
  return { ...done, ...parseNotes([]), events: events.sort((a, b) => a.at - b.at) };
}

function dialectFile(folder: string, label: string, answers: Answers): string {
  const path = join(folder, `${label.replace(/[^\w.-]+/g, '-').slice(0, 80)}.dialect.yaml`);
  const entries = Object.entries(answers).map(([id, answer]) => ({ id, answer, comments: [] }));
  writeFileSync(path, dialectText([], entries));
  return path;
}

/** Only the end of the output is shown, and a flood must not exhaust the memory. */
const mostOutput = 1024 * 1024;
/** The grace period for a command to exit when asked to. */
const patience = 2000;
/** The maximum of setTimeout. */
const longestTimer = 2 ** 31 - 1;

type CommandEnvironment = { readonly [name: string]: string | undefined };

/** When a command is stopped before it ends by itself. */
interface CommandLimits {
  /** In milliseconds. */
  readonly limit: number;
  /** Aborted when it has sent too many requests. */
  readonly enough: AbortSignal;
  readonly insisted: AbortSignal | undefined;
}

interface EndedCommand {
  readonly end: string;
  readonly output: string;
  readonly isStopped: boolean;
}

function finished(
  command: readonly string[],
  env: CommandEnvironment,
  io: Io,
  limits: CommandLimits,
): Promise<EndedCommand> {
  return new StartedCommand(command, env, io, limits).ended();
}

function spawned(command: readonly string[], env: CommandEnvironment, cwd: string) {
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
  readonly #io: Io;
  readonly #insisted: AbortSignal | undefined;
  readonly #child: ReturnType<typeof spawned>;
  readonly #timers: NodeJS.Timeout[] = [];
  #output = '';
  /** Why it was stopped before its end. */
  #stopped: string | undefined;

  constructor(
    command: readonly string[],
    env: CommandEnvironment,
    io: Io,
    { limit, enough, insisted }: CommandLimits,
  ) {
    this.#name = command[0] ?? '';
    this.#io = io;
    this.#insisted = insisted;
    this.#child = spawned(command, env, io.cwd);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', this.#collect);
    io.signal.addEventListener('abort', this.#stop, { once: true });
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
        reject(new UsageError(startProblem(this.#name, error)));
      });
      this.#child.once('close', (code, signal) => {
        this.#settle();
        if (this.#io.signal.aborted) {
          reject(stoppedBy(this.#io.signal));
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
    this.#io.signal.removeEventListener('abort', this.#stop);
    this.#insisted?.removeEventListener('abort', this.#end);
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
