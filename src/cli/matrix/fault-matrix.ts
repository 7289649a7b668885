import {
  type FaultFinding,
  type FaultRun,
  type FaultTrial,
  faultTrials,
  judgeFault,
} from '../../matrix/faults.ts';
import type { Run } from '../../matrix/search.ts';
import { together } from '../../matrix/trials.ts';
import type { ExitCode, Io } from '../io.ts';
import { progressOn } from './progress.ts';

export interface FaultLimits {
  readonly budget: number;
  readonly jobs: number;
}

interface Judged {
  readonly trial: FaultTrial;
  readonly finding: FaultFinding | undefined;
}

/** What the fault matrix found out, for people and programs. */
export interface FaultOutcome {
  readonly kind: 'fault-matrix';
  readonly requests: number;
  readonly planned: number;
  readonly runs: number;
  readonly findings: readonly (FaultFinding & { readonly in: readonly string[] })[];
  readonly exitCode: ExitCode;
  readonly says: string;
}

/** Runs the command once for each fault at each of its requests, as far as the budget goes. */
export async function searchFaults(
  runOnce: (label: string, fault: FaultTrial | 'none') => Promise<Run>,
  { budget, jobs }: FaultLimits,
  io: Io,
): Promise<FaultOutcome> {
  const usual = faultRun(await runOnce('no fault', 'none'));
  const trials = faultTrials(usual);
  const requests = new Set(trials.map(placeOf)).size;
  if (!usual.passed || trials.length === 0) return nothingKnown(usual);
  const chosen = trials.slice(0, budget);
  const left = trials.length - chosen.length;
  io.stdout.write(
    `It makes ${requests} requests that are served, each of which ${trials.length / requests} faults may meet: ${trials.length} runs${left > 0 ? `, of which the budget allows ${chosen.length}` : ''}.\n`,
  );
  const progress = progressOn(io.stderr, { runs: chosen.length, jobs });
  const judged: Judged[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < chosen.length; at = next++) {
      const trial = chosen[at] as FaultTrial;
      const label = `${trial.kind.name} at ${placeOf(trial)}`;
      progress.started(label);
      const run = await runOnce(label, trial);
      progress.ended(label, run.passed);
      judged[at] = { trial, finding: judgeFault(trial, faultRun(run), usual) };
    }
  };
  try {
    await together(Array.from({ length: jobs }, worker));
  } finally {
    progress.done();
  }
  return outcomeOf(judged, { requests, planned: trials.length });
}

const faultRun = ({ passed, events = [] }: Run): FaultRun => ({ passed, events });

const placeOf = ({ world, operation, nth }: FaultTrial): string =>
  `${operation} ${nth + 1} of ${world === 'default' ? 'the first world' : `"${world}"`}`;

function nothingKnown({ passed, events }: FaultRun): FaultOutcome {
  const says = passed
    ? 'The stand-in served no request of the command, so that no fault can meet one.\n'
    : 'The command fails without any fault. Let it pass first.\n';
  const counts = { requests: events.length, planned: 0, runs: 1 };
  return { kind: 'fault-matrix', ...counts, findings: [], exitCode: passed ? 3 : 1, says };
}

function outcomeOf(
  judged: readonly Judged[],
  { requests, planned }: { readonly requests: number; readonly planned: number },
): FaultOutcome {
  const places = new Map<string, FaultFinding & { in: string[] }>();
  for (const { trial, finding } of judged) {
    if (!finding) continue;
    const known = places.get(finding.sentence) ?? { ...finding, in: [] };
    known.in.push(placeOf(trial));
    places.set(finding.sentence, known);
  }
  const findings = [...places.values()].sort((a, b) => a.is.localeCompare(b.is));
  const harm = findings.filter((one) => one.is === 'harm');
  const left = planned - judged.length;
  const lines = (is: FaultFinding['is']) =>
    findings
      .filter((one) => one.is === is)
      .map(
        (one) =>
          `  ${one.sentence} (${one.in[0]}${one.in.length > 1 ? ` and ${one.in.length - 1} more` : ''})`,
      );
  const says = [
    harm.length === 0
      ? `The command does no harm under any of the ${judged.length} faults that were tried.`
      : `The command does harm under ${harm.flatMap((one) => one.in).length} of the ${judged.length} faults that were tried:`,
    ...lines('harm'),
    ...(findings.length > harm.length ? ['It may do this, and is told:', ...lines('told')] : []),
    ...(left > 0 ? [`${left} of ${planned} were not tried. Allow more with --budget.`] : []),
    '',
  ].join('\n');
  const exitCode = harm.length > 0 ? 1 : 0;
  return {
    kind: 'fault-matrix',
    requests,
    planned,
    runs: judged.length + 1,
    findings,
    exitCode,
    says,
  };
}
