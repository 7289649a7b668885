import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { packageRoot } from '../../src/values/package-root.ts';
import { Ended, Program } from './program.ts';

export const ourCommand = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

export interface ServerOptions {
  readonly data: string;
  /** Writes its memory use to a file on demand. */
  readonly tellsMemory?: boolean;
}

/** Collects twice: the second collection frees what the first finalised. */
function memoryProbe(file: string): string {
  return `data:text/javascript,${encodeURIComponent(`
    import { renameSync, writeFileSync } from 'node:fs';
    process.on('SIGUSR2', () => {
      gc(); gc();
      const { heapUsed, external } = process.memoryUsage();
      writeFileSync('${file}.part', String(heapUsed + external));
      renameSync('${file}.part', '${file}');
    });`)}`;
}

/** The built server as a process, on any free port. */
export class OurServer {
  readonly url: string;
  readonly program: Program;
  readonly #memory: string;

  private constructor(program: Program, url: string, memory: string) {
    this.program = program;
    this.url = url;
    this.#memory = memory;
  }

  /** The folder of a killed server may stay locked for a while. */
  static async restart(options: ServerOptions): Promise<OurServer> {
    for (const end = performance.now() + 30_000; ; await pause(200)) {
      try {
        return await OurServer.start(options);
      } catch (error) {
        const isHeld = error instanceof Ended && error.message.includes('in use');
        if (!isHeld || performance.now() > end) throw error;
      }
    }
  }

  static async start(options: ServerOptions): Promise<OurServer> {
    const { data, tellsMemory } = options;
    if (!existsSync(ourCommand))
      throw new Error(`${ourCommand} is missing: npm run build makes it`);
    const memory = `${data}.memory`;
    const probe = tellsMemory ? ['--expose-gc', '--import', memoryProbe(memory)] : [];
    const serve = [ourCommand, 'serve', '--port', '0', '--data', data, '--quiet'];
    const program = new Program(process.execPath, [...probe, ...serve], { cwd: packageRoot });
    const url = await program.ready(() => /Ready on (\S+)\.\s/.exec(program.said())?.[1]);
    return new OurServer(program, url, memory);
  }

  /** The refusal of a start; undefined if it succeeded. */
  static async refusal(
    options: ServerOptions,
    start = OurServer.start,
  ): Promise<Ended | undefined> {
    const outcome = await start(options).catch((error: unknown) => error);
    if (outcome instanceof Ended) return outcome;
    if (!(outcome instanceof OurServer)) throw outcome;
    await outcome.program.end('SIGKILL');
    return undefined;
  }

  get pid(): number {
    return this.program.pid;
  }

  /** Its own problems: an unexpected exit, and the bugs in its log. */
  problems(): string[] {
    const { died } = this.program;
    const bugs = this.program
      .said()
      .split('\n')
      .filter((line) => line.includes('"bug":'));
    return [
      ...(died === undefined ? [] : [died]),
      ...bugs.map((bug) => `it logged a bug: ${bug.slice(0, 500)}`),
    ];
  }

  async use(): Promise<Use> {
    rmSync(this.#memory, { force: true });
    process.kill(this.pid, 'SIGUSR2');
    await this.program.ready(() => existsSync(this.#memory) || undefined);
    return {
      live: Number(readFileSync(this.#memory, 'utf8')) / (1 << 20),
      resident: residentMiB(this.pid),
      handles: readdirSync(`/proc/${this.pid}/fd`).length,
    };
  }
}

/** The resources a process uses at one moment. */
export interface Use {
  /** Megabytes in use: the heap after a collection, and buffers. */
  readonly live: number;
  /** Resident megabytes. */
  readonly resident: number;
  /** Open files, sockets and pipes. */
  readonly handles: number;
}

export function shownUse({ live, resident, handles }: Use): string {
  return `${live.toFixed(1)} MB live, ${resident.toFixed(0)} MB resident, ${handles} handles`;
}

/** NaN if the system does not report it. VmHWM is the peak. */
export function residentMiB(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const line = status.split('\n').find((one) => one.startsWith(`${field}:`)) ?? '';
    return Number(/(\d{1,20}) kB$/.exec(line)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** What was not released; the allocator may keep resident memory for a while. */
export function growth(before: Use, after: Use): string[] {
  return [
    // The first world may still be filling the 16 MiB of requests that it keeps.
    ...(after.live > before.live * 1.2 + 12 + 16 ? ['live memory has grown'] : []),
    ...(after.resident > before.resident * 1.5 + 64 ? ['resident memory has grown'] : []),
    ...(after.handles > before.handles + 10 ? ['there are more file handles'] : []),
  ];
}
