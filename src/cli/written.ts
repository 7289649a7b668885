import { accessSync, constants, createReadStream, statSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { textOfFile, unreadable } from '../document/text-file.ts';
import { RecordingError } from '../traffic/recorded-entries.ts';
import type { Io } from './io.ts';
import { UsageError } from './options.ts';

function problemOf(error: unknown): string {
  return (error as Error).message;
}

/** The text of a file named by the user. */
export function readText(file: string, { cwd }: Pick<Io, 'cwd'>): string {
  try {
    return textOfFile(resolve(cwd, file));
  } catch (error) {
    throw new UsageError(unreadable(file, error));
  }
}

/** What is read of recorded traffic, piece by piece. */
export async function readTraffic<T>(
  file: string,
  { cwd, signal }: Pick<Io, 'cwd' | 'signal'>,
  read: (pieces: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  try {
    return await read(createReadStream(resolve(cwd, file), { signal }));
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(`${file}: ${error.message}`);
    const isOfFile = error instanceof Error && 'code' in error && !signal.aborted;
    throw isOfFile ? new UsageError(unreadable(file, error)) : error;
  }
}

/** The text of a file that an option or variable names. */
export function readOption(option: string, file: string, { cwd }: Pick<Io, 'cwd'>): string {
  try {
    return textOfFile(resolve(cwd, file));
  } catch (error) {
    throw new UsageError(`${option}: ${unreadable(file, error)}.`);
  }
}

/** Writes requested output to the named file, if any; false where it cannot be written. */
export function writeOutput(file: string | undefined, io: Io, text: () => string): boolean {
  if (file === undefined) return true;
  return writeFileOf(io, resolve(io.cwd, file), text());
}

export function writeFileOf(io: Io, path: string, text: string, mode?: number): boolean {
  return writing(relative(io.cwd, path), io, () => writeFileSync(path, text, { mode }));
}

/** What cannot be written is told, and neither keeps the rest from being written nor changes the verdict. */
export function writing(what: string, io: Io, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    io.stderr.write(`abuse-feed: ${what} cannot be written: ${problemOf(error)}\n`);
    return false;
  }
}

export function canWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** An unwritable file is reported before the run. */
export function mustBeWritable(file: string | undefined, io: Io): void {
  if (file === undefined) return;
  const path = resolve(io.cwd, file);
  const problem = outputProblem(path, io);
  if (problem !== undefined)
    throw new UsageError(`${file} cannot be written: ${problem}. Nothing was run.`);
}

/** A folder that cannot be made is reported before the run. */
export function mustBeFolder(folder: string | undefined, { cwd }: Pick<Io, 'cwd'>): void {
  if (folder === undefined) return;
  if (folder === '')
    throw new UsageError('A folder to write to has an empty name. Nothing was run.');
  // The nearest one that is there, in which the others are made.
  let nearest = resolve(cwd, folder);
  while (!statSync(nearest, { throwIfNoEntry: false }) && dirname(nearest) !== nearest)
    nearest = dirname(nearest);
  const isFolder = statSync(nearest).isDirectory();
  if (isFolder && canWriteTo(nearest)) return;
  const named = relative(cwd, nearest) || '.';
  const why = isFolder ? 'may not be written to' : 'is no folder';
  throw new UsageError(`${folder} cannot be written: ${named} ${why}. Nothing was run.`);
}

function outputProblem(path: string, { cwd }: Io): string | undefined {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isDirectory()) return 'it is a folder';
  if (!canWriteTo(info ? path : dirname(path))) {
    const missing = info ? 'it' : relative(cwd, dirname(path)) || '.';
    return `${missing} is not there, or may not be written to`;
  }
  // Of those in /dev, such as /dev/stdout, somebody reads.
  const isNamedPipe = info?.isFIFO() && !/^\/(dev|proc)\//.test(path);
  return isNamedPipe ? 'it is a named pipe; expected a file, or /dev/stdout' : undefined;
}
