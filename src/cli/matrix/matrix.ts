import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseDialect } from '../../dialects/choose.ts';
import { defaultDialect } from '../../dialects/dialect.ts';
import { type AcceptedPoint, acceptedFrom } from '../../matrix/accepted.ts';
import { Stopped } from '../../matrix/dialect-trials.ts';
import { answersOf } from '../../matrix/plan.ts';
import { Search } from '../../matrix/search.ts';
import type {
  Candidate,
  MatrixCommandRun,
  SearchResult,
  Watcher,
} from '../../matrix/search-result.ts';
import { conclusion } from '../../matrix/verdict.ts';
import type { ExitCode, Io } from '../io.ts';
import { command, seedFrom, UsageError, wholeNumber } from '../options.ts';
import { mustBeWritable, readText, writeOutput } from '../written.ts';
import { searchFaults } from './fault-matrix.ts';
import { definition, type MatrixValues } from './matrix-definition.ts';
import { matrixProgress } from './matrix-progress.ts';
import { reportFiles, reportKinds } from './matrix-reports.ts';
import { type MatrixRunOptions, runUnder } from './run-client.ts';
import { exitCodeOf, outputs, table } from './table.ts';

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
  if (repeat % 2 === 0)
    throw new UsageError(
      `--repeat is ${repeat}; expected an odd number, since half against half decides nothing.`,
    );
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
    if (alike.length > repeat / 2) return last;
  }
}

/** A run that fails before its first request says nothing about any answer: it is repeated once, with warm caches. */
async function again(run: () => Promise<MatrixCommandRun>): Promise<MatrixCommandRun> {
  const first = await run();
  if (first.passed || first.notes.length + first.elsewhere.length > 0) return first;
  return { ...(await run()), before: first.end };
}

function wantedFrom(values: MatrixValues, cwd: string) {
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
