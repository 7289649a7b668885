import {
  abuseFeed,
  allClauses,
  announcement,
  type Clause,
  changesSince,
  consoleReport,
  heading,
  judgeTarget,
  leastBudget,
  type PlanOptions,
  survey,
  type VerifyResult,
  variables,
  wordsOf,
} from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { harOptions, harRecorder, writeHar } from '../har-file.ts';
import { type ExitCode, type Io, isColorful } from '../io.ts';
import {
  command,
  flag,
  list,
  refuseArguments,
  seedFrom,
  text,
  UsageError,
  type ValuesOf,
  wholeNumber,
} from '../options.ts';
import { mustTakeReports, reportOptions, writeReportFiles } from '../report-files.ts';
import { mustTakeTwin, writeTwin } from '../twin/twin-files.ts';
import { mustBeFolder, mustBeWritable, writeOutput } from '../written.ts';
import { writeCauseFiles } from './cause-files.ts';
import { cleanUpFrom, createdFile } from './created-file.ts';
import { dryRunCode, dryRunReport } from './dry-run.ts';
import { needlessWaivers, previousRunReport } from './former.ts';
import {
  choiceOf,
  describedBy,
  describedTarget,
  isDescribed,
  judgedServer,
  type ServerUnderTest,
} from './judged.ts';
import { printed, tellGithub } from './on-github.ts';
import { refilled } from './refill.ts';
import { repeated } from './repeated.ts';
import { listing, selection, splitList } from './selection.ts';
import { progressOn } from './verify-progress.ts';

/** Modes other than judging one target once: options that would have no effect exclude them. */
const notInCleanup = { cleanup: 'only deletes what a run left behind' };
const notInDryRun = { ...notInCleanup, 'dry-run': 'judges nothing' };
const notInRepeat = { ...notInDryRun, repeat: 'writes no files' };

const options = {
  target: text('FILE', 'the implementation: its URLs, its tokens, what it holds (YAML or JSON)'),
  'base-url': text('URL', 'overrides baseUrl of the target'),
  'analysis-url': text('URL', 'overrides analysisUrl of the target'),
  only: list(
    'ID',
    "check only this clause, those of 'delete/*', or of a section such as 4.3; may be repeated, or a list with commas",
    { excludes: notInCleanup },
  ),
  skip: list('ID', 'leave out the requests of this clause; by pattern or section, as --only', {
    excludes: notInCleanup,
  }),
  careful: flag('leave out requests that could do harm on a faulty server; --dry-run lists them', {
    excludes: notInCleanup,
  }),
  'no-spend': flag('do not use the limited tokens', { excludes: notInCleanup }),
  list: flag('list the clauses and end'),
  baseline: text(
    'FILE',
    'compare with an earlier --json FILE: what is new, fixed or still broken',
    { excludes: notInRepeat },
  ),
  'fail-fast': flag('stop at the first broken clause', { excludes: notInDryRun }),
  ...reportOptions(notInRepeat),
  ...harOptions(notInRepeat),
  repro: text('DIR', 'write the requests of each cause, for abuse-feed replay', {
    excludes: notInRepeat,
  }),
  learn: text(
    'FILE',
    'write how the target answers the open points, as a dialect file, and beside it NAME.config.yaml, with which serve has its services and callers too',
    // Learning makes a run longer, which --dry-run tells.
    { excludes: { ...notInCleanup, repeat: notInRepeat.repeat } },
  ),
  strict: flag("exit with 1 if an answer differs from the target's expect file", {
    excludes: notInDryRun,
  }),
  'dry-run': flag('print what a run would do, without creating, deleting or using up anything', {
    excludes: notInCleanup,
  }),
  cleanup: text('FILE', 'delete what an interrupted run left behind, as listed in this file'),
  'require-all': flag('treat untestable clauses as inconclusive', { excludes: notInDryRun }),
  'fail-on-5xx': flag('exit with 1 if a valid request got a 5xx', {
    excludes: notInDryRun,
  }),
  dialect: text('NAME', 'dialect of the reference server, when that is checked', {
    excludes: notInCleanup,
  }),
  'plan-seed': text('N', 'plan the cases by this seed (default 1); the same seed repeats them', {
    excludes: notInDryRun,
  }),
  thorough: flag('plan cases for every triple of features, not only every pair', {
    excludes: notInCleanup,
  }),
  explore: text(
    'TIME',
    'explore at random afterwards, for a time such as 60s or a number of requests',
    { excludes: notInCleanup },
  ),
  budget: text('N', 'make at most N requests, the most telling first; cleaning up is among them', {
    excludes: { ...notInCleanup, 'require-all': 'wants everything tested' },
  }),
  repeat: text('N', 'run N times, and fail if the verdicts differ', { excludes: notInDryRun }),
  verbose: flag('print all evidence'),
};

const definition = {
  page: 'docs/verify.md',
  begins: `Checks an implementation against the specification, clause by clause.

Usage: abuse-feed verify [options]

Without a target, it starts the reference server on a free port and checks that.`,
  example: 'abuse-feed verify --target my-server.yaml --html verify.html',
  options,
  ends: `Exit codes: 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive.
Variables override the target file: ${Object.values(variables).slice(0, 2).join(', ')}, …`,
};

type Values = ValuesOf<typeof options>;

/** How a target is judged; tests pass a recorded result. */
export type VerifyTarget = typeof judgeTarget;

/** `60s`, `2m` or a number of requests. */
function walkOf(given: string): { readonly requests: number } | { readonly ms: number } {
  const [, count = '', unit = ''] = /^(\d+)(s|m|)$/.exec(given) ?? [];
  if (count === '' || Number(count) === 0)
    throw new UsageError('--explore takes a time such as 60s or 2m, or a number of requests.');
  if (unit === '') return { requests: Number(count) };
  return { ms: Number(count) * (unit === 'm' ? 60_000 : 1000) };
}

/** Judges a target, or the reference server without one. */
export const verify = command(definition, async (asked, io, judge: VerifyTarget = judgeTarget) => {
  const { values, positionals, args } = asked;
  refuseArguments(positionals, 'verify', describedBy(positionals));
  const chosen = selection(splitList(values.only));
  const former = values.baseline === undefined ? undefined : previousRunReport(values.baseline, io);
  if (values.list) {
    io.stdout.write(`${listing(chosen)}\n`);
    return 0;
  }
  const times = wholeNumber(values.repeat ?? '1', '--repeat', 1);
  const choice = choiceOf(values);
  if (values.dialect !== undefined && isDescribed(choice, io))
    throw new UsageError('--dialect is for the reference server. Leave it out, or the target.');
  if (values.cleanup !== undefined) return cleanUpFrom(values.cleanup, choice, io);
  if (values['dry-run']) return dryRun(values, chosen, io);
  mustTakeReports(values, io);
  mustBeWritable(values.learn, io);
  mustBeWritable(values.har, io);
  mustBeFolder(values.repro, io);
  if (isDescribed(choice, io)) mustTakeTwin(values.learn, io);
  const command = ['abuse-feed verify', ...args.map(shellWord)].join(' ');
  const run = () => judged(values, chosen, judge, io, command);
  if (times > 1) return repeated(times, run, io);
  const result = await run();
  const hasFiles = values.repro !== undefined;
  const format = { color: isColorful(io), verbose: values.verbose ?? false, hasFiles };
  printed(consoleReport(result, format), io);
  printed(needlessWaivers(result) + (former ? changesSince(former, result) : ''), io);
  tellGithub(result, io);
  writeReportFiles(values, io, result, former);
  writeCauseFiles(values.repro, io, result, isDescribed(choice, io) ? result.target : undefined);
  writeTwin(values.learn, describedTarget(choice, io), result, {
    io,
    write: (file, text) => writeOutput(file, io, text),
  });
  return result.exitCode;
});

function planOptionsOf(values: Values, chosen: readonly Clause[]): PlanOptions {
  const skip = splitList(values.skip);
  return {
    ...(chosen.length < allClauses().length && { only: chosen.map(({ id }) => id) }),
    ...(skip.length > 0 && { skip: selection(skip).map(({ id }) => id) }),
    ...(values.explore !== undefined && { explore: walkOf(values.explore) }),
    ...(values.budget !== undefined && {
      budget: wholeNumber(values.budget, '--budget', leastBudget),
    }),
    noSpend: values['no-spend'] ?? false,
    learn: values.learn !== undefined,
    planSeed: seedFrom(values['plan-seed'] ?? '1', '--plan-seed'),
    thorough: values.thorough ?? false,
  };
}

async function chosenServer(values: Values, io: Io): Promise<ServerUnderTest> {
  const judged = await judgedServer(choiceOf(values), io);
  return values.careful ? { ...judged, target: { ...judged.target, careful: true } } : judged;
}

async function dryRun(values: Values, chosen: readonly Clause[], io: Io): Promise<ExitCode> {
  const plan = planOptionsOf(values, chosen);
  const { target, close } = await chosenServer(values, io);
  try {
    const made = await survey(target, { ...plan, signal: io.signal });
    io.stdout.write(dryRunReport(target, made));
    return dryRunCode(made);
  } finally {
    await close();
  }
}

async function judged(
  values: Values,
  chosen: readonly Clause[],
  judge: VerifyTarget,
  io: Io,
  command: string,
): Promise<VerifyResult> {
  const plan = planOptionsOf(values, chosen);
  const { target, close } = await chosenServer(values, io);
  const progress = progressOn(io.stderr);
  try {
    const service = abuseFeed(target, plan);
    const recorder = harRecorder(values, service.redactor());
    printed(`${heading(service.summary)}\n`, io);
    const { spending } = service.plan;
    await refilled(target, spending, io);
    io.stdout.write(announcement({ spending, words: wordsOf(service) }));
    // The reference server is gone, with its contents.
    const isOthers = isDescribed(choiceOf(values), io);
    const created = isOthers ? createdFile(target, values.target, io) : undefined;
    const stop = new AbortController();
    const judgedHere = new Set(chosen.map(({ id }) => id));
    for (const { clause } of target.waive) judgedHere.delete(clause);
    const onBroken = (clause: string): void => {
      if (values['fail-fast'] && judgedHere.has(clause)) stop.abort();
    };
    const result = await judge(target, {
      ...(created && { onStored: created.listener }),
      ...(recorder && { onReceived: (exchange) => recorder.add(exchange) }),
      ...plan,
      command,
      strict: values.strict ?? false,
      requireAll: values['require-all'] ?? false,
      failOn5xx: values['fail-on-5xx'] ?? false,
      signal: AbortSignal.any([io.signal, stop.signal]),
      onBroken,
      onProgress: progress.onProgress,
      onPhase: progress.onPhase,
      onNotice: progress.onNotice,
    }).catch((error: unknown) => {
      io.stdout.write(created?.hint(true) ?? '');
      throw error;
    });
    writeHar(values, io, recorder);
    const hint = created?.hint(result.leftovers.length > 0) ?? '';
    if (hint === '') created?.remove();
    io.stdout.write(hint);
    return result;
  } finally {
    progress.end();
    await close();
  }
}
