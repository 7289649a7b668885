import { availableParallelism } from 'node:os';
import { runTrials } from '../../../contract-tests/selftest/run-trials.ts';
import type { LinkDelay } from '../../../contract-tests/selftest/slow-link.ts';
import {
  mutantTrials,
  ordinaryTrials,
  realisticTrials,
  variantTrials,
} from '../../../contract-tests/selftest/trials.ts';
import {
  command,
  flag,
  refuseArguments,
  seedFrom,
  text,
  UsageError,
  wholeNumber,
} from '../../cli/options.ts';
import { bar, shortTime, statusLineOn } from '../../cli/status-line.ts';
import { mistake, selftestReport } from './selftest-report.ts';

const definition = {
  page: 'docs/working-on-it.md',
  begins: `Checks the kit itself: it must reject every mutant by the clause it breaks, and every realistic fault by any,
and accept every variant and every ordinary server.

Usage: npm run selftest -- [options]`,
  example: 'npm run selftest -- --mutants --only delete',
  options: {
    random: text('N', 'how many random dialects to try (default 40)'),
    seed: text('N', 'the seed of the first of them (default 1)'),
    only: text('TEXT', 'only those whose name has this in it'),
    mutants: flag('only the mutants'),
    variants: flag('only the variants'),
    realistic: flag('only servers with faults as production teams ship them'),
    ordinary: flag('only ordinary servers of several stacks, each in a few forms'),
    each: flag('ordinary servers with each of their choices alone instead'),
    rate: text('N', 'the kit sends at most so many requests a second'),
    delay: text(
      'MS',
      'every response comes so much later; 300-1600: between these; accept=1100: every connection',
    ),
    list: flag('list those to be tried, mutants with the clauses they break, and end'),
    shard: text('I/N', 'only the Ith part of N'),
    jobs: text('N', 'how many to run in parallel (default: one a core)'),
  },
  ends: 'Exits with 0 if the kit was right about all of them, with 1 if not, and with 3 if it was stopped.',
};

export const selftest = command(definition, async ({ values, positionals }, io) => {
  refuseArguments(positionals, 'selftest', 'Did you mean --only?');
  const random = wholeNumber(values.random ?? '40', '--random');
  const jobs = wholeNumber(values.jobs ?? String(availableParallelism()), '--jobs', 1);
  const seed = seedFrom(values.seed ?? '1');
  const isAll = !values.mutants && !values.variants && !values.realistic && !values.ordinary;
  const delay = delayFrom(values.delay);
  const requestsPerSecond = values.rate && wholeNumber(values.rate, '--rate', 1);
  const shard = shardFrom(values.shard);
  const all = [
    ...(isAll || values.mutants ? mutantTrials() : []),
    ...(isAll || values.variants ? variantTrials(random, seed) : []),
    ...(isAll || values.realistic ? realisticTrials() : []),
    ...(isAll || values.ordinary ? ordinaryTrials(values.each) : []),
  ]
    .filter(({ name }) => name.includes(values.only ?? ''))
    .map((trial) => ({
      ...trial,
      ...(delay && { delay }),
      ...(requestsPerSecond && { requestsPerSecond }),
    }));
  if (all.length === 0) {
    throw new UsageError(`None of those to be tried has "${values.only}" in its name.`);
  }

  const trials = inShard(all, shard);
  if (values.list) {
    for (const trial of trials)
      io.stdout.write(
        `${trial.name.padEnd(50)} ${'breaks' in trial ? trial.breaks : trial.kind}\n`,
      );
    return 0;
  }
  let done = 0;
  const begun = performance.now();
  const line = statusLineOn(io.stderr);
  const results = await runTrials(trials, {
    jobs,
    signal: io.signal,
    onResult: (result) => {
      done += 1;
      const left = ((performance.now() - begun) * (trials.length - done)) / done;
      const size = `${bar(done, trials.length)} ${done} of ${trials.length}`;
      line?.draw(`${size}, about ${shortTime(left)} left, last ${result.trial.name}`);
      if (!line && !result.right) io.stderr.write(`${mistake(result)}\n`);
    },
  });
  line?.clear();
  const left = trials.length - results.length;
  if (left > 0)
    io.stdout.write(
      `Stopped before its end: ${results.length} of ${trials.length} were tried, ${left} were not. Of those that were:\n`,
    );
  io.stdout.write(selftestReport(results));
  if (left > 0) return 3;
  return results.every(({ right }) => right) ? 0 : 1;
});

function delayFrom(text: string | undefined): LinkDelay | undefined {
  if (text === undefined) return undefined;
  const [, accept, least, most = least] = /^(accept=)?(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const delay = { least: Number(least), most: Number(most) };
  if (delay.least <= delay.most) return { what: accept ? 'connections' : 'answers', ...delay };
  throw new UsageError(
    `--delay is "${text}". It takes milliseconds such as 1100, 300-1600 or accept=1100.`,
  );
}

/** One machine's part of the work: number I of N. */
interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Parses `2/3`. */
export function shardFrom(text = '1/1'): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new UsageError(
    `--shard is "${text}". It takes two numbers such as 1/3: the first of three.`,
  );
}

/** A shard's items, taken round-robin to spread the slow ones. */
export function inShard<T>(items: readonly T[], { index, of }: Shard): T[] {
  return items.filter((_, nth) => nth % of === index - 1);
}
