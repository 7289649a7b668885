import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { pin } from '../machine.ts';
import type { Load, Sent } from './workload.ts';

/** The process that makes the load, on the core it was given. */
export class LoadProcess implements Disposable {
  readonly #child: ChildProcess;

  constructor(core: number | undefined) {
    this.#child = fork(new URL('./worker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    if (this.#child.pid !== undefined) pin(this.#child.pid, core);
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
