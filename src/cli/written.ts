import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Io } from './io.ts';
import { UsageError } from './options.ts';

/** Writes what was asked for into the file that was named, where one was. */
export const written = (file: string | undefined, io: Io, text: () => string): void => {
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
