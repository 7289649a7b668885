import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string | undefined };
}

/** An unexpected exit of a program. */
export class Ended extends Error {
  readonly code: number | NodeJS.Signals | null;

  constructor(command: string, code: Ended['code'], said: string) {
    super(`${command} ended with ${code}: ${said.slice(-2000).trim()}`);
    this.code = code;
  }
}

const running = new Set<ChildProcess>();
const logs = mkdtempSync(join(tmpdir(), 'abuse-feed-logs-'));
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(logs, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** A child process. Output goes to a file: reading a pipe would affect the measurement. */
export class Program {
  readonly pid: number;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Why it exited, if unrequested. */
  died: string | undefined;
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #log = join(logs, randomUUID());
  #isEnding = false;

  constructor(command: string, args: readonly string[], options: ProgramOptions = {}) {
    const { cwd = process.cwd(), env } = options;
    const out = openSync(this.#log, 'w');
    this.#command = command;
    this.#child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', out, out],
    });
    closeSync(out);
    this.pid = this.#child.pid ?? 0;
    running.add(this.#child);
    this.ended = once(this.#child, 'exit').then(([code, signal]) => {
      running.delete(this.#child);
      if (!this.#isEnding)
        this.died = `it ended with ${signal ?? code}: ${this.said().slice(-500)}`;
      return signal ?? code;
    });
    // A missing command is reported when its exit is awaited.
    this.ended.catch(() => {});
  }

  /** stdout and stderr, in order. */
  said(): string {
    return stripVTControlCharacters(readFileSync(this.#log, 'utf8'));
  }

  /** Waits until `find` returns a value; throws if the program exits first. */
  async ready<T>(find: () => Promise<T | undefined> | T | undefined, seconds = 120): Promise<T> {
    const patience = performance.now() + seconds * 1000;
    const isGone = this.ended.then(() => true);
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      const code = this.#child.exitCode ?? this.#child.signalCode;
      if (code !== null) throw new Ended(this.#command, code, this.said());
      if (performance.now() > patience) {
        await this.end('SIGKILL');
        throw new Error(`${this.#command} was not ready in time: ${this.said().slice(-2000)}`);
      }
      await Promise.race([pause(4), isGone]);
    }
  }

  /** Ends it and waits for its exit; kills it after a timeout. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals | null> {
    this.#isEnding = true;
    this.#child.kill(signal);
    // A suspended process receives no signal until it is continued.
    this.#child.kill('SIGCONT');
    const late = pause(20_000, 'late' as const, { ref: false });
    if ((await Promise.race([this.ended, late])) === 'late') this.#child.kill('SIGKILL');
    return this.ended;
  }
}
