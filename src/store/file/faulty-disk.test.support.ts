import fs, { type FileHandle } from 'node:fs/promises';
import type { Disk } from './open-file.ts';

export type Step = 'open' | 'rename' | 'write' | 'datasync' | 'truncate' | 'sync';

/** A real disk whose operations can be made to fail, before they start or halfway. */
export class FaultyDisk implements Disk {
  readonly steps: Step[] = [];
  /** Called before every operation; a returned error code makes it fail. */
  plan: (step: Step, path: string) => string | undefined = () => undefined;
  /** The bytes written by a failing write. */
  done: 'nothing' | 'half' | 'all' = 'nothing';

  readonly open: Disk['open'] = async (path, flags, mode) => {
    this.#step('open', String(path));
    const handle = await fs.open(path, flags, mode);
    return new Proxy(handle, {
      get: (_, name) => {
        const method = handle[name as keyof FileHandle] as (...args: unknown[]) => unknown;
        if (!['write', 'datasync', 'truncate', 'sync'].includes(String(name))) {
          return typeof method === 'function' ? method.bind(handle) : method;
        }
        return async (...args: unknown[]) => {
          try {
            this.#step(name as Step, String(path));
          } catch (error) {
            if (name === 'write' && this.done !== 'nothing')
              await this.#part(handle, args as never);
            throw error;
          }
          return method.apply(handle, args);
        };
      },
    });
  };

  readonly rename: Disk['rename'] = async (from, to) => {
    this.#step('rename', String(to));
    await fs.rename(from, to);
  };

  async #part(handle: FileHandle, [bytes, from, length, at]: [Buffer, number, number, number]) {
    await handle.write(bytes, from, this.done === 'all' ? length : length >> 1, at);
  }

  #step(step: Step, path: string): void {
    this.steps.push(step);
    const code = this.plan(step, path);
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  }
}
