import {
  type FileReporter,
  type Former,
  fileReporters,
  type RunResult,
} from '../../contract-tests/index.ts';
import type { Io } from './io.ts';
import { text } from './options.ts';
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

/** Unwritable files are reported before the run. */
export function mustTakeReports(files: Files, io: Io): void {
  for (const kind of reportKinds) mustBeWritable(files[kind], io);
}

export function writeReportFiles(files: Files, io: Io, result: RunResult, former?: Former): void {
  for (const kind of reportKinds) {
    const { write }: FileReporter = fileReporters[kind];
    writeOutput(files[kind], io, () => write(result, former));
  }
}
