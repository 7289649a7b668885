import {
  type Former,
  htmlReport,
  jsonReport,
  junitReport,
  type RunResult,
} from '../../contract-tests/index.ts';
import type { Io } from './io.ts';
import { text } from './options.ts';
import { mustBeWritable, writeOutput } from './written.ts';

type Reporter = (result: RunResult, former?: Former) => string;

/** The reporters that write a file, by option. */
const reporters = {
  json: ['write the result as JSON', jsonReport],
  junit: ['write the result as JUnit XML', junitReport],
  html: ['write the result as one HTML page', htmlReport],
} as const satisfies { readonly [option: string]: readonly [says: string, reporter: Reporter] };

type Kind = keyof typeof reporters;
export const reportKinds = Object.keys(reporters) as Kind[];

type Files = { readonly [kind in Kind]?: string | undefined };

/** Their options, with what they are no use with. */
export const reportOptions = (excludes: { readonly [option: string]: string } = {}) =>
  Object.fromEntries(
    reportKinds.map((kind) => [kind, text('FILE', reporters[kind][0], { excludes })]),
  ) as { readonly [kind in Kind]: ReturnType<typeof text> };

/** Unwritable files are reported before the run. */
export const mustTakeReports = (files: Files, io: Io): void => {
  for (const kind of reportKinds) mustBeWritable(files[kind], io);
};

export const writeReportFiles = (
  files: Files,
  io: Io,
  result: RunResult,
  former?: Former,
): void => {
  for (const kind of reportKinds) {
    const [, reporter]: readonly [string, Reporter] = reporters[kind];
    writeOutput(files[kind], io, () => reporter(result, former));
  }
};
