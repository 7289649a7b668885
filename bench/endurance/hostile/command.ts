import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ourCommand, residentMiB } from '../../harness/our-server.ts';
import { Program } from '../../harness/program.ts';
import { spellings } from './forms.ts';

export const secret = 'Bearer s3cret-Token/of+the=trial';

/** Megabytes, seconds to finish, and seconds to exit after a signal. */
const most = { megabytes: 300, seconds: 90, secondsToStop: 2 };

/** The factor allowed for a busy machine. */
function leeway(): number {
  return Math.max(1.5, (2 * (loadavg()[0] ?? 0)) / availableParallelism());
}

const reports = ['out.json', 'out.xml', 'out.html'];
const options = ['--json', '--junit', '--html'].flatMap((name, nth) => [name, reports[nth] ?? '']);

/** Must not occur in any output. */
const forbidden = [...spellings(secret), ...spellings(secret.slice(7))].map((one) =>
  one.slice(4, -4),
);

/** One of our commands, which has to terminate, and the problems found. */
export class Command {
  readonly problems: string[] = [];
  peak = 0;
  readonly #name: string;
  readonly #folder: string;
  readonly #program: Program;

  constructor(name: string, folder: string, args: readonly string[]) {
    this.#name = name;
    this.#folder = folder;
    const env = { NODE_OPTIONS: '' };
    this.#program = new Program(process.execPath, [ourCommand, ...args, ...options], {
      cwd: folder,
      env,
    });
  }

  said(pattern: RegExp): Promise<string> {
    return this.#program.ready(() => pattern.exec(this.#program.said())?.[0]);
  }

  ends(): Promise<void> {
    return this.#end(most.seconds);
  }

  async stops(): Promise<void> {
    await this.said(/Ready on|judges/);
    const isOver = await Promise.race([this.#program.ended.then(() => true), pause(1500)]);
    if (!isOver) process.kill(this.#program.pid, 'SIGTERM');
    await this.#end(most.secondsToStop);
  }

  async #end(seconds: number): Promise<void> {
    const began = performance.now();
    const { ended, pid } = this.#program;
    let isOver = false;
    ended.then(() => (isOver = true));
    const allowed = seconds * leeway();
    const late = began + (allowed + 20) * 1000;
    for (; !isOver && performance.now() < late; await pause(20))
      this.peak = Math.max(this.peak, residentMiB(pid, 'VmHWM') || 0);
    const took = (performance.now() - began) / 1000;
    if (!isOver) await this.#program.end('SIGKILL');
    const code = await ended;
    const files = readdirSync(this.#folder).filter((file) => reports.includes(file));
    const texts = files.map((file) => readFileSync(join(this.#folder, file), 'utf8'));
    const said = this.#program.said();
    const leak = forbidden.find((form) => [said, ...texts].some((text) => text.includes(form)));
    const problems = [
      ...(code === 0 || code === 1 || code === 3
        ? []
        : [`it ended with ${code}: ${said.slice(-300)}`]),
      ...(/bug of abuse-feed|"bug":/.test(said) ? [`it admits a bug: ${said.slice(-500)}`] : []),
      ...(took <= allowed ? [] : [`it took ${took.toFixed(1)} s`]),
      ...(this.peak <= most.megabytes ? [] : [`it used ${this.peak.toFixed(0)} MB`]),
      ...(files.length === reports.length ? [] : [`it wrote ${files.length} of 3 reports`]),
      ...(leak === undefined ? [] : [`it tells the token, as ${leak}`]),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what steers a terminal
      ...(texts.some((text) => /[\u001b\u0007]/.test(text)) ? ['it writes escape codes'] : []),
    ];
    this.problems.push(...problems.map((what) => `${this.#name}: ${what}`));
  }
}
