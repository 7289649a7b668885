import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chooseDialect } from '../../dialects/choose.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { dialectNames } from '../../dialects/named.ts';
import type { ExitCode, Io } from '../io.ts';
import { parseOptions, seedFrom, UsageError, wholeNumber } from '../options.ts';
import { inShard, partialReport, shardFrom } from '../shards/shard.ts';
import { type Blame, blame } from './blame.ts';
import { progressOn } from './progress.ts';
import { type Candidate, type Run, runUnder, Stopped } from './run.ts';
import { conclusion, outputOf, table } from './table.ts';

const help = `Runs a command once per dialect, each time against a fresh stand-in, and says which
unspecified behaviour it relies on.

Usage: abuse-feed matrix [options] -- COMMAND [ARGUMENT…]

      --only A,B          only these dialects: names or files    (default: all named ones)
      --random N          also N random ones
      --dialect-seed S    the seed of the first random one; the others count up from it
      --jobs N            run N at a time                        (default 1)
      --shard I/N         only the Ith part of N, and no narrowing down; abuse-feed merge joins them
      --json FILE         write the results as JSON
      --no-narrow         do not run the command again to narrow down why it fails
      --verbose           show all the output of failing runs, not only its end
  -h, --help              show this

The command finds the stand-in in its environment: ABUSE_FEED_BASE_URL, ABUSE_FEED_ANALYSIS_URL,
ABUSE_FEED_SERVICE, ABUSE_FEED_OTHER_SERVICE, ABUSE_FEED_TOKEN_RESEARCHER (and _OTHER_RESEARCHER,
_SERVICE, _OTHER_SERVICE_OWNER, _READER, _ANALYST; each the whole Authorization header),
ABUSE_FEED_ANALYSES_0_SHA256 (_SHA512, _BLAKE3; and 1, 2, …), ABUSE_FEED_UNKNOWN_HASH,
ABUSE_FEED_DIALECT.

Ends with 0 when the command passes under all, 1 when it fails under any, 2 on wrong usage.
`;

const options = {
  only: { type: 'string', multiple: true },
  random: { type: 'string' },
  'dialect-seed': { type: 'string' },
  jobs: { type: 'string' },
  shard: { type: 'string' },
  json: { type: 'string' },
  'no-narrow': { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Enough to tell a handful of causes apart among all open points. */
const narrowingRuns = 60;

export async function matrix(args: string[], io: Io): Promise<ExitCode> {
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
  const shard = shardFrom(values.shard);
  const isPart = values.shard !== undefined;
  if (isPart && values.random !== undefined && values['dialect-seed'] === undefined)
    throw new UsageError('--shard with --random needs --dialect-seed: all shards draw the same.');
  const all = candidatesFrom(values, io.cwd);
  const candidates = inShard(all, shard);
  try {
    const runs = await runAll(candidates, command, jobs, io);
    if (values.json !== undefined) {
      const made = { kind: 'matrix', shard, all: all.length, results: runs } as const;
      writeFileSync(resolve(io.cwd, values.json), partialReport(made));
    }
    if (!isPart && runs.every(({ passed }) => !passed) && !runs.some(isDefault)) {
      io.stdout.write('It fails under all of them, so it is run under the default too.\n\n');
      runs.unshift(await runUnder(named('default', io.cwd), command, io));
    }
    for (const run of runs.filter(({ passed }) => !passed)) {
      io.stdout.write(outputOf(run, values.verbose ?? false));
    }
    const blamed = await narrowed(
      runs,
      command,
      isPart || values['no-narrow'] ? 0 : narrowingRuns,
      io,
    );
    io.stdout.write(`${table(runs, blamed)}\n${conclusion(runs, blamed)}`);
    return runs.every(({ passed }) => passed) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    io.stderr.write('abuse-feed: Stopped before all dialects were run.\n');
    return 3;
  }
}

const isDefault = ({ label }: Candidate): boolean => label === 'default';

function candidatesFrom(
  values: { only?: string[]; random?: string; 'dialect-seed'?: string },
  cwd: string,
): Candidate[] {
  const random = wholeNumber(values.random ?? '0', '--random');
  const asked = values.only?.flatMap((list) => list.split(',')) ?? dialectNames;
  const first = values['dialect-seed'];
  const seed = first === undefined ? Math.floor(Math.random() * 2 ** 31) : seedFrom(first);
  return [
    ...[...new Set(asked)].map((name) => named(name.trim(), cwd)),
    ...Array.from({ length: random }, (_, index) => byDice((seed + index) % 2 ** 32, cwd)),
  ];
}

const named = (name: string, cwd: string): Candidate => ({
  ...chooseDialect(name, { cwd }),
  environment: { ABUSE_FEED_DIALECT: name },
});

/** With these variables, a `serve` that the command starts itself speaks the same dialect. */
const byDice = (seed: number, cwd: string): Candidate => ({
  ...chooseDialect('random', { seed, cwd }),
  environment: { ABUSE_FEED_DIALECT: 'random', ABUSE_FEED_DIALECT_SEED: String(seed) },
});

async function runAll(
  candidates: readonly Candidate[],
  command: readonly string[],
  jobs: number,
  io: Io,
): Promise<Run[]> {
  const progress = progressOn(io.stderr, candidates.length);
  const runs: Run[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < candidates.length; index = next++) {
      const candidate = candidates[index] as Candidate;
      progress.started(candidate.label);
      runs[index] = await runUnder(candidate, command, io);
      progress.ended(candidate.label);
    }
  };
  // All are waited for, also when one throws: none may outlive the command.
  const ends = await Promise.allSettled(Array.from({ length: jobs }, worker));
  progress.done();
  const thrown = ends.find((end) => end.status === 'rejected');
  if (thrown) throw thrown.reason;
  return runs;
}

async function narrowed(
  runs: readonly Run[],
  command: readonly string[],
  budget: number,
  io: Io,
): Promise<Blame> {
  const failed = runs.filter(({ passed }) => !passed).length;
  if (budget === 0 || failed === 0 || failed === runs.length) {
    return { causes: new Map(), cutShort: false };
  }
  // Causes are told as differences from the first dialect that passes, best from the default.
  const ordered = [...runs].sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  io.stdout.write('Running the command on dialects made to narrow this down:\n');
  const fails = async (dialect: Dialect, why: string): Promise<boolean> => {
    const environment = { ABUSE_FEED_DIALECT: 'made to narrow down' };
    const { passed } = await runUnder({ label: why, dialect, environment }, command, io);
    io.stdout.write(`  ${passed ? 'passed' : 'failed'} with ${why}\n`);
    return !passed;
  };
  const blamed = await blame(ordered, fails, budget);
  io.stdout.write('\n');
  return blamed;
}
