import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  causeFileOf,
  escapedJson,
  type RunResult,
  shellWord,
} from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

/** The files contain no tokens; but what they say about a server is for its owner. */
const modes = { file: 0o600, script: 0o700 };

/** Does not follow links. */
const writeAnew = (file: string, text: string, mode: number): void => {
  rmSync(file, { force: true });
  writeFileSync(file, escapedJson(text), { mode, flag: 'wx' });
};

/** Writes each cause into a folder, created if missing: as calls for `replay`, and as a script. */
export const writeScripts = (folder: string | undefined, io: Io, { causes }: RunResult): void => {
  if (folder === undefined) return;
  const path = resolve(io.cwd, folder);
  const written: string[] = [];
  try {
    mkdirSync(path, { recursive: true });
    for (const [nth, cause] of causes.entries()) {
      const file = causeFileOf(cause);
      if (!file) continue;
      const name = `cause-${nth + 1}`;
      const json = `${JSON.stringify(file, null, 2)}\n`;
      const script = ['#!/bin/sh', ...cause.script, ''].join('\n');
      writeAnew(join(path, `${name}.json`), json, modes.file);
      writeAnew(join(path, `${name}.sh`), script, modes.script);
      written.push(
        `  abuse-feed replay ${shellWord(join(folder, `${name}.json`))}   (${cause.clause})\n`,
      );
    }
  } catch (error) {
    throw new UsageError(
      `${relative(io.cwd, path)} cannot be written to: ${(error as Error).message}`,
    );
  }
  if (written.length > 0)
    io.stdout.write(
      `\nWhat shows each cause again; beside each is a shell script with the same calls:\n${written.join('')}`,
    );
};
