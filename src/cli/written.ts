import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { textOfFile, unreadable } from '../document/text-file.ts';
import { RecordingError } from '../traffic/recorded-entries.ts';
import type { Io } from './io.ts';
import { UsageError } from './options.ts';
import { piecesOf } from './pieces-of-file.ts';

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
    return await read(piecesOf(resolve(cwd, file), signal));
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(`${file}: ${error.message}`);
    const isOfFile = error instanceof Error && 'code' in error && !signal.aborted;
    throw isOfFile ? new UsageError(unreadable(file, error)) : error;
  }
}

/** The content of a JSON file named by the user. */
export function readJson(file: string, io: Pick<Io, 'cwd'>): unknown {
  const text = readText(file, io);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${problemOf(error)}`);
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
  const path = resolve(io.cwd, file);
  return writing(relative(io.cwd, path), io, () => writeFileSync(path, text()));
}

/** What cannot be written is told, and neither keeps the rest from being written nor changes the verdict. */
export function writing(what: string, { stderr }: Io, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    stderr.write(`abuse-feed: ${what} cannot be written: ${problemOf(error)}\n`);
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
  const info = statSync(path, { throwIfNoEntry: false });
  const problem = info?.isDirectory()
    ? 'it is a folder'
    : !canWriteTo(info ? path : dirname(path))
      ? `${info ? 'it' : relative(io.cwd, dirname(path)) || '.'} is not there, or may not be written to`
      : undefined;
  if (problem !== undefined)
    throw new UsageError(`${file} cannot be written: ${problem}. Nothing was run.`);
}
