import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { causeFileOf, escapedJson, type RunResult } from '../../../contract-tests/index.ts';
import { shellWord } from '../../spec/curl.ts';
import type { Io } from '../io.ts';
import { writing } from '../written.ts';

/** They contain no tokens; but what they say about a server is for its owner. */
const mode = 0o600;

/** Does not follow links. */
const writeAnew = (file: string, text: string): void => {
  rmSync(file, { force: true });
  writeFileSync(file, escapedJson(text), { mode, flag: 'wx' });
};

/** Writes the calls of each cause into a folder, created if missing, for `replay`. */
export const writeCauseFiles = (
  folder: string | undefined,
  io: Io,
  { causes }: RunResult,
): void => {
  if (folder === undefined) return;
  const path = resolve(io.cwd, folder);
  const written: string[] = [];
  const where = relative(io.cwd, path);
  if (!writing(where, io, () => mkdirSync(path, { recursive: true }))) return;
  for (const [nth, cause] of causes.entries()) {
    const file = causeFileOf(cause);
    if (!file) continue;
    const name = `cause-${nth + 1}.json`;
    writing(join(where, name), io, () => {
      writeAnew(join(path, name), `${JSON.stringify(file, null, 2)}\n`);
      written.push(`  abuse-feed replay ${shellWord(join(folder, name))}   (${cause.clause})\n`);
    });
  }
  if (written.length > 0) io.stdout.write(`\nTo reproduce each cause:\n${written.join('')}`);
};
