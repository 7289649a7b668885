import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { escapedJson, type RunResult } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

/** Writes a script for each cause into a folder, which is made where it is missing. */
export const writeScripts = (folder: string | undefined, io: Io, { causes }: RunResult): void => {
  if (folder === undefined) return;
  const path = resolve(io.cwd, folder);
  const told = causes.filter(({ script }) => script.length > 0);
  try {
    mkdirSync(path, { recursive: true });
    for (const { clause, script } of told) {
      const text = ['#!/bin/sh', ...script, ''].join('\n');
      const file = join(path, fileOf(clause));
      rmSync(file, { force: true });
      writeFileSync(file, escapedJson(text), { mode: 0o700, flag: 'wx' });
    }
  } catch (error) {
    throw new UsageError(
      `${relative(io.cwd, path)} cannot be written to: ${(error as Error).message}`,
    );
  }
  const written = told.map(({ clause }) => `  sh ${join(folder, fileOf(clause))}\n`);
  if (written.length > 0) io.stdout.write(`\nWhat shows each cause again:\n${written.join('')}`);
};

const fileOf = (clause: string): string => `${clause.replace('/', '-')}.sh`;
