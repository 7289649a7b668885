import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { changesSince, type RunResult, readTarget } from '../../../../contract-tests/index.ts';
import type { ExitCode, Io } from '../../io.ts';
import { UsageError } from '../../options.ts';

/** Saving a file causes several events. */
const settleMs = 200;

/** Resolves at the first change to one of the files or to the folder, or when stopped. */
const nextChange = (
  files: readonly string[],
  folder: string | undefined,
  { cwd, signal }: Io,
): Promise<void> =>
  new Promise((resolved, rejected) => {
    const watchers: FSWatcher[] = [];
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      for (const one of watchers) one.close();
      resolved();
    };
    const changed = (): void => {
      timer ??= setTimeout(end, settleMs);
    };
    const add = (path: string, recursive: boolean, isMeant: (name: string | null) => boolean) => {
      const one = watch(path, { recursive }, (_, name) => isMeant(name) && changed());
      watchers.push(one.on('error', end));
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      // Watches the folder of a file, since saving may replace the file.
      for (const file of files) {
        const path = resolve(cwd, file);
        add(dirname(path), false, (name) => name === null || name === basename(path));
      }
      if (folder !== undefined) add(resolve(cwd, folder), true, () => true);
    } catch (error) {
      end();
      rejected(new UsageError(`It cannot be watched: ${(error as Error).message}`));
    }
    if (signal.aborted) end();
  });

/** The target file, and the answers it expects. */
export const targetFiles = (target: string | undefined, { env, cwd }: Io): string[] => {
  if (target === undefined) return [];
  try {
    const { expect } = readTarget(target, { env, cwd });
    return expect === undefined ? [target] : [target, join(dirname(target), expect)];
  } catch {
    // The run reports what is wrong with it.
    return [target];
  }
};

/** Judges again after each change and reports the result, until stopped. */
export const watched = async (
  what: { readonly files: readonly string[]; readonly folder: string | undefined },
  run: () => Promise<RunResult>,
  io: Io,
): Promise<ExitCode> => {
  const names = [...what.files, ...(what.folder === undefined ? [] : [what.folder])];
  if (names.length === 0)
    throw new UsageError('--watch needs --target FILE, or --watch-folder DIR, to watch.');
  let last: RunResult | undefined;
  while (!io.signal.aborted) {
    // Starts watching before the run, so that a change during it is not lost.
    const change = nextChange(what.files, what.folder, io);
    change.catch(() => undefined);
    const result = await orMistake(run, io);
    if (last && result) io.stdout.write(`\n${changesSince(last, result)}`);
    last = result ?? last;
    if (!io.signal.aborted) io.stdout.write(`\nWatching ${names.join(', ')}. Ctrl-C ends it.\n`);
    await change;
  }
  return last?.exitCode ?? 3;
};

/** A target file may be invalid for a moment while being saved. */
const orMistake = async (run: () => Promise<RunResult>, io: Io): Promise<RunResult | undefined> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`abuse-feed: ${error.message}\n`);
    return undefined;
  }
};
