import { plural } from '../values/listed.ts';
import {
  differenceIn,
  type FaultResult,
  findingsOf,
  isSeenOnce,
  mostFaults,
  placeText,
  requestCount,
} from './fault-search.ts';
import type { FaultFinding } from './faults.ts';
import type { FaultGroup, MatrixExit, Report } from './report.ts';
import type { Trial } from './trial.ts';

/** A trial with what its first run shows. */
interface Judged {
  readonly trial: Trial;
  readonly finding: FaultFinding | undefined;
  /** `once`: seen in the only run. `unsure`: the second run showed something else. */
  readonly is: 'sure' | 'once' | 'unsure';
}

export function faultReport(result: FaultResult): Report {
  const { control, places, runs, stopped } = result;
  const judged = judgedIn(result);
  return {
    kind: 'fault-matrix',
    ...conclusionOf(result, judged),
    reliesOn: [],
    usual: {},
    control,
    trials: judged.map(({ trial, finding, is }) => ({
      label: trial.label,
      kind: trial.kind,
      answers: trial.answers,
      ends: is === 'sure' ? (finding?.is ?? 'survived') : 'unsteady',
      isBad: is === 'sure' && finding?.is === 'harm',
      runs: trial.runs,
    })),
    runs,
    more: { requests: requestCount(places), planned: places.length },
    stopped,
  };
}

function judgedIn({ usual, trials }: FaultResult): readonly Judged[] {
  if (!usual) return [];
  return trials.map((trial) => {
    const [finding] = findingsOf(trial, usual);
    const single = trial.runs.length < 2 ? 'once' : 'unsure';
    return { trial, finding, is: isSeenOnce(trial, trials, usual) ? single : 'sure' };
  });
}

type Conclusion = Pick<Report, 'exitCode' | 'sentence' | 'findings' | 'remarks'>;

function conclusionOf(result: FaultResult, judged: readonly Judged[]): Conclusion {
  const { usual, control, places, stopped } = result;
  const nothing = (exitCode: MatrixExit, sentence: string): Conclusion => ({
    exitCode,
    sentence,
    findings: [],
    remarks: [],
  });
  const end = stopped === undefined ? '' : `Stopped before its end (${stopped}). `;
  const difference = differenceIn(control);
  // What it does with a fault could be its own doing.
  if (difference !== undefined)
    return nothing(
      3,
      `The command is flaky: without any fault, ${difference}. So nothing is said of how it takes faults. A timeout of its own that is too short for this machine does that.`,
    );
  if (!usual?.passed) {
    // One run that fails may be chance, or be cut off.
    const isConfirmed = stopped === undefined;
    const fails = isConfirmed ? 'The command fails' : 'The command failed once';
    return nothing(isConfirmed ? 1 : 3, `${end}${fails} without any fault. Let it pass first.`);
  }
  if (places.length === 0)
    return nothing(
      3,
      `${end}The stand-in served no request of the command, so no fault could be injected.`,
    );
  return concluded(result, judged);
}

function concluded({ places, stopped }: FaultResult, judged: readonly Judged[]): Conclusion {
  const findings = groupsOf(judged.filter(({ is }) => is === 'sure'));
  const harmful = findings.filter(({ is }) => is === 'harm').flatMap((one) => one.in).length;
  const once = judged.filter(({ is }) => is === 'once');
  const unsure = judged.filter(({ is }) => is === 'unsure');
  const left = places.length - judged.length;
  return {
    exitCode: harmful > 0 ? 1 : stopped === undefined ? 0 : 3,
    sentence: sentenceOf({ harmful, tried: judged.length, left, once: once.length, stopped }),
    findings,
    remarks: [
      ...(unsure.length > 0
        ? [
            `The command is flaky: it did something else the second time under ${unsure.map(({ trial }) => trial.label).join(', ')}.`,
          ]
        : []),
      ...(once.length > 0
        ? ['Seen once, and not confirmed:', ...once.map(({ finding }) => `  ${finding?.sentence}`)]
        : []),
      ...(left > 0 && stopped === undefined
        ? [
            `${left} of ${places.length} were not tried: no more than ${mostFaults} are. A command with fewer tests gets to the others.`,
          ]
        : []),
    ],
  };
}

/** What was done, what was found, and where it was stopped, what was not done. */
function sentenceOf(about: {
  readonly harmful: number;
  readonly tried: number;
  readonly left: number;
  readonly once: number;
  readonly stopped: string | undefined;
}): string {
  const { harmful, tried, left, once, stopped } = about;
  if (stopped !== undefined) {
    const found = harmful > 0 ? `it does harm under ${harmful}` : 'no harm is confirmed';
    const parts = [
      `of ${plural(tried + left, 'fault')}, ${wereTried(tried)} tried, and ${found}`,
      ...(left > 0 ? [`${wereTried(left)} not tried`] : []),
      ...(once > 0 ? [`${plural(once, 'finding')} not confirmed`] : []),
    ];
    return `Stopped before its end (${stopped}): ${parts.join('; ')}${harmful > 0 ? ':' : '.'}`;
  }
  return harmful > 0
    ? `The command does harm under ${harmful} of the ${tried} faults that were tried:`
    : `The command does no harm under any of the ${tried} faults that were tried.`;
}

function wereTried(count: number): string {
  return `${count} ${count === 1 ? 'was' : 'were'}`;
}

function groupsOf(judged: readonly Judged[]): readonly FaultGroup[] {
  const groups = new Map<string, { is: FaultFinding['is']; sentence: string; in: string[] }>();
  for (const { trial, finding } of judged) {
    if (!finding || !trial.fault) continue;
    const { is, sentence, detail } = finding;
    const group = groups.get(sentence) ?? { is, sentence, in: [] };
    group.in.push([placeText(trial.fault), ...(detail ? [detail] : [])].join(', '));
    groups.set(sentence, group);
  }
  return [...groups.values()];
}
