import { startServer } from '../../src/start-server.ts';
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

const measured: InProcess = {
  ...(await starts()),
  ...(await worlds(1000)),
};
process.stdout.write(JSON.stringify(measured));
