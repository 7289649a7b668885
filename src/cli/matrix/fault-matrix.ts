import { allSettled, Stopped } from '../../matrix/dialect-trials.ts';
import {
  type FaultFinding,
  type FaultRun,
  type FaultTrial,
  faultKinds,
  faultTrials,
  judgeFault,
  mostRequests,
} from '../../matrix/fault-trials.ts';
import type { MatrixCommandRun } from '../../matrix/search-result.ts';
import type { ExitCode, Io } from '../io.ts';
import { matrixProgress } from './matrix-progress.ts';

interface FaultLimits {
  readonly budget: number;
  readonly jobs: number;
}

interface Judged {
  readonly trial: FaultTrial;
  readonly finding: FaultFinding | undefined;
}

/** The result of the fault matrix, for people and programs. */
interface FaultOutcome {
  readonly kind: 'fault-matrix';
  readonly requests: number;
  readonly planned: number;
  readonly runs: number;
  readonly findings: readonly (FaultFinding & { readonly in: readonly string[] })[];
  readonly exitCode: ExitCode;
  readonly says: string;
}

/** Runs the command once per fault and request, within the budget. */
export async function searchFaults(
  runOnce: (
    label: string,
    faulty: { readonly fault: FaultTrial | 'none'; readonly most?: number },
  ) => Promise<MatrixCommandRun>,
  { budget, jobs }: FaultLimits,
  io: Io,
): Promise<FaultOutcome> {
  const usual = faultRun(await runOnce('no fault', { fault: 'none' }));
  const trials = faultTrials(usual);
  const requests = new Set(trials.map(placeOf)).size;
  if (!usual.passed || trials.length === 0) return nothingKnown(usual);
  const chosen = trials.slice(0, budget);
  const left = trials.length - chosen.length;
  io.stdout.write(
    `It makes ${requests} ${requests === 1 ? 'request that is' : 'requests that are'} served; ${faultKinds.length} kinds of faults are injected into them: ${trials.length} runs${left > 0 ? `, of which the budget allows ${chosen.length}` : ''}.\n`,
  );
  let stopped: string | undefined;
  const judgeAll = async (list: readonly FaultTrial[]): Promise<Judged[]> => {
    const progress = matrixProgress(io.stderr, { runs: list.length, jobs });
    const judged: Judged[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let at = next++; at < list.length; at = next++) {
        const trial = list[at] as FaultTrial;
        const label = labelOf(trial);
        progress.started(label);
        const run = await runOnce(label, { fault: trial, most: mostRequests(usual) });
        progress.ended(label, run.passed);
        judged[at] = { trial, finding: judgeFault(trial, faultRun(run), usual) };
      }
    };
    try {
      await allSettled(Array.from({ length: jobs }, worker));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      stopped = error.message;
    } finally {
      progress.done();
    }
    return judged;
  };
  const judged = (await judgeAll(chosen)).filter(Boolean);
  // A finding seen only once may come from a flaky command: only findings seen twice are reported.
  const isTwice = (one: Judged): boolean =>
    judged.some((other) => other !== one && sentenceOf(other) === sentenceOf(one));
  const single = judged.filter((one) => one.finding && !isTwice(one));
  if (single.length > 0 && stopped === undefined)
    io.stdout.write(
      `${single.length === 1 ? 'One finding is' : `${single.length} findings are`} confirmed by another run.\n`,
    );
  const again = await judgeAll(single.map(({ trial }) => trial));
  const once = single.filter((_, at) => !again[at]);
  const unsure = single.filter((one, at) => again[at] && sentenceOf(again[at]) !== sentenceOf(one));
  const sure = judged.filter((one) => !unsure.includes(one) && !once.includes(one));
  const runs = 1 + judged.length + single.length - once.length;
  const counts = { requests, planned: trials.length, runs };
  return outcomeOf({ sure, unsure, once }, counts, stopped);
}

const sentenceOf = (judged: Judged | undefined): string | undefined => judged?.finding?.sentence;

const faultRun = ({ passed, isStopped, events = [] }: MatrixCommandRun): FaultRun => ({
  ...{ passed, events },
  ...(isStopped && { isStopped }),
});

const placeOf = ({ world, operation, nth }: FaultTrial): string =>
  `${operation} ${nth + 1} of ${world === 'default' ? 'the first world' : `"${world}"`}`;

const labelOf = (trial: FaultTrial): string => `${trial.kind.name} at ${placeOf(trial)}`;

function nothingKnown({ passed, events }: FaultRun): FaultOutcome {
  const says = passed
    ? 'The stand-in served no request of the command, so no fault could be injected.\n'
    : 'The command fails without any fault. Let it pass first.\n';
  const counts = { requests: events.length, planned: 0, runs: 1 };
  return { kind: 'fault-matrix', ...counts, findings: [], exitCode: passed ? 3 : 1, says };
}

function outcomeOf(
  {
    sure: judged,
    unsure,
    once,
  }: { readonly [kind in 'sure' | 'unsure' | 'once']: readonly Judged[] },
  counts: Pick<FaultOutcome, 'requests' | 'planned' | 'runs'>,
  stopped: string | undefined,
): FaultOutcome {
  const places = new Map<string, FaultFinding & { in: string[] }>();
  for (const { trial, finding } of judged) {
    if (!finding) continue;
    const known = places.get(finding.sentence) ?? { ...finding, in: [] };
    known.in.push([placeOf(trial), ...(finding.detail ? [finding.detail] : [])].join(', '));
    places.set(finding.sentence, known);
  }
  const findings = [...places.values()].sort((a, b) => a.is.localeCompare(b.is));
  const harm = findings.filter((one) => one.is === 'harm');
  const tried = judged.length + unsure.length + once.length;
  const left = counts.planned - tried;
  const lines = (is: FaultFinding['is']) =>
    findings
      .filter((one) => one.is === is)
      .map(
        (one) =>
          `  ${one.sentence} (${one.in[0]}${one.in.length > 1 ? ` and ${one.in.length - 1} more` : ''})`,
      );
  const says = [
    ...(stopped === undefined ? [] : [`Stopped before its end: ${stopped}. This is known so far.`]),
    harm.length === 0
      ? `${once.length > 0 ? 'No harm is confirmed under' : 'The command does no harm under any of'} the ${tried} faults that were tried.`
      : `The command does harm under ${harm.flatMap((one) => one.in).length} of the ${tried} faults that were tried:`,
    ...lines('harm'),
    ...(findings.length > harm.length ? ['Allowed, but worth knowing:', ...lines('told')] : []),
    ...(unsure.length > 0
      ? [
          `The command is flaky: it did something else the second time under ${unsure.map(({ trial }) => labelOf(trial)).join(', ')}.`,
        ]
      : []),
    ...(once.length > 0
      ? ['Seen once, and not confirmed:', ...once.map((one) => `  ${sentenceOf(one)}`)]
      : []),
    ...(left > 0 ? [`${left} of ${counts.planned} were not tried. Allow more with --budget.`] : []),
    '',
  ].join('\n');
  const exitCode = harm.length > 0 ? 1 : stopped === undefined ? 0 : 3;
  return { kind: 'fault-matrix', ...counts, findings, exitCode, says };
}
