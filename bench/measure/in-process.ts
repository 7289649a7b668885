import { startServer } from '../../src/start-server.ts';
import { copyOf } from '../../src/store/contents.ts';
import { State } from '../../src/store/state.ts';
import { contentsWith } from '../contestants/ours.ts';
import type { InProcess } from './memory.ts';

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

async function starts(): Promise<Pick<InProcess, 'firstStart' | 'laterStarts'>> {
  const times: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const began = performance.now();
    await using server = await startServer();
    times.push(performance.now() - began);
    void server;
  }
  const [firstStart = 0, ...laterStarts] = times;
  return { firstStart, laterStarts };
}

async function worlds(count: number): Promise<Pick<InProcess, 'worldMs' | 'worldKiB'>> {
  await using server = await startServer();
  server.createWorld();
  const before = heap();
  const began = performance.now();
  for (let made = 0; made < count; made += 1) server.createWorld();
  const worldMs = (performance.now() - began) / count;
  return { worldMs, worldKiB: (heap() - before) / 1024 / count };
}

/** The state as the journal and the snapshot fill it: every report parsed from JSON of its own. */
function bytesBeyondJson(reports: number): number {
  const { reports: all, ...rest } = contentsWith(reports);
  const texts = all.map((report) => JSON.stringify(report));
  const json = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const parsed = () => texts.map((text) => JSON.parse(text));
  const before = heap();
  const state = new State(copyOf({ ...rest, reports: parsed() }));
  // What a create asks for is part of what a report costs.
  state.firstLike(all[0] as (typeof all)[number], 'file');
  const used = heap() - before;
  return state.data.reports.length === 0 ? 0 : (used - json) / reports;
}

const measured: InProcess = {
  ...(await starts()),
  ...(await worlds(1000)),
  bytesBeyondJson: bytesBeyondJson(Number(process.argv[2])),
};
process.stdout.write(JSON.stringify(measured));
