import { existsSync, statSync, truncateSync } from 'node:fs';
import { type FileSystem, nodeFileSystem, type OpenFile } from './file-system.ts';

/** What goes wrong, and how much of the step is done before it does. */
export interface Fault {
  readonly code: string;
  readonly done?: 'nothing' | 'half' | 'all';
}

export type Plan = (step: number, name: string) => Fault | undefined;

/** A real disk on which chosen steps fail. Steps are the calls that change something, from 1. */
export class FaultyDisk implements FileSystem {
  readonly steps: string[] = [];
  plan: Plan;
  /** Bytes that would survive a loss of power, by path. */
  readonly #safe = new Map<string, number>();

  constructor(plan: Plan = () => undefined) {
    this.plan = plan;
  }

  read = nodeFileSystem.read;
  openToRead = nodeFileSystem.openToRead;
  identity = nodeFileSystem.identity;
  touched = nodeFileSystem.touched;
  // The lock is touched as time goes by, and not as a step of anything.
  hold = nodeFileSystem.hold;
  list = nodeFileSystem.list;
  makeFolder = (path: string) => this.#step('makeFolder', () => nodeFileSystem.makeFolder(path));
  syncFolder = (path: string) => this.#step('syncFolder', () => nodeFileSystem.syncFolder(path));
  link = (from: string, to: string) => this.#step('link', () => nodeFileSystem.link(from, to));
  remove = (path: string) => this.#step('remove', () => nodeFileSystem.remove(path));

  rename = (from: string, to: string) =>
    this.#step('rename', async () => {
      await nodeFileSystem.rename(from, to);
      this.#safe.set(to, this.#safe.get(from) ?? 0);
      this.#safe.delete(from);
    });

  async open(path: string, flags: 'r+' | 'w' | 'wx'): Promise<OpenFile> {
    const file = await this.#step(
      'open',
      () => nodeFileSystem.open(path, flags),
      undefined,
      (opened) => opened.close(),
    );
    this.#safe.set(path, flags === 'r+' ? statSync(path).size : 0);
    return {
      identity: file.identity,
      write: (bytes, position) =>
        this.#step(
          'write',
          () => file.write(bytes, position),
          () => file.write(bytes.subarray(0, bytes.length >> 1), position),
        ),
      sync: () =>
        this.#step('sync', async () => {
          await file.sync();
          if (existsSync(path)) this.#safe.set(path, statSync(path).size);
        }),
      truncate: (length) => this.#step('truncate', () => file.truncate(length)),
      close: () => file.close(),
    };
  }

  /** Takes from every file what was written and not synced. */
  losePower(): void {
    for (const [path, safe] of this.#safe) {
      if (existsSync(path) && statSync(path).size > safe) truncateSync(path, safe);
    }
  }

  async #step<T>(
    name: string,
    all: () => Promise<T>,
    half?: () => Promise<unknown>,
    discard?: (result: T) => Promise<void>,
  ): Promise<T> {
    this.steps.push(name);
    const fault = this.plan(this.steps.length, name);
    if (!fault) return all();
    if (fault.done === 'all') await discardable(all, discard);
    if (fault.done === 'half') await half?.();
    throw Object.assign(new Error(`${fault.code}: a fault in ${name}`), { code: fault.code });
  }
}

async function discardable<T>(all: () => Promise<T>, discard?: (result: T) => Promise<void>) {
  const result = await all();
  await discard?.(result);
}
