import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseDialect } from '../../dialects/choose.ts';
import { defaultDialect } from '../../dialects/dialect.ts';
import { type AcceptedPoint, acceptedFrom } from '../../matrix/accepted.ts';
import { Stopped } from '../../matrix/dialect-trials.ts';
import { answersOf } from '../../matrix/plan.ts';
import {
  type Candidate,
  type MatrixCommandRun,
  Search,
  type SearchResult,
  type Watcher,
} from '../../matrix/search.ts';
import { conclusion } from '../../matrix/verdict.ts';
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
import { searchFaults } from './fault-matrix.ts';
import { matrixProgress } from './matrix-progress.ts';
import { reportFiles, reportKinds } from './matrix-reports.ts';
import { type MatrixRunOptions, runUnder } from './run-client.ts';
import { exitCodeOf, outputs, table } from './table.ts';

/** Faults are tried under one dialect. */
const oneDialect = { faults: 'tries the default dialect alone' };

const options = {
  faults: flag(
    'inject a fault into one request at a time instead, under the default dialect, and report how the command copes; --budget limits the number of runs',
  ),
  only: list('A,B', 'only these dialects instead: names or files', { excludes: oneDialect }),
  runs: text(
    'N',
    'plan N runs in addition to the default, or more where every answer needs them; the more, the more pairs of answers meet (default 8)',
    { excludes: oneDialect },
  ),
  'dialect-seed': text('S', 'the seed of the plan (default 1)'),
  jobs: text('N', 'run N at a time (default 1)'),
  repeat: text(
    'N',
    'run it N times under each dialect, and decide by majority: for a command that is known to be flaky (default 1)',
    { excludes: { faults: 'repeats what it finds' } },
  ),
  budget: text('N', 'at most N extra runs to narrow down a failure, or 0 (default 60)'),
  timeout: text(
    'SECONDS',
    'time limit of a run (default: 300 for the first, then 30 and five times the first)',
  ),
  time: text(
    'TIME',
    'time limit of the whole, such as 90s, 10m or 1h; what was found until then is reported (default: none)',
  ),
  accept: list(
    'POINT',
    'an open point that the command may rely on: "ID because REASON" or "ID: ANSWER because REASON", or a file of such lines; it has that answer (or the default) in every run',
    { excludes: oneDialect },
  ),
  results: text(
    'FILE',
    'the JUnit or TAP file that the command writes, to blame by test; without it, what it prints is read (TAP, JUnit, go test -v, pytest -v)',
    { excludes: { ...oneDialect, jobs: 'has several runs write the same file' } },
  ),
  json: text('FILE', 'write the results as JSON'),
  junit: text('FILE', 'write them as JUnit XML', { excludes: { faults: 'writes JSON' } }),
  markdown: text('FILE', 'write them as Markdown', { excludes: { faults: 'writes JSON' } }),
  html: text('FILE', 'write them as one HTML page', { excludes: { faults: 'writes JSON' } }),
  verbose: flag('print all the output of failing runs, not only its end'),
};

const definition = {
  page: 'docs/dialects.md',
  begins: `Runs a command against a fresh stand-in for each of a set of dialects that covers every answer to every
open point the command meets, and reports which unspecified behaviour it relies on.

Usage: abuse-feed matrix [options] -- COMMAND [ARGUMENT…]`,
  options,
  ends: `The command finds the stand-in in its environment: ABUSE_FEED_BASE_URL, ABUSE_FEED_ANALYSIS_URL,
ABUSE_FEED_ADMIN_URL, ABUSE_FEED_SERVICE, ABUSE_FEED_OTHER_SERVICE, ABUSE_FEED_TOKEN_RESEARCHER (and
_OTHER_RESEARCHER, _SERVICE, _OTHER_SERVICE_OWNER, _READER, _ANALYST; each the whole Authorization
header), ABUSE_FEED_ANALYSES_0_SHA256 (_SHA512, _BLAKE3; and 1, 2, …), ABUSE_FEED_UNKNOWN_HASH.
ABUSE_FEED_DIALECT is a file with the dialect. Servers that the command starts by startServer() or
abuse-feed serve speak it too, and what they are asked counts as well.

Exit codes: 0 the command passes under all dialects, 1 it fails under any, 2 wrong usage, 3 no result: it was
stopped before anything failed, or made no request to the API.`,
};

type RunUnder = typeof runUnder;

const searched = command(definition, async (asked, given, words: string[], run: RunUnder) => {
  const { values, positionals } = asked;
  if (positionals.length > 0 || words.length === 0) {
    throw new UsageError('Put the command after two dashes: abuse-feed matrix -- npm test');
  }
  const wanted = wantedFrom(values, given.cwd);
  const io = { ...given, signal: AbortSignal.any([given.signal, timeOver(values.time)]) };
  const timeout = values.timeout && wholeNumber(values.timeout, '--timeout', 1) * 1000;
  for (const kind of reportKinds) mustBeWritable(values[kind], io);
  const write = (outcome: SearchResult) => {
    for (const kind of reportKinds) writeOutput(values[kind], io, () => reportFiles[kind](outcome));
  };
  const writeSoFar = (outcome: SearchResult) => {
    try {
      write(outcome);
    } catch (error) {
      // A file that still cannot be written at the end is reported then.
      if (!(error instanceof UsageError)) throw error;
    }
  };
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  let limit = timeout || firstLimit;
  const runOnce = async (
    candidate: Candidate,
    faulty: Pick<MatrixRunOptions, 'fault' | 'most'> = {},
  ): Promise<MatrixCommandRun> => {
    const { results } = values;
    const commission: MatrixRunOptions = { command: words, io, folder, limit, results, ...faulty };
    const done = await (faulty.fault
      ? run(candidate, commission)
      : again(() => run(candidate, commission)));
    if (limit === firstLimit && !timeout) limit = 30_000 + 5 * done.ms;
    return done;
  };
  const repeat = wholeNumber(values.repeat ?? '1', '--repeat', 1);
  const search = new Search(
    wanted,
    (candidate) => byMajority(repeat, () => runOnce(candidate)),
    watcherOn(io, writeSoFar),
  );
  try {
    if (values.faults) {
      const found = await searchFaults(
        (label, faulty) => runOnce({ label, dialect: defaultDialect }, faulty),
        wanted,
        io,
      );
      io.stdout.write(`\n${found.says}`);
      writeOutput(values.json, io, () => `${JSON.stringify(found, null, 2)}\n`);
      return found.exitCode;
    }
    const outcome = await search.run();
    if (outcome.stopped !== undefined)
      io.stderr.write(`abuse-feed: Stopped before all dialects were run: ${outcome.stopped}.\n`);
    if (outcome.runs.length === 0) return 3;
    io.stdout.write(outputs(outcome, values.verbose ?? false));
    io.stdout.write(`${table(outcome)}\n${conclusion(outcome)}`);
    write(outcome);
    return exitCodeOf(outcome);
  } catch (error) {
    // Before its first run was over.
    if (!(error instanceof Stopped)) throw error;
    io.stderr.write(`abuse-feed: Stopped before the first run was over: ${error.message}.\n`);
    return 3;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The time limit of the first run, in milliseconds: nothing is known of the command yet. */
const firstLimit = 300_000;

const units: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000 };

/** Aborted when the time for the whole is over. */
function timeOver(given: string | undefined): AbortSignal {
  const over = new AbortController();
  if (given === undefined) return over.signal;
  const [, count = '', unit = ''] = /^([0-9]{1,6})([smh])$/.exec(given) ?? [];
  const ms = Number(count) * (units[unit] ?? 0);
  if (!ms || ms >= 2 ** 31)
    throw new UsageError(`--time is "${given}". Write a number with its unit: 90s, 10m or 1h.`);
  setTimeout(() => over.abort(new Stopped(`the time of --time ${given} is over`)), ms).unref();
  return over.signal;
}

/** Each value, or the lines of the file that it names. */
const acceptedIn = (given: readonly string[], cwd: string): AcceptedPoint[] =>
  given.flatMap((one) => {
    if (one.includes(' because ') || !existsSync(resolve(cwd, one)))
      return [acceptedFrom(one, '--accept')];
    const lines = readText(one, { cwd })
      .split('\n')
      .map((line) => line.trim());
    return lines
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => acceptedFrom(line, one));
  });

/** `run` runs the command once; tests pass a client function. */
export const matrix = Object.assign(
  (args: string[], io: Io, run: RunUnder = runUnder): Promise<ExitCode> => {
    const divider = args.indexOf('--');
    const [own, rest] =
      divider === -1 ? [args, []] : [args.slice(0, divider), args.slice(divider + 1)];
    return searched(own, io, rest, run);
  },
  { definition },
);

function watcherOn(io: Io, knows: Watcher['knows']): Watcher {
  let progress = matrixProgress({ write: () => true }, { runs: 0 });
  return {
    knows,
    say: (line) => void io.stdout.write(`${line}\n`),
    expects: (expected) => {
      progress = matrixProgress(io.stderr, expected);
    },
    started: (label) => progress.started(label),
    ended: (label, passed) => progress.ended(label, passed),
    done: () => progress.done(),
  };
}

/** The last run that ended as most of them do; no more are made than decide it. */
async function byMajority(
  repeat: number,
  run: () => Promise<MatrixCommandRun>,
): Promise<MatrixCommandRun> {
  const runs: MatrixCommandRun[] = [];
  for (;;) {
    const last = await run();
    runs.push(last);
    const alike = runs.filter(({ passed }) => passed === last.passed);
    if (alike.length > repeat / 2 || runs.length >= repeat) return last;
  }
}

/** A run that fails before its first request says nothing about any answer: it is repeated once, with warm caches. */
async function again(run: () => Promise<MatrixCommandRun>): Promise<MatrixCommandRun> {
  const first = await run();
  if (first.passed || first.notes.length + first.elsewhere.length > 0) return first;
  return { ...(await run()), before: first.end };
}

function wantedFrom(values: ValuesOf<typeof options>, cwd: string) {
  const { 'dialect-seed': given, only } = values;
  const names = only?.flatMap((list) => list.split(',').map((name) => name.trim()));
  return {
    candidates: names && [...new Set(names)].map((name) => chooseDialect(name, { cwd })),
    rows: wholeNumber(values.runs ?? '8', '--runs'),
    // A fixed plan, unless another seed is given.
    seed: given === undefined ? 1 : seedFrom(given),
    jobs: wholeNumber(values.jobs ?? '1', '--jobs', 1),
    // Enough to separate a handful of causes among all open points.
    budget: wholeNumber(values.budget ?? '60', '--budget'),
    accepted: acceptedIn(values.accept ?? [], cwd),
    limits: answersOf('create.status.rate-limited').map(Number),
  };
}
