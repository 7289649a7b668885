import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cores, pin } from '../harness/machine.ts';
import { send } from './send.ts';
import type { Load, Sent } from './workload.ts';

/** Generates the load in a separate process, so that it can have its own core. */
export class LoadProcess implements Disposable {
  readonly #child = fork(fileURLToPath(import.meta.url), ['as-worker'], {
    execArgv: ['--import', 'tsx'],
  });

  constructor() {
    if (this.#child.pid !== undefined) pin(this.#child.pid, cores.load);
  }

  async send(load: Load): Promise<Sent> {
    this.#child.send(load);
    const [said] = (await once(this.#child, 'message')) as [{ sent?: Sent; failed?: string }];
    if (said.sent) return said.sent;
    throw new Error(`the load could not be made: ${said.failed}`);
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}

if (process.argv[2] === 'as-worker')
  process.on('message', async (load: Load) => {
    const answer = await send(load).then(
      (sent) => ({ sent }),
      (error: Error) => ({ failed: error.message }),
    );
    process.send?.(answer);
  });
