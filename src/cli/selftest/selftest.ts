import { availableParallelism } from 'node:os';
import { mutants } from '../../../contract-tests/selftest/mutants/index.ts';
import { runTrials } from '../../../contract-tests/selftest/run-trials.ts';
import {
  conditionalTrials,
  mutantTrials,
  realisticTrials,
  variantTrials,
} from '../../../contract-tests/selftest/trials.ts';
import {
  command,
  flags,
  refuseArguments,
  seedFrom,
  texts,
  UsageError,
  wholeNumber,
} from '../options.ts';
import { statusLineOn } from '../status-line.ts';
import { isProof, mistake, trialsReport } from './report.ts';
import { inShard, shardFrom } from './shard.ts';

const help = `Checks the kit itself: it must reject every mutant by the clause it breaks, and accept every variant.

Usage: abuse-feed selftest [options]

      --random N     how many random dialects to try        (default 40)
      --seed N       the seed of the first of them          (default 1)
      --only TEXT    only mutants and variants whose name has this in it
      --mutants      only the mutants
      --variants     only the variants
      --sample N     only every Nth variant
      --conditional N  instead, N mutants that misbehave only under a condition, drawn by --seed
      --realistic    instead, servers with faults as production teams ship them, nine in ten of which
                     must be rejected, by whichever clause
      --listen       instead, judge the traffic of an ordinary client with each, as abuse-feed listen does
      --list         list the mutants with the clauses they break, and end
      --shard I/N    only the Ith part of N
      --jobs N       how many to run in parallel            (default: one a core)
  -h, --help         show this

Exits with 0 if the kit was right about all of them, otherwise with 1.
`;

const options = {
  ...texts('random', 'seed', 'only', 'sample', 'conditional', 'shard', 'jobs'),
  ...flags('mutants', 'variants', 'realistic', 'listen', 'list'),
};

export const selftest = command(help, options, async ({ values, positionals }, io) => {
  refuseArguments(positionals, 'selftest', 'Did you mean --only?');
  if (values.list) {
    io.stdout.write(mutants.map((m) => `${m.name.padEnd(50)} ${m.breaks}\n`).join(''));
    return 0;
  }
  const random = wholeNumber(values.random ?? '40', '--random');
  const every = wholeNumber(values.sample ?? '1', '--sample', 1);
  const jobs = wholeNumber(values.jobs ?? String(availableParallelism()), '--jobs', 1);
  const seed = seedFrom(values.seed ?? '1');
  const drawn = wholeNumber(values.conditional ?? '0', '--conditional');
  const both = !values.mutants && !values.variants && !values.realistic && drawn === 0;
  if (values.listen && (drawn > 0 || values.realistic))
    throw new UsageError(
      '--listen hears mutants that always lie. Leave --conditional and --realistic out.',
    );
  const shard = shardFrom(values.shard);
  const all = [
    ...(both || values.mutants ? mutantTrials() : []),
    ...(both || values.variants
      ? variantTrials(random, seed).filter((_, nth) => nth % every === 0)
      : []),
    ...conditionalTrials(drawn, seed, true),
    ...(values.realistic ? realisticTrials() : []),
  ]
    .filter(({ name }) => name.includes(values.only ?? ''))
    .map((trial) => (values.listen ? { ...trial, listens: true as const } : trial));
  if (all.length === 0) {
    throw new UsageError(`No mutant and no variant has "${values.only}" in its name.`);
  }

  const trials = inShard(all, shard);
  let done = 0;
  const line = statusLineOn(io.stderr);
  const results = await runTrials(trials, {
    jobs,
    signal: io.signal,
    onResult: (result) => {
      done += 1;
      line?.draw(`${done} of ${trials.length}`);
      if (!line && !result.right) io.stderr.write(`${mistake(result)}\n`);
    },
  });
  line?.clear();
  io.stdout.write(trialsReport(results));
  return results.length === trials.length && isProof(results) ? 0 : 1;
});
