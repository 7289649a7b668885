import {
  allClauses,
  announcement,
  type Clause,
  consoleReport,
  heading,
  htmlReport,
  jsonReport,
  verify as judgeTarget,
  junitReport,
  planOf,
  type RunResult,
  shownTarget,
  survey,
  variables,
} from '../../../contract-tests/index.ts';
import { type ExitCode, type Io, isColorful } from '../io.ts';
import { parseOptions, refuseArguments, seedFrom, UsageError, wholeNumber } from '../options.ts';
import { mustTakeTwin, writeTwin } from '../twin/twin-files.ts';
import { mustBeWritable, written } from '../written.ts';
import { changesSince, failedBefore, formerReport, needlessWaivers } from './again/former.ts';
import { repeated } from './again/repeated.ts';
import { targetFiles, watched } from './again/watched.ts';
import { cleanUpFrom, createdFile } from './created-file.ts';
import { dryRunCode, dryRunReport } from './dry-run.ts';
import { type Choice, describedTarget, isDescribed, judgedServer } from './judged.ts';
import { refuseUseless } from './modes.ts';
import { printed, tellGithub } from './on-github.ts';
import { progressOn } from './progress.ts';
import { writeScripts } from './scripts.ts';
import { listed, listing, selection } from './selection.ts';

const help = `Judges an implementation of the specification, clause by clause.

Usage: abuse-feed verify [options]

Without a target, the reference server is started on a free port and judged.

  --target FILE        the implementation: its URLs, its tokens, what it holds (YAML or JSON)
  --base-url URL       overrides baseUrl of the target
  --analysis-url URL   overrides analysisUrl of the target
  --only ID            judge only this clause, those of 'delete/*', or of a section such as 4.3; may be
                       repeated, or a list with commas
  --list               list the clauses and end
  --baseline FILE      say what is new, mended and still broken since a former --json FILE
  --failed             judge only what was broken in --baseline FILE, or else in the file of --json
  --fail-fast          stop at the first clause that is broken
  --watch              judge again when the target file changes
  --watch-folder DIR   the same when something in this folder changes
  --json FILE          write the result as JSON
  --junit FILE         write the result as JUnit XML
  --html FILE          write the result as one HTML page
  --repro DIR          write a shell script for each cause, which shows it again
  --learn FILE         write how the target answers the open points, as a dialect file, and beside
                       it NAME.config.yaml, with which serve has its services and callers too
  --strict             end with 1 if an answer differs from the file that expect of the target names
  --dry-run            say what a run would do, and create, delete and use up nothing
  --cleanup FILE       delete what a run has left that was cut off; it wrote this file
  --require-all        what could not be tested makes the run inconclusive
  --dialect NAME       the dialect of the reference server, where that is judged
  --plan-seed N        plan the cases by this seed (default 1); the same seed repeats them
  --thorough           cases for every triple of features, not only every pair
  --explore TIME       walk at random so long after all else, such as 60s, or so many requests
  --repeat N           judge N times, and fail where the verdicts differ
  --verbose            show all the evidence
  -h, --help           show this

Ends with 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive.
Variables override the target file: ${Object.values(variables).slice(0, 2).join(', ')}, …
`;

const options = {
  target: { type: 'string' },
  'base-url': { type: 'string' },
  'analysis-url': { type: 'string' },
  only: { type: 'string', multiple: true },
  list: { type: 'boolean' },
  baseline: { type: 'string' },
  failed: { type: 'boolean' },
  'fail-fast': { type: 'boolean' },
  watch: { type: 'boolean' },
  'watch-folder': { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  html: { type: 'string' },
  repro: { type: 'string' },
  learn: { type: 'string' },
  strict: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  cleanup: { type: 'string' },
  'require-all': { type: 'boolean' },
  dialect: { type: 'string' },
  'plan-seed': { type: 'string' },
  thorough: { type: 'boolean' },
  explore: { type: 'string' },
  repeat: { type: 'string' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parseOptions<typeof options>>['values'];

/** How a target is judged; tests hand in a recorded result. */
export type Judge = typeof judgeTarget;

const choiceOf = (values: Values): Choice => ({
  target: values.target,
  dialect: values.dialect,
  flags: {
    ...(values['base-url'] !== undefined && { baseUrl: values['base-url'] }),
    ...(values['analysis-url'] !== undefined && { analysisUrl: values['analysis-url'] }),
  },
});

/** `60s`, `2m` or a number of requests. */
const walkOf = (text: string): { readonly requests: number } | { readonly ms: number } => {
  const [, count = '', unit = ''] = /^(\d+)(s|m|)$/.exec(text) ?? [];
  if (count === '' || Number(count) === 0)
    throw new UsageError('--explore takes a time such as 60s or 2m, or a number of requests.');
  if (unit === '') return { requests: Number(count) };
  return { ms: Number(count) * (unit === 'm' ? 60_000 : 1000) };
};

/** Judges a target, or the reference server where none is given. */
export async function verify(
  args: string[],
  io: Io,
  judge: Judge = judgeTarget,
): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, options);
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  refuseArguments(positionals, 'verify', 'Did you mean --target?');
  if (!values.list) refuseUseless(values);
  const failed = values.failed ? failedBefore([values.baseline, values.json], io) : [];
  const chosen = selection([...listed(values.only), ...failed]);
  const former = values.baseline === undefined ? undefined : formerReport(values.baseline, io);
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
  for (const file of [values.json, values.junit, values.html, values.learn])
    mustBeWritable(file, io);
  if (isDescribed(choice, io)) mustTakeTwin(values.learn, io);
  const run = () => judged(values, chosen, judge, io);
  if (times > 1) return repeated(times, run, io);
  const report = async (): Promise<RunResult> => {
    const result = await run();
    const shown = { color: isColorful(io), verbose: values.verbose ?? false };
    printed(consoleReport(result, shown), io);
    io.stdout.write(needlessWaivers(result));
    if (former) io.stdout.write(`\n${changesSince(former, result)}`);
    tellGithub(result, io);
    written(values.json, io, () => jsonReport(result));
    written(values.junit, io, () => junitReport(result));
    written(values.html, io, () => htmlReport(result));
    writeScripts(values.repro, io, result);
    writeTwin(values.learn, describedTarget(choice, io), result, {
      io,
      write: (file, text) => written(file, io, text),
    });
    return result;
  };
  if (!values.watch && values['watch-folder'] === undefined) return (await report()).exitCode;
  const files = targetFiles(values.target, io);
  return watched({ files, folder: values['watch-folder'] }, report, io);
}

const dryRun = async (values: Values, chosen: readonly Clause[], io: Io): Promise<ExitCode> => {
  const { target, close } = await judgedServer(choiceOf(values), io);
  const only = chosen.length < allClauses().length ? chosen.map(({ id }) => id) : undefined;
  try {
    const made = await survey(target, {
      learn: values.learn !== undefined,
      thorough: values.thorough ?? false,
      signal: io.signal,
      ...(only && { only }),
    });
    io.stdout.write(dryRunReport(target, made));
    return dryRunCode(made);
  } finally {
    await close();
  }
};

const judged = async (
  values: Values,
  chosen: readonly Clause[],
  judge: Judge,
  io: Io,
): Promise<RunResult> => {
  const planSeed = seedFrom(values['plan-seed'] ?? '1', '--plan-seed');
  const { target, close } = await judgedServer(choiceOf(values), io);
  const progress = progressOn(io.stderr);
  try {
    io.stdout.write(`${heading(shownTarget(target))}\n`);
    const only = chosen.length < allClauses().length ? chosen.map(({ id }) => id) : undefined;
    const { spending } = planOf(target, only && { only });
    io.stdout.write(announcement(spending));
    io.stdout.write(`It ends by itself after ${target.pace.patienceMinutes} minutes at most.\n`);
    // The reference server is gone with what it holds.
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
      learn: values.learn !== undefined,
      strict: values.strict ?? false,
      ...(only && { only }),
      requireAll: values['require-all'] ?? false,
      planSeed,
      ...(values.explore !== undefined && { explore: walkOf(values.explore) }),
      thorough: values.thorough ?? false,
      signal: AbortSignal.any([io.signal, stop.signal]),
      onBroken,
      onProgress: progress.onProgress,
      onPhase: progress.onPhase,
      onNotice: progress.onNotice,
    }).catch((error: unknown) => {
      io.stdout.write(created?.hint(true) ?? '');
      throw error;
    });
    const hint = created?.hint(result.leftovers.length > 0) ?? '';
    if (hint === '') created?.remove();
    io.stdout.write(hint);
    return result;
  } finally {
    progress.end();
    await close();
  }
};
