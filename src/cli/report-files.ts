import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type FileReporter,
  type Former,
  fileReporters,
  type RunResult,
} from '../../contract-tests/index.ts';
import type { Io } from './io.ts';
import { text, UsageError } from './options.ts';
import { mustBeWritable, writeOutput } from './written.ts';

type Kind = keyof typeof fileReporters;
export const reportKinds = Object.keys(fileReporters) as Kind[];

type Files = { readonly [kind in Kind]?: string | undefined };

/** Their options, with what they are no use with. */
export function reportOptions(excludes: { readonly [option: string]: string } = {}) {
  return Object.fromEntries(
    reportKinds.map((kind) => [kind, text('FILE', fileReporters[kind].says, { excludes })]),
  ) as { readonly [kind in Kind]: ReturnType<typeof text> };
}

/** Other files of the same call, of which none may be overwritten. */
type Beside = { readonly [option in 'target' | 'har' | 'learn']?: string | undefined };

/** Unwritable files are reported before the run, and those of which one would overwrite another. */
export function mustTakeReports(files: Files & Beside, io: Io): void {
  for (const kind of reportKinds) mustBeWritable(files[kind], io);
  const named = new Map<string, string>();
  for (const option of ['target', ...reportKinds, 'har', 'learn'] as const) {
    const file = files[option];
    if (file === undefined) continue;
    const path = resolve(io.cwd, file);
    const info = statSync(path, { throwIfNoEntry: false });
    // One device or pipe may take everything.
    if (info && !info.isFile()) continue;
    const other = named.get(path);
    if (other !== undefined)
      throw new UsageError(
        `--${other} and --${option} are both ${file}. Give each a file of its own.`,
      );
    named.set(path, option);
  }
}

export function writeReportFiles(files: Files, io: Io, result: RunResult, former?: Former): void {
  for (const kind of reportKinds) {
    const { write }: FileReporter = fileReporters[kind];
    writeOutput(files[kind], io, () => write(result, former));
  }
}
