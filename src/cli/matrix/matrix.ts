import { setMaxListeners } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { variables } from '../../../contract-tests/service/target/target-file.ts';
import { chooseDialect } from '../../dialects/choose.ts';
import { differencesOf } from '../../dialects/dialect.ts';
import { parseDialect } from '../../dialects/dialect-file.ts';
import { type AcceptedPoint, acceptedFrom } from '../../matrix/accepted.ts';
import { AnswerSearch, type Given, type SearchOptions } from '../../matrix/answer-search.ts';
import { CannotStart } from '../../matrix/command-process.ts';
import { FaultSearch } from '../../matrix/fault-search.ts';
import { againWith, matrixPage } from '../../matrix/matrix-page.ts';
import {
  type AboutMatrix,
  failingOutputs,
  type Report,
  reportJson,
  reportText,
} from '../../matrix/report.ts';
import type { Answers, RunOnce } from '../../matrix/trial.ts';
import { hashKinds } from '../../spec/file-hashes.ts';
import { openPointById } from '../../spec/open-points.ts';
import { roles } from '../../spec/target-callers.ts';
import { version } from '../../values/package-root.ts';
import type { ExitCode, Io } from '../io.ts';
import {
  command,
  flag,
  list,
  seedFrom,
  text,
  UsageError,
  type ValuesOf,
  wholeNumber,
} from '../options.ts';
import { mustBeWritable, readText, writeOutput } from '../written.ts';
import { runUnder } from './client-run.ts';
import { matrixProgress } from './matrix-progress.ts';

const [firstHash, ...otherHashes] = hashKinds.map((kind, nth) =>
  nth === 0 ? kind.toUpperCase() : `_${kind.toUpperCase()}`,
);

const otherTokens = roles
  .slice(1)
  .map((role) => variables[`tokens.${role}`]?.replace('ABUSE_FEED_TOKEN', ''));

/** Faults are tried under one dialect. */
const oneDialect = { faults: 'tries the default dialect alone' };

const options = {
  faults: flag(
    'inject a fault into one request at a time instead, under the default dialect, and report how the command copes',
  ),
  only: list(
    'A,B',
    'only these dialects instead: names, files, or answers such as "create.status.created: 200; auth.prefix: Bearer"',
    { excludes: oneDialect },
  ),
  'dialect-seed': text('S', 'the seed of the mixes (default 1)', {
    excludes: { ...oneDialect, only: 'names the dialects' },
  }),
  jobs: text('N', 'run N at a time, each with a stand-in of its own (default 1)'),
  timeout: text(
    'SECONDS',
    'time limit of a run (default: 300 for the first, then 30 and five times the first)',
  ),
  accept: list(
    'POINT',
    'an open point that the command may rely on: "ID because REASON" or "ID: ANSWER because REASON", or a file of such lines; it has that answer (or the default) in all runs but those that try whether it is still relied on',
    { excludes: oneDialect },
  ),
  json: text('FILE', 'write the results as JSON'),
  html: text('FILE', 'write them as one HTML page'),
  verbose: flag('print all the output of failing runs, not only its end'),
};

const definition = {
  page: 'docs/dialects.md',
  begins: `Runs a command with every answer to every open point that it touches, each alone, then with mixes of them,
and reports which unspecified behaviour it relies on.

Usage: abuse-feed matrix [options] -- COMMAND [ARGUMENT…]`,
  example: 'abuse-feed matrix --html matrix.html -- npm test',
  options,
  ends: `The command finds the stand-in in its environment: ABUSE_FEED_BASE_URL, ABUSE_FEED_ANALYSIS_URL,
ABUSE_FEED_ADMIN_URL, ABUSE_FEED_SERVICE, ABUSE_FEED_OTHER_SERVICE, ABUSE_FEED_TOKEN_RESEARCHER (and
${otherTokens.join(', ')}; each the whole Authorization
header), ABUSE_FEED_ANALYSES_0_${firstHash} (${otherHashes.join(', ')}; and 1, 2, …), ABUSE_FEED_UNKNOWN_HASH.
ABUSE_FEED_DIALECT is a file with the dialect. Servers that the command starts by startServer() or
abuse-feed serve speak it too, and what they are asked counts as well.

Exit codes: 0 the command passes in all runs, 1 it fails in any, 2 wrong usage, 3 no result: it was
stopped before a failure was repeated, or made no request to the API; or, with --faults, it does
something else each time without any fault.`,
};

type Values = ValuesOf<typeof options>;
type RunUnder = typeof runUnder;

/** The time limit of the first run, in milliseconds: nothing is known of the command yet. */
const firstLimit = 300_000;

const searched = command(definition, async (asked, io, words: string[], run: RunUnder) => {
  const { values, positionals, args } = asked;
  if (positionals.length > 0 || words.length === 0)
    throw new UsageError('Put the command after two dashes: abuse-feed matrix -- npm test');
  const wanted = wantedFrom(values, io.cwd);
  const { jobs, seed } = wanted;
  for (const file of [values.json, values.html]) mustBeWritable(file, io);
  const date = new Date().toISOString();
  const about = { command: words, options: args, date, version: version(), seed };
  const write = (report: Report, isPartial: boolean): void => {
    writeOutput(values.json, io, () => reportJson(report, about, isPartial));
    writeOutput(values.html, io, () => matrixPage(report, about));
  };
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  const insisted = new AbortController();
  // Each run in progress adds a listener, and Node warns above ten.
  setMaxListeners(0, insisted.signal);
  const forgetInsisting = io.onSecondStop?.(() => insisted.abort());
  const surroundings = { ...io, insisted: insisted.signal };
  const timeout = values.timeout && wholeNumber(values.timeout, '--timeout', 1) * 1000;
  let limit = timeout || firstLimit;
  const runOnce: RunOnce = async (change) => {
    const done = await run(change, { command: words, surroundings, folder, limit });
    if (limit === firstLimit && !timeout) limit = 30_000 + 5 * done.ms;
    return done;
  };
  const progress = matrixProgress(io, jobs);
  const learned = (): void => {
    if (values.json ?? values.html) write(search.report(), true);
  };
  const watcher = { ...progress, learned };
  const search = values.faults
    ? new FaultSearch(jobs, runOnce, watcher)
    : new AnswerSearch(wanted, runOnce, watcher);
  try {
    const report = await search.run();
    progress.done();
    tell(report, about, values, io);
    if (report.runs === 0) return 3;
    write(report, false);
    return report.exitCode;
  } catch (error) {
    throw error instanceof CannotStart ? new UsageError(error.message) : error;
  } finally {
    progress.done();
    rmSync(folder, { recursive: true, force: true });
    forgetInsisting?.();
  }
});

function tell(report: Report, about: AboutMatrix, { verbose = false }: Values, io: Io): void {
  if (report.runs === 0) {
    io.stderr.write(
      `abuse-feed: Stopped before the first run was over (${report.stopped}), so that nothing is known of the command.\n`,
    );
    return;
  }
  io.stdout.write(`${failingOutputs(report, verbose)}\n${reportText(report)}`);
  const [relied] = report.reliesOn;
  if (relied) io.stdout.write(`\nTo see it fail again: ${againWith(relied.again, about)}\n`);
}

/** Each value, or the lines of the file that it names. */
function acceptedIn(given: readonly string[], cwd: string): AcceptedPoint[] {
  return given.flatMap((one) => {
    if (one.includes(' because ') || !existsSync(resolve(cwd, one)))
      return [acceptedFrom(one, '--accept')];
    const lines = readText(one, { cwd })
      .split('\n')
      .map((line) => line.trim());
    return lines
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => acceptedFrom(line, one));
  });
}

/** `run` runs the command once; tests pass a client function. */
export const matrix = Object.assign(
  (args: string[], io: Io, run: RunUnder = runUnder): Promise<ExitCode> => {
    const divider = args.indexOf('--');
    const own = divider === -1 ? args : args.slice(0, divider);
    const words = divider === -1 ? [] : args.slice(divider + 1);
    return searched(own, io, words, run);
  },
  { definition },
);

function wantedFrom(values: Values, cwd: string): SearchOptions {
  const seed = values['dialect-seed'];
  return {
    only: values.only?.flatMap((one) =>
      one.includes(': ') ? [answersIn(one)] : dialectsIn(one, cwd),
    ),
    // Fixed mixes, unless another seed is given.
    seed: seed === undefined ? 1 : seedFrom(seed),
    jobs: wholeNumber(values.jobs ?? '1', '--jobs', 1),
    accepted: acceptedIn(values.accept ?? [], cwd),
    limits: refusingStatuses(),
  };
}

/** `ID: ANSWER; ID: ANSWER`. */
function answersIn(written: string): Given {
  const lines = written.split(';').map((one) => one.trim());
  const answers = parseDialect(lines.join('\n'), '--only');
  return { label: lines.join('; '), answers: answers as Answers };
}

/** `NAME,FILE`. */
function dialectsIn(names: string, cwd: string): Given[] {
  return [...new Set(names.split(',').map((name) => name.trim()))].map((name) => {
    const { label, dialect } = chooseDialect(name, { cwd });
    return { label, answers: differencesOf(dialect) as Answers };
  });
}

/** The statuses that say that a request is one too many. */
function refusingStatuses(): number[] {
  const point = openPointById.get('create.status.rate-limited');
  return point ? [point.default, ...point.alternatives].map(Number) : [];
}
