import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseDialect } from '../../dialects/choose.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { dialectNames } from '../../dialects/named.ts';
import type { ExitCode, Io } from '../io.ts';
import { parseOptions, seedFrom, UsageError, wholeNumber } from '../options.ts';
import { mustBeWritable, written } from '../written.ts';
import { type Blame, blame, type Judged, noBlame } from './blame.ts';
import { metPoints, sawApi } from './met-points.ts';
import { progressOn } from './progress.ts';
import { reportFiles, reportKinds } from './reports.ts';
import { type Candidate, type Run, runUnder, Stopped } from './run.ts';
import { conclusion, exitCodeOf, outputOf, table } from './table.ts';
import { together } from './trials.ts';

const help = `Runs a command once per dialect, each time against a fresh stand-in, and says which
unspecified behaviour it relies on.

Usage: abuse-feed matrix [options] -- COMMAND [ARGUMENT…]

      --only A,B          only these dialects: names or files    (default: all named ones)
      --random N          also N random ones
      --dialect-seed S    the seed of the first random one; the others count up from it
      --jobs N            run N at a time                        (default 1)
      --budget N          at most N more runs to narrow down why it fails, or 0   (default 60)
      --json FILE         write the results as JSON
      --junit FILE        write them as JUnit XML
      --markdown FILE     write them as Markdown
      --tls               the stand-in speaks TLS; ABUSE_FEED_CA is the file with its authority
      --verbose           show all the output of failing runs, not only its end
  -h, --help              show this

The command finds the stand-in in its environment: ABUSE_FEED_BASE_URL, ABUSE_FEED_ANALYSIS_URL,
ABUSE_FEED_ADMIN_URL, ABUSE_FEED_SERVICE, ABUSE_FEED_OTHER_SERVICE, ABUSE_FEED_TOKEN_RESEARCHER (and
_OTHER_RESEARCHER, _SERVICE, _OTHER_SERVICE_OWNER, _READER, _ANALYST; each the whole Authorization
header), ABUSE_FEED_ANALYSES_0_SHA256 (_SHA512, _BLAKE3; and 1, 2, …), ABUSE_FEED_UNKNOWN_HASH.
ABUSE_FEED_DIALECT is a file with the dialect. Servers that the command starts by startServer() or
abuse-feed serve speak it too, and what they are asked counts as well.

Ends with 0 when the command passes under all, 1 when it fails under any, 2 on wrong usage, and 3 when
nothing can be said: it was stopped, or asked for nothing of the API.
`;

const options = {
  only: { type: 'string', multiple: true },
  random: { type: 'string' },
  'dialect-seed': { type: 'string' },
  jobs: { type: 'string' },
  budget: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  markdown: { type: 'string' },
  tls: { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `run` is how the command is run once; tests hand in a client that is a function. */
export async function matrix(args: string[], io: Io, run = runUnder): Promise<ExitCode> {
  const divider = args.indexOf('--');
  const own = divider === -1 ? args : args.slice(0, divider);
  const command = divider === -1 ? [] : args.slice(divider + 1);
  const { values, positionals } = parseOptions(own, options);
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length > 0 || command.length === 0) {
    throw new UsageError('Put the command after two dashes: abuse-feed matrix -- npm test');
  }
  const jobs = wholeNumber(values.jobs ?? '1', '--jobs', 1);
  // Enough to tell a handful of causes apart among all open points.
  const budget = wholeNumber(values.budget ?? '60', '--budget');
  const candidates = candidatesFrom(values, io.cwd);
  for (const kind of reportKinds) mustBeWritable(values[kind], io);
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  try {
    const commission = { command, io, folder, tls: values.tls ?? false };
    const runOnce: RunOnce = (candidate) => run(candidate, commission);
    const runs = await runAll(candidates, runOnce, { io, jobs });
    await addDefault(runs, runOnce, io);
    for (const failed of runs.filter(({ passed }) => !passed)) {
      io.stdout.write(outputOf(failed, values.verbose ?? false));
    }
    const blamed = await narrowed(runs, runOnce, { io, budget, jobs });
    io.stdout.write(`${table(runs, blamed)}\n${conclusion(runs, blamed)}`);
    const outcome = { runs, blamed };
    for (const kind of reportKinds) written(values[kind], io, () => reportFiles[kind](outcome));
    return exitCodeOf(runs);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    io.stderr.write('abuse-feed: Stopped before all dialects were run.\n');
    return 3;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type RunOnce = (candidate: Candidate) => Promise<Run>;

const isDefault = ({ label }: Candidate): boolean => label === 'default';

function candidatesFrom(
  values: { only?: string[]; random?: string; 'dialect-seed'?: string },
  cwd: string,
): Candidate[] {
  const random = wholeNumber(values.random ?? '0', '--random');
  const asked =
    values.only?.flatMap((list) => list.split(',').map((name) => name.trim())) ?? dialectNames;
  const first = values['dialect-seed'];
  const seed = first === undefined ? Math.floor(Math.random() * 2 ** 31) : seedFrom(first);
  return [
    ...[...new Set(asked)].map((name) => chooseDialect(name, { cwd })),
    ...Array.from({ length: random }, (_, index) =>
      chooseDialect('random', { seed: (seed + index) % 2 ** 32, cwd }),
    ),
  ];
}

async function runAll(
  candidates: readonly Candidate[],
  runOnce: RunOnce,
  { io, jobs }: { readonly io: Io; readonly jobs: number },
): Promise<Run[]> {
  const progress = progressOn(io.stderr, { runs: candidates.length, jobs });
  const runs: Run[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < candidates.length; index = next++) {
      const candidate = candidates[index] as Candidate;
      progress.started(candidate.label);
      runs[index] = await runOnce(candidate);
      progress.ended(candidate.label);
    }
  };
  try {
    await together(Array.from({ length: jobs }, worker));
  } finally {
    progress.done();
  }
  return runs;
}

/** What fails under some dialects is told by how it does under the default. */
async function addDefault(runs: Run[], runOnce: RunOnce, io: Io): Promise<void> {
  if (runs.every(({ passed }) => passed) || runs.some(isDefault)) return;
  const where = runs.some(({ passed }) => passed) ? 'under some' : 'under all';
  io.stdout.write(`It fails ${where} of them, so it is run under the default too.\n\n`);
  runs.unshift(await runOnce(chooseDialect('default', { cwd: io.cwd })));
}

const judged = (run: Run): Judged => ({ ...run, met: metPoints(run.notes, run.dialect) });

async function narrowed(
  runs: readonly Run[],
  runOnce: RunOnce,
  { io, ...limits }: { readonly io: Io; readonly budget: number; readonly jobs: number },
): Promise<Blame> {
  // A run that met nothing fails for no answer.
  const met = runs.filter(({ notes }) => sawApi(notes));
  const failed = met.filter(({ passed }) => !passed).length;
  if (limits.budget === 0 || failed === 0 || failed === met.length) return noBlame;
  const ordered = [...met].sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  io.stdout.write('Running the command again to narrow this down:\n');
  const { budget, jobs } = limits;
  const progress = progressOn(io.stderr, { runs: budget, atMost: true, jobs });
  const tryOut = async (dialect: Dialect, why: string) => {
    progress.started(why);
    const run = await runOnce({ label: why, dialect });
    progress.ended(why);
    io.stdout.write(`  ${run.passed ? 'passed' : 'failed'} with ${why}\n`);
    return judged(run);
  };
  try {
    return await blame(ordered.map(judged), tryOut, limits);
  } finally {
    progress.done();
    io.stdout.write('\n');
  }
}
