import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/**
 * Loaded into the server before its own code: makes its disk fail, or the process die, as a file
 * says that is read at every step. Without that file everything is as it is.
 */
export interface DiskPlan {
  /** Steps that fail. */
  readonly fail?: {
    readonly steps: readonly string[];
    readonly code: string;
    readonly done: 'nothing' | 'half' | 'all';
  };
  /** The step, counted from the moment the plan is there, at which the process dies. */
  readonly die?: { readonly step: number; readonly moment: 'before' | 'half' | 'after' };
}

/** What was under way when the process died, beside the plan. */
export const lastStepOf = (plan: string): string => `${plan}.last-step`;

const planFile = process.env.ABUSE_FEED_DISK_PLAN;
let steps = 0;

async function step<T>(
  name: string,
  path: string,
  all: () => Promise<T>,
  half?: () => Promise<unknown>,
): Promise<T> {
  const plan = currentPlan();
  if (!plan) return all();
  steps += 1;
  const { fail, die } = plan;
  if (die?.step === steps) {
    const isFile = /(\.(log|json|unfinished)|acknowledged)$/.test(path);
    writeFileSync(lastStepOf(planFile ?? ''), `${name} ${isFile ? basename(path) : 'folder'}`);
    if (die.moment === 'half') await half?.();
    if (die.moment === 'after') await all();
    process.kill(process.pid, 'SIGKILL');
  }
  if (!fail?.steps.includes(name)) return all();
  if (fail.done === 'half') await half?.();
  if (fail.done === 'all') await all();
  throw Object.assign(new Error(`${fail.code}: ${name}`), { code: fail.code });
}

function currentPlan(): DiskPlan | undefined {
  if (planFile === undefined || !existsSync(planFile)) return undefined;
  return JSON.parse(readFileSync(planFile, 'utf8')) as DiskPlan;
}

type Open = typeof fsPromises.open;
type Handle = Awaited<ReturnType<Open>>;

const { open, rename, unlink, link } = fsPromises;
// Plain assignments are not seen by modules that import by name, until they are told.
Object.assign(fsPromises, {
  open: async (...args: Parameters<Open>): Promise<Handle> => {
    const path = String(args[0]);
    const changes = args[1] !== undefined && args[1] !== 'r';
    const handle = changes ? await step('open', path, () => open(...args)) : await open(...args);
    return watched(handle, path);
  },
  rename: (from: string, to: string) => step('rename', to, () => rename(from, to)),
  unlink: (path: string) => step('remove', path, () => unlink(path)),
  link: (from: string, to: string) => step('link', to, () => link(from, to)),
});
syncBuiltinESMExports();

type WriteAt = (b: Uint8Array, from: number, length: number, at: number) => Promise<unknown>;

function watched(handle: Handle, path: string): Handle {
  const { datasync, sync, truncate } = handle;
  const write: WriteAt = handle.write.bind(handle);
  return Object.assign(handle, {
    write: (bytes: Uint8Array, from: number, length: number, position: number) =>
      step(
        'write',
        path,
        () => write(bytes, from, length, position),
        () => write(bytes, from, length >> 1, position),
      ),
    datasync: () => step('sync', path, () => datasync.call(handle)),
    sync: () => step('sync', path, () => sync.call(handle)),
    truncate: (length: number) => step('truncate', path, () => truncate.call(handle, length)),
  });
}
