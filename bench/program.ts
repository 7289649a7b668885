import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { packageRoot } from '../src/values/package-root.ts';

/** The built command. */
export const ourCommand = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

const running = new Set<ChildProcess>();
/** Everything a run writes; removed at its end. */
export const scratch = mkdtempSync(join(tmpdir(), 'abuse-feed-bench-'));
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** A child process. Its output goes to a file: reading a pipe would affect the measurement. */
export class Program {
  readonly pid: number;
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly #child: ChildProcess;
  readonly #log = join(scratch, randomUUID());

  constructor(command: string, args: readonly string[], cwd = scratch) {
    const out = openSync(this.#log, 'w');
    this.#child = spawn(command, args, { cwd, stdio: ['ignore', out, out] });
    closeSync(out);
    this.pid = this.#child.pid ?? 0;
    running.add(this.#child);
    this.ended = once(this.#child, 'exit').then(([code, signal]) => {
      running.delete(this.#child);
      return signal ?? code;
    });
  }

  /** stdout and stderr, in order. */
  said(): string {
    return stripVTControlCharacters(readFileSync(this.#log, 'utf8'));
  }

  /** Waits until `find` returns a value; throws if the program exits first. */
  async ready<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
    const isGone = this.ended.then(() => true);
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      if (await Promise.race([pause(4, false), isGone]))
        throw new Error(`the program ended: ${this.said().slice(-2000).trim()}`);
    }
  }

  /** Ends it and waits for its exit. */
  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.#child.kill(signal);
    // A suspended process receives no signal until it is continued.
    this.#child.kill('SIGCONT');
    return this.ended;
  }
}
