import { availableParallelism } from 'node:os';
import { mutants } from '../../contract-tests/selftest/mutants/index.ts';
import { runTrials } from '../../contract-tests/selftest/run-trials.ts';
import {
  conditionalTrials,
  mutantTrials,
  type Trial,
  type TrialResult,
  variantTrials,
} from '../../contract-tests/selftest/trials.ts';
import type { ExitCode, Io } from './io.ts';
import { parseOptions, refuseArguments, seedFrom, UsageError, wholeNumber } from './options.ts';
import { statusLineOn } from './status-line.ts';

const help = `Proves the kit: it must reject every mutant by the clause it breaks, and accept every variant.

Usage: abuse-feed selftest [options]

      --random N     how many random dialects to try        (default 40)
      --seed N       the seed of the first of them          (default 1)
      --only TEXT    only mutants and variants whose name has this in it
      --mutants      only the mutants
      --variants     only the variants
      --sample N     only every Nth variant
      --conditional N  instead, N mutants that lie only under a condition, drawn by --seed
      --list         list the mutants with the clauses they break, and end
      --jobs N       how many to judge side by side         (default: one a core)
  -h, --help         show this

Ends with 0 when the kit was right about all of them, 1 when it was not.
`;

const options = {
  random: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string' },
  mutants: { type: 'boolean' },
  variants: { type: 'boolean' },
  sample: { type: 'string' },
  conditional: { type: 'string' },
  list: { type: 'boolean' },
  jobs: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function selftest(args: string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, options);
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
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
  const both = !values.mutants && !values.variants && drawn === 0;
  const trials = [
    ...(both || values.mutants ? mutantTrials() : []),
    ...(both || values.variants
      ? variantTrials(random, seed).filter((_, nth) => nth % every === 0)
      : []),
    ...conditionalTrials(drawn, seed, true),
  ].filter(({ name }) => name.includes(values.only ?? ''));
  if (trials.length === 0) {
    throw new UsageError(`No mutant and no variant has "${values.only}" in its name.`);
  }

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
  io.stdout.write(report(results));
  return results.length === trials.length && results.every(({ right }) => right) ? 0 : 1;
}

function report(results: readonly TrialResult[]): string {
  const of = (kind: Trial['kind']) => results.filter(({ trial }) => trial.kind === kind);
  const mistakes = results.filter(({ right }) => !right);
  return [
    ...matrix(of('mutant')),
    ...mistakes.map(mistake),
    ...share('mutants rejected', of('mutant')),
    ...share('variants accepted', [...of('variant'), ...of('form')]),
    ...kills(of('conditional')),
    '',
  ].join('\n');
}

/** What the plan is worth: the same mutants, met by as many requests of the usual kind. */
const kills = (results: readonly TrialResult[]): string[] => {
  const of = (planned: boolean) =>
    results.filter(({ trial }) => trial.kind === 'conditional' && trial.planned === planned);
  const rejected = (some: readonly TrialResult[]): string => {
    const count = some.filter(({ verdict }) => verdict === 'violates').length;
    return `${count} of ${some.length} (${((100 * count) / some.length).toFixed(0)} %)`;
  };
  if (results.length === 0) return [];
  const without = of(false);
  return [
    `${rejected(of(true))} conditional mutants rejected`,
    ...(without.length > 0
      ? [`${rejected(without)} of a sample, where as many requests are made without a plan`]
      : []),
  ];
};

/** One line a clause: how many of its mutants were rejected by it. */
function matrix(results: readonly TrialResult[]): string[] {
  const byClause = new Map<string, TrialResult[]>();
  for (const result of results) {
    const clause = result.trial.kind === 'mutant' ? result.trial.breaks : '';
    byClause.set(clause, [...(byClause.get(clause) ?? []), result]);
  }
  return [...byClause]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([clause, of]) => {
      const right = of.filter((result) => result.right).length;
      return `${right === of.length ? '✔' : '✘'} ${clause.padEnd(44)} ${right}/${of.length}`;
    });
}

/** Left out where none was tried: 0 of 0 would look like a proof. */
const share = (what: string, results: readonly TrialResult[]): string[] => {
  if (results.length === 0) return [];
  const right = results.filter((result) => result.right).length;
  const percent = (100 * right) / results.length;
  return [`${right} of ${results.length} ${what} (${percent.toFixed(percent === 100 ? 0 : 1)} %)`];
};

function mistake({ trial, verdict, broken }: TrialResult): string {
  const expected =
    trial.kind === 'mutant' || trial.kind === 'conditional'
      ? `should be rejected by ${trial.breaks}`
      : 'should be accepted';
  const found = broken.length === 0 ? '' : ` (${broken.slice(0, 5).join(', ')})`;
  return `✘ ${trial.kind} ${trial.name} ${expected}, but it ${verdict}${found}`;
}
