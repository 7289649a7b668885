import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Ends by itself, should nobody end it. */
const loop = 'const end = Date.now() + 600_000; while (Date.now() < end);';

/** Keeps every core busy with so many processes each, until it is disposed of. */
export function startBusyLoops(perCore: number): Disposable {
  const loops: ChildProcess[] = [];
  for (let nth = 0; nth < perCore * availableParallelism(); nth += 1)
    loops.push(spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }));
  return {
    [Symbol.dispose]: () => {
      for (const one of loops) one.kill('SIGKILL');
    },
  };
}
