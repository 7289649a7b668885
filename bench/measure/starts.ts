import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';
import { Absent, type Contestant } from '../contestants/contestant.ts';
import { askedIds, fill, served } from '../contestants/ours.ts';
import { requestsFor } from '../contestants/samples.ts';

export interface Start {
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
  const found = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, coldStart } of contestants) {
      if (!coldStart) continue;
      tell(`cold start ${round + 1} of ${rounds}: ${name}`);
      const own = join(folder, `start-${round}-${name}`);
      mkdirSync(own, { recursive: true });
      const ms = await timeTo(() => coldStart(own));
      if (ms !== undefined) found.set(name, [...(found.get(name) ?? []), ms]);
    }
  }
  return [...found].map(([name, ms]) => ({ name, ms }));
}

async function timeTo(start: () => Promise<AsyncDisposable>): Promise<number | undefined> {
  const began = performance.now();
  try {
    await using running = await start();
    void running;
    return performance.now() - began;
  } catch (error) {
    if (error instanceof Absent) return undefined;
    throw error;
  }
}

/** Our own start with so many reports in the data folder. */
export async function measureLoadedStart(
  reports: number,
  rounds: number,
  folder: string,
): Promise<Start> {
  const data = join(folder, 'loaded');
  await fill(data, reports);
  const request = requestsFor(askedIds(reports)).get.at(-1) ?? '';
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    ms.push((await timeTo(() => served(data, request))) ?? 0);
  return { name: `with ${reports.toLocaleString('en')} reports`, ms };
}

/** How long the kit takes to judge the reference server, its start included. */
export function measureVerify(): { seconds: number; conforms: boolean } {
  const began = performance.now();
  const command = join(packageRoot, 'dist', 'src', 'cli', 'main.js');
  const { status } = spawnSync(process.execPath, [command, 'verify'], { stdio: 'ignore' });
  return { seconds: (performance.now() - began) / 1000, conforms: status === 0 };
}
