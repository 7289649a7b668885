import {
  abuseFeed,
  allClauses,
  announcement,
  type Clause,
  cardFile,
  heading,
  judgeTarget,
  learnedReport,
  type PlanOptions,
  type Target,
  type VerifyResult,
  wordsOf,
} from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import type { Io } from '../io.ts';
import { command, refuseArguments, UsageError } from '../options.ts';
import { mustTakeFiles, print, recorderOf, tell, writeRecording } from '../outcome.ts';
import { mustBeFolder, writeOutput } from '../written.ts';
import { writeCauseFiles } from './cause-files.ts';
import { cleanUpFrom } from './clean-up.ts';
import { CreatedFile } from './created-file.ts';
import { dryRunReport } from './dry-run.ts';
import { choiceOf, describedBy, isDescribed, judgedServer } from './judged.ts';
import { readCause, repeatCause } from './repeat-cause.ts';
import { listing, selection, splitList } from './selection.ts';
import { definition, type VerifyValues } from './verify-options.ts';
import { progressOn } from './verify-progress.ts';

/** How a target is judged; tests pass a recorded result. */
export type VerifyTarget = typeof judgeTarget;

/** Judges a target, or the reference server without one. */
export const verify = command(definition, async (asked, io, judge: VerifyTarget = judgeTarget) => {
  const { values, positionals, args } = asked;
  refuseArguments(positionals, 'verify', describedBy(positionals));
  const chosen = selection(splitList(values.only));
  if (values.list) {
    io.stdout.write(`${listing(chosen)}\n`);
    return 0;
  }
  const choice = choiceOf(values);
  const isOthers = isDescribed(choice, io);
  if (values.dialect !== undefined && isOthers)
    throw new UsageError('--dialect is for the reference server. Leave it out, or the target.');
  if (values.cleanup !== undefined) return cleanUpFrom(values.cleanup, choice, io);
  mustTakeFiles(values, io);
  mustBeFolder(values.repro, io);
  const cause = values.cause === undefined ? undefined : readCause(values.cause, io);
  const plan = planOf(values, chosen);

  const server = await judgedServer(choice, io);
  const target = values.careful ? { ...server.target, careful: true } : server.target;
  try {
    if (cause)
      return await repeatCause(
        cause,
        target,
        { targetFile: values.target, spends: !values['no-spend'] },
        io,
      );
    if (values['dry-run']) {
      io.stdout.write(dryRunReport(abuseFeed(target, plan)));
      return 0;
    }
    const command = ['abuse-feed verify', ...args.map(shellWord)].join(' ');
    const created = isOthers ? new CreatedFile(target, values.target, io) : undefined;
    const run = { values, plan, chosen, target, created, command };
    const result = await runOf(run, judge, io);
    const code = tell(result, values, io);
    print(needlessWaivers(result), io);
    writeCauseFiles(values.repro, io, result, isOthers ? result.target : undefined);
    writeCard(values.card, isOthers ? values.target : undefined, result, io);
    return code;
  } finally {
    await server.close();
  }
});

interface Wanted {
  readonly values: VerifyValues;
  readonly plan: PlanOptions;
  readonly chosen: readonly Clause[];
  readonly target: Target;
  /** None for the reference server: it is gone after the run, with its contents. */
  readonly created: CreatedFile | undefined;
  /** What repeats the run. */
  readonly command: string;
}

/** Says what the run will use up, shows its progress, and keeps what it creates on disk until that is gone. */
async function runOf(wanted: Wanted, judge: VerifyTarget, io: Io): Promise<VerifyResult> {
  const { values, plan, chosen, target, created, command } = wanted;
  const service = abuseFeed(target, plan);
  print(`${heading(service.summary)}\n`, io);
  io.stdout.write(announcement({ spending: service.plan.spending, words: wordsOf(service) }));
  const recorder = recorderOf(values, service.redactor());
  const progress = progressOn(io.stderr);
  const stop = new AbortController();
  const judged = new Set(chosen.map(({ id }) => id));
  for (const { clause } of target.waive) judged.delete(clause);
  let hasLeftovers = true;
  try {
    const result = await judge(target, {
      ...plan,
      ...(created && { onStored: created.listener }),
      ...(recorder && { onReceived: (exchange) => recorder.add(exchange) }),
      strict: values.strict ?? false,
      requireAll: values['require-all'] ?? false,
      failOn5xx: values['fail-on-5xx'] ?? false,
      signal: AbortSignal.any([io.signal, stop.signal]),
      onBroken: (clause) => {
        if (values['fail-fast'] && judged.has(clause)) stop.abort();
      },
      onProgress: progress.onProgress,
      onPhase: progress.onPhase,
      onNotice: progress.onNotice,
      command,
    });
    hasLeftovers = result.leftovers.length > 0;
    writeRecording(values, io, recorder);
    return result;
  } finally {
    progress.end();
    created?.end(hasLeftovers);
  }
}

function planOf(values: VerifyValues, chosen: readonly Clause[]): PlanOptions {
  const skip = splitList(values.skip);
  return {
    ...(chosen.length < allClauses().length && { only: chosen.map(({ id }) => id) }),
    ...(skip.length > 0 && { skip: selection(skip).map(({ id }) => id) }),
    ...(values.explore !== undefined && { explore: walkOf(values.explore) }),
    noSpend: values['no-spend'] ?? false,
    learn: values.card !== undefined,
  };
}

/** `60s`, `2m` or a number of requests. */
function walkOf(given: string): { readonly requests: number } | { readonly ms: number } {
  const [, count = '', unit = ''] = /^(\d+)(s|m|)$/.exec(given) ?? [];
  if (count === '' || Number(count) === 0)
    throw new UsageError('--explore takes a time such as 60s or 2m, or a number of requests.');
  if (unit === '') return { requests: Number(count) };
  return { ms: Number(count) * (unit === 'm' ? 60_000 : 1000) };
}

/** Writes the answers that a run learned, and says what it could not learn. */
function writeCard(
  card: string | undefined,
  targetFile: string | undefined,
  { own, startedAt, target }: VerifyResult,
  io: Io,
): void {
  if (card === undefined || !own) return;
  const about = { baseUrl: target.urls[0]?.url ?? '', startedAt };
  writeOutput(card, io, () => cardFile(own.card, about, own));
  io.stdout.write(`\n${learnedReport(own.card, card, targetFile)}`);
}

/** Waivers of clauses that are met by now. */
function needlessWaivers({ clauses }: VerifyResult): string {
  const ids = clauses
    .filter(
      ({ verdict, findings, times }) => verdict === 'waived' && findings.length === 0 && times > 0,
    )
    .map(({ id }) => id);
  return ids.length === 0
    ? ''
    : `You can remove these from waive of the target file, the server now meets them: ${ids.join(', ')}\n`;
}
