import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { packageRoot } from '../../src/spec/package-root.ts';
import { insideModule } from './inside-modules.ts';

const main = join(packageRoot, 'dist/src/cli/main.js');

export interface ProcessOptions {
  readonly data: string;
  readonly flags?: readonly string[];
  /** Modules of this folder that are loaded into the process before the server. */
  readonly inside?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  /** A command that runs it, such as one that gives it a pid namespace of its own. */
  readonly under?: readonly string[];
  /** The user it runs as, where that is not ours. */
  readonly user?: number;
}

/** How a start that came to nothing ended. */
export class NotStarted extends Error {
  readonly code: number | null;

  constructor(code: number | null, said: string) {
    super(said.trim() || `the server ended with ${code} and said nothing`);
    this.code = code;
  }
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The built server as a process of its own, on any free port. */
export class ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | NodeJS.Signals | null>;
  /** What it printed before it was ready. */
  readonly firstScreen: string;
  /** Why it ended, where nobody asked it to. */
  died: string | undefined;
  errors = '';
  /** Lines of its log in which it admits a mistake of its own. */
  readonly bugs: string[] = [];
  #expected = false;

  private constructor(child: ChildProcess, url: string, firstScreen: string) {
    this.#child = child;
    this.url = url;
    this.pid = child.pid ?? 0;
    this.firstScreen = firstScreen;
    this.#ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
    void this.#ended.then((how) => {
      if (!this.#expected) this.died = `it ended with ${how}: ${this.errors.slice(-500)}`;
    });
    let line = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors = (this.errors + text).slice(-10_000);
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      for (const one of lines) if (one.includes('"bug":')) this.bugs.push(one.slice(0, 500));
    });
  }

  static async start(options: ProcessOptions): Promise<ServerProcess> {
    const child = spawnServer(options);
    let said = '';
    let complaints = '';
    child.stderr?.setEncoding('utf8');
    const complain = (text: string) => {
      complaints += text;
    };
    child.stderr?.on('data', complain);
    for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
      said += text;
      const url = /Ready on (\S+)\./.exec(said)?.[1];
      if (!url) continue;
      child.stderr?.off('data', complain);
      return new ServerProcess(child, url, said);
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    throw new NotStarted(child.exitCode, complaints);
  }

  /** Ends it and waits until it has ended. */
  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.#expected = true;
    this.#child.kill(signal);
    return this.#ended;
  }

  /** Waits until it ends by itself, but no longer than that. */
  async ends(withinMs: number): Promise<boolean> {
    this.#expected = true;
    const late = pause(withinMs, false, { ref: false });
    return Promise.race([this.#ended.then(() => true), late]);
  }
}

/** For those who kill it before it is ready. */
export function spawnServer(options: ProcessOptions): ChildProcess {
  const { data, flags, inside = [], env, user, under = [] } = options;
  if (!existsSync(main)) throw new Error(`${main} is missing: npm run build makes it`);
  const loaded = inside.flatMap((name) => ['--import', insideModule(name)]);
  const collectable = inside.length > 0 ? ['--expose-gc'] : [];
  const args = [...collectable, ...loaded, main, 'serve', '--port', '0', '--data', data];
  const [command = '', ...rest] = [...under, process.execPath, ...args, ...(flags ?? ['--quiet'])];
  const child = spawn(command, rest, {
    cwd: packageRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
