import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type RunResult, replayCommand, writeCause } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { writing } from '../written.ts';

const notKnown = 'what led to it is not known';

/** Writes the calls of each cause into a folder, created if missing, for `verify --cause` at the target. */
export function writeCauseFiles(
  folder: string | undefined,
  io: Io,
  { causes }: RunResult,
  target: RunResult['target'] | undefined,
): void {
  if (folder === undefined) return;
  const path = resolve(io.cwd, folder);
  const written: string[] = [];
  const unwritten: string[] = [];
  const where = relative(io.cwd, path);
  if (!writing(where, io, () => mkdirSync(path, { recursive: true }))) return;
  for (const [nth, cause] of causes.entries()) {
    const name = `cause-${nth + 1}.json`;
    writing(join(where, name), io, () => {
      if (writeCause(path, cause, nth) !== undefined)
        written.push(`  ${replayCommand(join(folder, name), target)}   (${cause.clause})\n`);
      else unwritten.push(`  ${cause.clause}: ${cause.confirmation?.why ?? notKnown}\n`);
    });
  }
  if (written.length > 0) io.stdout.write(`\nTo reproduce each cause:\n${written.join('')}`);
  if (unwritten.length > 0) io.stdout.write(`\nNo requests to repeat for:\n${unwritten.join('')}`);
}
