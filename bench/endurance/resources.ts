import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** What a process uses at one moment. */
export interface Use {
  /** Megabytes that are in use for good: the heap after a collection, and buffers. */
  readonly live: number;
  /** Megabytes that the system counts. */
  readonly resident: number;
  /** Open files, sockets and pipes; 0 where the system does not tell. */
  readonly handles: number;
}

const megabyte = 1 << 20;

/** Reads what a process that loaded `memory-probe.ts` uses. */
export class Resources {
  readonly #answer: string;

  /** `answer` is the file the probe writes to. */
  constructor(answer: string) {
    this.#answer = answer;
  }

  async of(pid: number): Promise<Use> {
    rmSync(this.#answer, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (let waited = 0; !existsSync(this.#answer); waited += 1) {
      if (waited > 1500) throw new Error('the server does not tell how much memory it uses');
      await pause(20);
    }
    const told = JSON.parse(readFileSync(this.#answer, 'utf8')) as {
      readonly [kind in 'heapUsed' | 'external' | 'rss']: number;
    };
    return {
      live: (told.heapUsed + told.external) / megabyte,
      resident: told.rss / megabyte,
      handles: handlesOf(pid),
    };
  }
}

/** Waits a while for what was used to come back: nothing where the server died. */
export async function settled(
  resources: Resources,
  server: ServerProcess,
  hasGrown: (use: Use) => boolean,
): Promise<Use | undefined> {
  for (let tries = 1; ; tries += 1) {
    await pause(500);
    if (server.died !== undefined) return undefined;
    const use = await resources.of(server.pid);
    if (tries === 20 || !hasGrown(use)) return use;
  }
}

export function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

export const shownUse = ({ live, resident, handles }: Use): string =>
  `${live.toFixed(1)} MB live, ${resident.toFixed(0)} MB resident, ${handles} handles`;

/** The middle one of each figure. */
export function typical(uses: readonly Use[]): Use {
  const middle = (figure: (use: Use) => number): number =>
    uses.map(figure).sort((a, b) => a - b)[uses.length >> 1] ?? 0;
  return {
    live: middle(({ live }) => live),
    resident: middle(({ resident }) => resident),
    handles: middle(({ handles }) => handles),
  };
}
