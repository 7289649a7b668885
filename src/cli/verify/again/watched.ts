import { dirname, join, resolve } from 'node:path';
import { changesSince, type RunResult, readTarget } from '../../../../contract-tests/index.ts';
import type { ExitCode, Io } from '../../io.ts';
import { UsageError } from '../../options.ts';
import { watchFiles, watchFolder } from '../../watch-files.ts';

/** Resolves at the first change to one of the files or to the folder, or when stopped. */
const nextChange = (
  files: readonly string[],
  folder: string | undefined,
  { cwd, signal }: Io,
): Promise<void> => {
  let done = () => {};
  const changed = new Promise<void>((resolved) => {
    done = resolved;
  });
  const stops: (() => void)[] = [];
  const end = () => {
    signal.removeEventListener('abort', done);
    for (const stop of stops) stop();
  };
  signal.addEventListener('abort', done, { once: true });
  if (signal.aborted) done();
  try {
    if (folder !== undefined) stops.push(watchFolder(resolve(cwd, folder), done, true));
    stops.push(
      watchFiles(
        files.map((file) => ({ file: resolve(cwd, file) })),
        done,
      ),
    );
  } catch (error) {
    end();
    throw new UsageError(`It cannot be watched: ${(error as Error).message}`);
  }
  return changed.finally(end);
};

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
