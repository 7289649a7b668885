import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Io } from './io.ts';
import { UsageError } from './options.ts';

/** Writes requested output to the named file, if any. */
export const writeOutput = (file: string | undefined, io: Io, text: () => string): void => {
  if (file === undefined) return;
  const path = resolve(io.cwd, file);
  try {
    writeFileSync(path, text());
  } catch (error) {
    throw new UsageError(
      `${relative(io.cwd, path)} cannot be written: ${(error as Error).message}`,
    );
  }
};

export const canWriteTo = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** An unwritable file is reported before the run. */
export const mustBeWritable = (file: string | undefined, io: Io): void => {
  if (file === undefined) return;
  const path = resolve(io.cwd, file);
  const info = statSync(path, { throwIfNoEntry: false });
  const problem = info?.isDirectory()
    ? 'it is a folder'
    : !canWriteTo(info ? path : dirname(path))
      ? `${info ? 'it' : relative(io.cwd, dirname(path)) || '.'} is not there, or may not be written to`
      : undefined;
  if (problem !== undefined)
    throw new UsageError(`${file} cannot be written: ${problem}. Nothing was run.`);
};
