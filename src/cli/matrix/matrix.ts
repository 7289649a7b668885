import { setMaxListeners } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseDialect } from '../../dialects/choose.ts';
import { differencesOf } from '../../dialects/dialect.ts';
import { parseDialect } from '../../dialects/dialect-file.ts';
import { type AcceptedPoint, acceptedFrom } from '../../matrix/accepted.ts';
import { reliances } from '../../matrix/reliances.ts';
import { Search } from '../../matrix/search.ts';
import type {
  Answers,
  Candidate,
  CommandRun,
  Extent,
  SearchOptions,
  SearchResult,
  Watcher,
} from '../../matrix/search-result.ts';
import { Stopped } from '../../matrix/several-at-a-time.ts';
import { openContract } from '../../matrix/touched-points.ts';
import { conclusion, verdictOf } from '../../matrix/verdict.ts';
import { openPointById } from '../../spec/open-points.ts';
import { version } from '../../values/package-root.ts';
import type { ExitCode, Io } from '../io.ts';
import { command, seedFrom, UsageError, wholeNumber } from '../options.ts';
import { mustBeWritable, readText, writeOutput } from '../written.ts';
import { FaultSearch } from './fault-matrix.ts';
import { definition, type MatrixValues } from './matrix-definition.ts';
import { type AboutMatrix, againWith } from './matrix-html.ts';
import { matrixProgress } from './matrix-progress.ts';
import { reportFiles, reportKinds } from './matrix-reports.ts';
import { type MatrixRunOptions, runUnder } from './run-client.ts';
import { failingOutputs } from './run-output.ts';

type RunUnder = typeof runUnder;

/** Runs the command once under a candidate; the first run decides how long the others may take. */
type Run = (
  candidate: Candidate,
  faulty?: Pick<MatrixRunOptions, 'fault' | 'most'>,
) => Promise<CommandRun>;

const searched = command(definition, async (asked, given, words: string[], run: RunUnder) => {
  const { values, positionals, args } = asked;
  if (positionals.length > 0 || words.length === 0) {
    throw new UsageError('Put the command after two dashes: abuse-feed matrix -- npm test');
  }
  const wanted = wantedFrom(values, given.cwd);
  const io = { ...given, signal: AbortSignal.any([given.signal, timeOver(values.time)]) };
  for (const kind of reportKinds) mustBeWritable(values[kind], io);
  const about: AboutMatrix = {
    command: words,
    options: args,
    date: new Date().toISOString(),
    version: version(),
    seed: wanted.seed,
  };
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  const timeout = values.timeout && wholeNumber(values.timeout, '--timeout', 1) * 1000;
  let limit = timeout || firstLimit;
  const insisted = new AbortController();
  // Each run in progress adds a listener, and Node warns above ten.
  setMaxListeners(0, insisted.signal);
  const forgetInsisting = given.onSecondStop?.(() => insisted.abort());
  const runOnce: Run = async (candidate, faulty = {}) => {
    const commission: MatrixRunOptions = {
      command: words,
      io,
      insisted: insisted.signal,
      folder,
      limit,
      ...faulty,
    };
    const done = faulty.fault
      ? await run(candidate, commission)
      : await againIfCold(() => run(candidate, commission));
    if (limit === firstLimit && !timeout) limit = 30_000 + 5 * done.ms;
    return done;
  };
  try {
    if (values.faults) return await runFaults(runOnce, wanted, values, io);
    return await runAnswers(runOnce, wanted, values, { io, about });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    forgetInsisting?.();
  }
});

async function runFaults(
  runOnce: Run,
  { jobs, budget }: SearchOptions,
  values: MatrixValues,
  io: Io,
): Promise<ExitCode> {
  try {
    const search = new FaultSearch(
      (label, faulty) => runOnce({ label, answers: {} }, faulty),
      { jobs, budget },
      io,
    );
    const found = await search.run();
    io.stdout.write(`\n${found.says}`);
    writeOutput(values.json, io, () => `${JSON.stringify(found, null, 2)}\n`);
    return found.exitCode;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return stoppedAtFirst(error.message, io);
  }
}

async function runAnswers(
  runOnce: (candidate: Candidate) => Promise<CommandRun>,
  wanted: SearchOptions,
  values: MatrixValues,
  { io, about }: { readonly io: Io; readonly about: AboutMatrix },
): Promise<ExitCode> {
  const write = (outcome: SearchResult): void => {
    for (const kind of reportKinds)
      writeOutput(values[kind], io, () => reportFiles[kind](outcome, about));
  };
  const writeSoFar = (outcome: SearchResult): void => {
    try {
      write(outcome);
    } catch (error) {
      // A file that still cannot be written at the end is reported then.
      if (!(error instanceof UsageError)) throw error;
    }
  };
  const watcher = watcherOn(io, wanted.jobs, writeSoFar);
  const outcome = await new Search(openContract, wanted, runOnce, watcher).run();
  if (!outcome.first && outcome.mixes.length === 0)
    return stoppedAtFirst(outcome.stopped ?? '', io);
  io.stdout.write(failingOutputs(outcome, values.verbose ?? false));
  io.stdout.write(`\n${conclusion(outcome)}`);
  const [relied] = reliances(outcome);
  if (relied) io.stdout.write(`\nTo see it fail again: ${againWith(relied.again, about)}\n`);
  write(outcome);
  return verdictOf(outcome).code;
}

function stoppedAtFirst(why: string, io: Io): ExitCode {
  io.stderr.write(
    `abuse-feed: Stopped before the first run was over (${why}), so that nothing is known of the command.\n`,
  );
  return 3;
}

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

function watcherOn(io: Io, jobs: number, knows: Watcher['knows']): Watcher {
  const progress = matrixProgress(io.stderr, { jobs });
  return {
    knows,
    say: (line) => {
      progress.hide();
      io.stdout.write(`${line}\n`);
    },
    expects: (runs) => progress.expects(runs),
    started: (label) => progress.started(label),
    ended: (label, passed) => progress.ended(label, passed),
    done: () => progress.done(),
  };
}

/** A run that fails before its first request says nothing about any answer: it is repeated once, with warm caches. */
async function againIfCold(run: () => Promise<CommandRun>): Promise<CommandRun> {
  const first = await run();
  if (first.passed || first.notes.length + first.elsewhere.length > 0) return first;
  return { ...(await run()), before: first.end };
}

function repeatFrom({ repeat }: MatrixValues): number {
  const times = wholeNumber(repeat ?? '1', '--repeat', 1);
  if (times % 2 === 0)
    throw new UsageError(
      `--repeat is ${times}; expected an odd number, since half against half decides nothing.`,
    );
  return times;
}

function wantedFrom(values: MatrixValues, cwd: string): SearchOptions {
  const seed = values['dialect-seed'];
  return {
    extent: extentFrom(values, cwd),
    // Fixed mixes, unless another seed is given.
    seed: seed === undefined ? 1 : seedFrom(seed),
    jobs: wholeNumber(values.jobs ?? '1', '--jobs', 1),
    repeat: repeatFrom(values),
    budget: values.budget === undefined ? undefined : wholeNumber(values.budget, '--budget', 1),
    accepted: acceptedIn(values.accept ?? [], cwd),
    limits: values.mixes ? [] : refusingStatuses(),
  };
}

function extentFrom({ mixes, only }: MatrixValues, cwd: string): Extent {
  if (mixes) return 'mixes';
  if (only === undefined) return 'each';
  return only.flatMap((one) => (one.includes(': ') ? [answersIn(one)] : dialectsIn(one, cwd)));
}

/** `ID: ANSWER; ID: ANSWER`. */
function answersIn(text: string): Candidate {
  const lines = text.split(';').map((one) => one.trim());
  const answers = parseDialect(lines.join('\n'), '--only');
  return { label: lines.join('; '), answers: answers as Answers };
}

/** `NAME,FILE`. */
function dialectsIn(names: string, cwd: string): Candidate[] {
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
