import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Contestant, endOf, type Server } from '../contestants/contestant.ts';
import { fill, served } from '../contestants/ours.ts';
import { idOf, requestsFor } from '../contestants/samples.ts';

export interface Start {
  /** The contestant's id, or the variant of the start. */
  readonly id: string;
  readonly name: string;
  /** Milliseconds from the command to the first good response, one per round. */
  readonly ms: number[];
}

const manyReports = 100_000;

/** In turn, each in a new, empty folder; and ours with many reports. */
export async function measureStarts(
  contestants: readonly Contestant[],
  rounds: number,
  folder: string,
): Promise<Start[]> {
  const loaded = join(folder, 'loaded');
  fill(loaded, manyReports);
  const last = requestsFor([idOf(manyReports - 1)]).fetch[0] ?? '';
  const starting: { id: string; name: string; start: (own: string) => Promise<Server> }[] = [
    ...contestants.flatMap(({ id, name, coldStart }) =>
      coldStart ? [{ id, name, start: coldStart }] : [],
    ),
    { id: 'loaded', name: 'ours with 100,000 reports', start: () => served(loaded, last) },
  ];
  const found = starting.map(({ id, name, start }) => ({ id, name, start, ms: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { id, start, ms } of found) {
      const own = join(folder, `start-${round}-${id}`);
      mkdirSync(own, { recursive: true });
      const began = performance.now();
      const server = await start(own);
      ms.push(performance.now() - began);
      await endOf(server);
    }
  }
  return found.map(({ id, name, ms }) => ({ id, name, ms }));
}
