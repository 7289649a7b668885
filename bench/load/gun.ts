import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { pin } from '../machine.ts';
import type { Fired, Firing } from './workload.ts';

/** The process that makes the load, on the core it was given. */
export class Gun implements Disposable {
  readonly #child: ChildProcess;

  constructor(core: number | undefined) {
    this.#child = fork(new URL('./worker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    if (this.#child.pid !== undefined) pin(this.#child.pid, core);
  }

  async fire(firing: Firing): Promise<Fired> {
    this.#child.send(firing);
    const [said] = (await once(this.#child, 'message')) as [{ fired?: Fired; failed?: string }];
    if (said.fired) return said.fired;
    throw new Error(`the load could not be made: ${said.failed}`);
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}
