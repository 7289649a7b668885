import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';
import type { Contestant } from '../contestants/contestant.ts';
import { askedIds, fill, served } from '../contestants/ours.ts';
import { requestsFor } from '../contestants/samples.ts';

export interface Start {
  /** The contestant's, or what is special about the start. */
  readonly id: string;
  readonly name: string;
  /** Milliseconds from the command to the first good answer, one a round. */
  readonly ms: readonly number[];
}

/** In turn, each from nothing, each in a new folder. */
export async function measureStarts(
  contestants: readonly Contestant[],
  rounds: number,
  folder: string,
  tell: (what: string) => void,
): Promise<Start[]> {
  const found = contestants.map(({ id, name }) => ({ id, name, ms: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { name, coldStart }] of contestants.entries()) {
      if (!coldStart) continue;
      tell(`cold start ${round + 1} of ${rounds}: ${name}`);
      const own = join(folder, `start-${round}-${name}`);
      mkdirSync(own, { recursive: true });
      try {
        found[index]?.ms.push(await timeTo(() => coldStart(own)));
      } catch (error) {
        // One that is too slow today must not cost the figures of all the others.
        tell(
          `${name} takes no part in this round: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  }
  return found;
}

async function timeTo(start: () => Promise<AsyncDisposable>): Promise<number> {
  const began = performance.now();
  await using running = await start();
  void running;
  return performance.now() - began;
}

/** Our own start with so many reports in the data folder. */
export async function measureLoadedStart(
  reports: number,
  rounds: number,
  folder: string,
): Promise<Start> {
  const data = join(folder, 'loaded');
  fill(data, reports);
  const request = requestsFor(askedIds(reports)).fetch.at(-1) ?? '';
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    ms.push(await timeTo(() => served(data, request)));
  return { id: 'loaded', name: `with ${reports.toLocaleString('en')} reports`, ms };
}

/** How long the kit takes to judge the reference server, its start included. */
export function measureVerify(): { seconds: number; conforms: boolean } {
  const began = performance.now();
  const command = join(packageRoot, 'dist', 'src', 'cli', 'main.js');
  const { status } = spawnSync(process.execPath, [command, 'verify'], { stdio: 'ignore' });
  return { seconds: (performance.now() - began) / 1000, conforms: status === 0 };
}
