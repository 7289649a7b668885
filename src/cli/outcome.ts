import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  consoleReport,
  fileReporters,
  markdownSummary,
  type RunResult,
} from '../../contract-tests/index.ts';
import { HarRecorder } from '../traffic/har-recorder.ts';
import type { Redactor } from '../traffic/redactor.ts';
import { folded } from '../values/folded.ts';
import { plural } from '../values/listed.ts';
import { version } from '../values/package-root.ts';
import { type ExitCode, type Io, isColorful, widthOf } from './io.ts';
import { flag, text, UsageError } from './options.ts';
import { mustBeWritable, writeFileOf, writeOutput } from './written.ts';

/** What every command that judges can be asked to write and print. */
export const outcomeOptions = {
  json: text('FILE', fileReporters.json.says),
  junit: text('FILE', fileReporters.junit.says),
  html: text('FILE', fileReporters.html.says),
  verbose: flag('print all evidence'),
};

export const recordOptions = {
  record: text('FILE', 'write the requests and responses as HAR, without tokens'),
  'record-with-tokens': flag('keep tokens and cookies in the HAR', { needs: 'record' }),
};

const reportKinds = ['json', 'junit', 'html'] as const;
const written = [...reportKinds, 'record', 'card'] as const;

/** The files that a command is asked to write, and the one that it reads. */
type Files = { readonly [option in (typeof written)[number] | 'target']?: string | undefined };

/** Before anything is judged: every file can be written, and none overwrites another. */
export function mustTakeFiles(files: Files, io: Io): void {
  for (const option of written) mustBeWritable(files[option], io);
  const named = new Map<string, string>();
  for (const option of ['target', ...written] as const) {
    const file = files[option];
    if (file === undefined) continue;
    const path = resolve(io.cwd, file);
    const info = statSync(path, { throwIfNoEntry: false });
    // One device may take everything.
    if (info && !info.isFile()) continue;
    const other = named.get(path);
    if (other !== undefined)
      throw new UsageError(
        `--${other} and --${option} are both ${file}. Give each a file of its own.`,
      );
    named.set(path, option);
  }
}

interface Asked extends Files {
  readonly verbose?: boolean | undefined;
  /** A folder for the requests of each cause, which then need not be printed. */
  readonly repro?: string | undefined;
}

/** Prints the result, writes the reports that were asked for, and ends with the exit code of the verdict. */
export function tell(result: RunResult, asked: Asked, io: Io): ExitCode {
  const { verbose = false, repro } = asked;
  const format = { color: isColorful(io), verbose, hasFiles: repro !== undefined };
  print(consoleReport(result, format), io);
  tellGithub(result, io);
  for (const kind of reportKinds)
    writeOutput(asked[kind], io, () => fileReporters[kind].write(result));
  return result.exitCode;
}

function isOnGithub({ env }: Io): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

/**
 * Folded to the terminal; on a GitHub runner escaped so that nothing in it is taken for a workflow command: a server
 * may have sent it.
 */
export function print(text: string, io: Io): void {
  if (!isOnGithub(io)) {
    io.stdout.write(folded(text, widthOf(io.stdout)));
    return;
  }
  const mark = randomUUID();
  io.stdout.write(`::stop-commands::${mark}\n${text}\n::${mark}::\n`);
}

/** The summary of the job, and the outputs of the step. */
function tellGithub(result: RunResult, io: Io): void {
  if (!isOnGithub(io)) return;
  append(io, 'GITHUB_STEP_SUMMARY', markdownSummary(result));
  const { met, broken, untested } = result.counts;
  const { verdict, aborted } = result;
  const outputs = Object.entries({ verdict, met, broken, untested, aborted });
  append(io, 'GITHUB_OUTPUT', outputs.map(([name, value]) => `${name}=${value}\n`).join(''));
}

/** Appends to the file named by a variable of the runner. */
function append({ env, stderr }: Io, variable: string, text: string): void {
  const file = env[variable];
  if (!file) return;
  try {
    appendFileSync(file, text);
  } catch (error) {
    stderr.write(`abuse-feed: nothing was written to ${variable}: ${(error as Error).message}\n`);
  }
}

interface RecordValues {
  readonly record?: string | undefined;
  readonly 'record-with-tokens'?: boolean | undefined;
}

/** Undefined where no recording is asked for. */
export function recorderOf(values: RecordValues, redactor: Redactor): HarRecorder | undefined {
  if (values.record === undefined) return undefined;
  return new HarRecorder(values['record-with-tokens'] ? undefined : redactor);
}

/** Readable by this user alone: with or without tokens, it has what was said. */
export function writeRecording(
  { record }: RecordValues,
  io: Io,
  recorder: HarRecorder | undefined,
): void {
  if (record === undefined || !recorder) return;
  const har = `${JSON.stringify(recorder.har(version()), null, 2)}\n`;
  writeFileOf(io, resolve(io.cwd, record), har, 0o600);
  if (recorder.leftOut === 0) return;
  const left = plural(recorder.leftOut, 'exchange');
  io.stderr.write(
    `abuse-feed: ${left} not in ${record}: without a complete response, no text, too large, or too many.\n`,
  );
}
