import {
  differenceOf,
  type FaultFinding,
  type FaultRun,
  type FaultTrial,
  faultTrials,
  judgeFault,
  mostRequests,
} from '../../matrix/fault-trials.ts';
import type { CommandRun } from '../../matrix/search-result.ts';
import { Stopped, severalAtATime } from '../../matrix/several-at-a-time.ts';
import { plural } from '../../values/listed.ts';
import type { ExitCode, Io } from '../io.ts';
import { shortTime } from '../status-line.ts';
import { matrixProgress } from './matrix-progress.ts';

interface FaultLimits {
  readonly budget?: number | undefined;
  readonly jobs: number;
}

interface Judged {
  readonly trial: FaultTrial;
  readonly finding: FaultFinding | undefined;
}

/** The result of the fault matrix, for people and programs. */
interface FaultOutcome {
  readonly kind: 'fault-matrix';
  /** Those of the command, without any fault, into which one can be injected. */
  readonly requests: number;
  readonly planned: number;
  readonly runs: number;
  readonly findings: readonly (FaultFinding & { readonly in: readonly string[] })[];
  readonly exitCode: ExitCode;
  readonly says: string;
}

type RunWithFault = (
  label: string,
  faulty: { readonly fault: FaultTrial | 'none'; readonly most?: number },
) => Promise<CommandRun>;

/** Enough for every fault at the first request of each operation, and some others. */
const usualBudget = 200;

/** Runs the command once per fault and request, within the budget. */
export class FaultSearch {
  readonly #runOnce: RunWithFault;
  readonly #limits: FaultLimits;
  readonly #io: Io;
  readonly #faultless: FaultlessRuns;
  /** Why it was stopped before its end. */
  #stopped: string | undefined;

  constructor(runOnce: RunWithFault, limits: FaultLimits, io: Io) {
    this.#runOnce = runOnce;
    this.#limits = limits;
    this.#io = io;
    this.#faultless = new FaultlessRuns(runOnce);
  }

  async run(): Promise<FaultOutcome> {
    const faultless = this.#faultless;
    const { budget = usualBudget, jobs } = this.#limits;
    const { usual, ms } = await faultless.runTwice();
    const trials = faultTrials(usual);
    const requests = new Set(trials.map(placeOf)).size;
    if (faultless.difference !== undefined) return unsteady(faultless, requests);
    if (!usual.passed || trials.length === 0) return nothingKnown(usual, faultless, requests);
    const chosen = trials.slice(0, budget);
    this.#io.stdout.write(costOf(trials, chosen, ms / jobs));
    this.#stopped = faultless.stopped;
    const found = await this.#tryEach(chosen, usual);
    const judged = chosen.flatMap((trial) => found.get(trial) ?? []);
    const single = foundOnce(judged);
    const again = await this.#confirm(single, usual);
    await this.#compareAgain();
    if (faultless.difference !== undefined) return unsteady(faultless, requests);
    const counts = {
      requests,
      planned: trials.length,
      runs: faultless.count + judged.length + again.size,
    };
    return outcomeOf(confirmedBy(again, judged, single), counts, this.#stopped);
  }

  /** What each trial shows, as far as it is not stopped. */
  async #tryEach(trials: readonly FaultTrial[], usual: FaultRun): Promise<JudgedTrials> {
    const judged = new Map<FaultTrial, Judged>();
    if (this.#stopped !== undefined) return judged;
    const { jobs } = this.#limits;
    const progress = matrixProgress(this.#io.stderr, { jobs });
    progress.expects(trials.length);
    try {
      await severalAtATime(trials, jobs, async (trial) => {
        const label = labelOf(trial);
        progress.started(label);
        const run = await this.#runOnce(label, { fault: trial, most: mostRequests(usual) });
        progress.ended(label, run.passed);
        judged.set(trial, { trial, finding: judgeFault(trial, faultRun(run), usual) });
      });
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.#stopped = error.message;
    } finally {
      progress.done();
    }
    return judged;
  }

  async #confirm(single: readonly Judged[], usual: FaultRun): Promise<JudgedTrials> {
    if (single.length > 0 && this.#stopped === undefined) {
      const findings = single.length === 1 ? 'One finding is' : `${single.length} findings are`;
      this.#io.stdout.write(`${findings} confirmed by another run.\n`);
    }
    const trials = single.map(({ trial }) => trial);
    return this.#tryEach(trials, usual);
  }

  /** Whether the command still does without a fault what it did at first. */
  async #compareAgain(): Promise<void> {
    if (this.#stopped !== undefined) return;
    await this.#faultless.runAgain();
    this.#stopped = this.#faultless.stopped;
  }
}

type JudgedTrials = ReadonlyMap<FaultTrial, Judged>;

/** A finding seen only once may come from a flaky command: only findings seen twice are reported. */
function foundOnce(judged: readonly Judged[]): readonly Judged[] {
  const isTwice = (one: Judged): boolean =>
    judged.some((other) => other !== one && sentenceOf(other) === sentenceOf(one));
  return judged.filter((one) => one.finding && !isTwice(one));
}

/** `again`: what those that were `single` showed the second time. */
function confirmedBy(
  again: JudgedTrials,
  judged: readonly Judged[],
  single: readonly Judged[],
): JudgedFaults {
  const once = single.filter(({ trial }) => !again.has(trial));
  const unsure = single.filter(
    (one) => again.has(one.trial) && sentenceOf(again.get(one.trial)) !== sentenceOf(one),
  );
  const sure = judged.filter((one) => !unsure.includes(one) && !once.includes(one));
  return { sure, unsure, once };
}

/**
 * The command without any fault: what it does then is what its reaction to a fault is compared with, and so has to
 * be the same each time. On a busy machine, a client may repeat a request that took longer than it waits.
 */
class FaultlessRuns {
  readonly #runOnce: RunWithFault;
  readonly #runs: FaultRun[] = [];
  /** How the last two runs differ, if they do. */
  difference: string | undefined;
  stopped: string | undefined;

  constructor(runOnce: RunWithFault) {
    this.#runOnce = runOnce;
  }

  get count(): number {
    return this.#runs.length;
  }

  /** The first may be cold: a third decides where the second is otherwise. */
  async runTwice(): Promise<{ readonly usual: FaultRun; readonly ms: number }> {
    const first = await this.#run('no fault');
    let last = first;
    do last = (await this.runAgain()) ?? last;
    while (this.difference !== undefined && this.stopped === undefined && this.count < 3);
    return { usual: faultRun(last), ms: last.ms };
  }

  /** Undefined if it was stopped. */
  async runAgain(): Promise<CommandRun | undefined> {
    try {
      return await this.#run('no fault, again');
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.stopped = error.message;
      return undefined;
    }
  }

  async #run(label: string): Promise<CommandRun> {
    const run = await this.#runOnce(label, { fault: 'none' });
    const before = this.#runs.at(-1);
    const now = faultRun(run);
    this.difference = before && differenceOf(before, now);
    this.#runs.push(now);
    return run;
  }
}

function costOf(
  trials: readonly FaultTrial[],
  chosen: readonly FaultTrial[],
  msPerRun: number,
): string {
  const requests = new Set(trials.map(placeOf)).size;
  const kinds = new Set(trials.map(({ kind }) => kind.name)).size;
  const all = plural(trials.length, 'run');
  const most = chosen.length < trials.length ? `, of which the budget allows ${chosen.length}` : '';
  const [served, them] =
    requests === 1 ? ['request that is served', 'it'] : ['requests that are served', 'them'];
  return [
    `It makes ${requests} ${served}; ${kinds} kinds of faults are injected into ${them}: ${all}${most}, about ${shortTime(chosen.length * msPerRun)} and what it waits.`,
    'Where a response never comes, a run takes as long as the command waits for one.',
    '',
  ].join('\n');
}

function sentenceOf(judged: Judged | undefined): string | undefined {
  return judged?.finding?.sentence;
}

function faultRun({ passed, isStopped, events = [] }: CommandRun): FaultRun {
  return {
    passed,
    events,
    ...(isStopped && { isStopped }),
  };
}

function placeOf({ world, operation, nth }: FaultTrial): string {
  return `${operation} ${nth + 1} of ${world === 'default' ? 'the first world' : `"${world}"`}`;
}

function labelOf(trial: FaultTrial): string {
  return `${trial.kind.name} at ${placeOf(trial)}`;
}

function nothingKnown(
  { passed }: FaultRun,
  { count, stopped }: FaultlessRuns,
  requests: number,
): FaultOutcome {
  const end = stopped === undefined ? '' : `Stopped before its end (${stopped}). `;
  // One run that fails may be chance, or be cut off.
  const isConfirmed = !passed && stopped === undefined;
  const fails = isConfirmed ? 'The command fails' : 'The command failed once';
  const says = passed
    ? `${end}The stand-in served no request of the command, so no fault could be injected.\n`
    : `${end}${fails} without any fault. Let it pass first.\n`;
  return withoutFaults({ requests, runs: count, exitCode: isConfirmed ? 1 : 3, says });
}

/** What it does with a fault could be its own doing. */
function unsteady({ difference, count }: FaultlessRuns, requests: number): FaultOutcome {
  return withoutFaults({
    requests,
    runs: count,
    exitCode: 3,
    says: `The command is flaky: without any fault, ${difference}. So nothing is said of how it takes faults. A timeout of its own that is too short for this machine does that.\n`,
  });
}

/** The outcome where no fault was injected. */
function withoutFaults(
  outcome: Pick<FaultOutcome, 'requests' | 'runs' | 'exitCode' | 'says'>,
): FaultOutcome {
  return { kind: 'fault-matrix', planned: 0, findings: [], ...outcome };
}

interface JudgedFaults {
  /** Those without a finding, and those whose finding was seen twice. */
  readonly sure: readonly Judged[];
  /** Something else was found the second time. */
  readonly unsure: readonly Judged[];
  /** There was no second time. */
  readonly once: readonly Judged[];
}

function outcomeOf(
  { sure, unsure, once }: JudgedFaults,
  counts: Pick<FaultOutcome, 'requests' | 'planned' | 'runs'>,
  stopped: string | undefined,
): FaultOutcome {
  const findings = findingsIn(sure);
  const harm = findings.filter((one) => one.is === 'harm');
  const allowed = findings.filter((one) => one.is === 'allowed');
  const tried = sure.length + unsure.length + once.length;
  const left = counts.planned - tried;
  const says = [
    verdictLine(harm, { tried, unconfirmed: once.length, stopped, left }),
    ...harm.map(findingLine),
    ...(allowed.length > 0 ? ['Allowed, but worth knowing:', ...allowed.map(findingLine)] : []),
    ...(unsure.length > 0
      ? [
          `The command is flaky: it did something else the second time under ${unsure.map(({ trial }) => labelOf(trial)).join(', ')}.`,
        ]
      : []),
    ...(once.length > 0
      ? ['Seen once, and not confirmed:', ...once.map((one) => `  ${sentenceOf(one)}`)]
      : []),
    ...(left > 0 && stopped === undefined
      ? [`${left} of ${counts.planned} were not tried. Allow more with --budget.`]
      : []),
    '',
  ].join('\n');
  const exitCode = harm.length > 0 ? 1 : stopped === undefined ? 0 : 3;
  return { kind: 'fault-matrix', ...counts, findings, exitCode, says };
}

/** What was done, what was found, and where it was stopped, what was not done. */
function verdictLine(
  harm: FaultOutcome['findings'],
  about: {
    readonly tried: number;
    readonly left: number;
    readonly unconfirmed: number;
    readonly stopped: string | undefined;
  },
): string {
  const { tried, left, unconfirmed, stopped } = about;
  const harmful = harm.flatMap((one) => one.in).length;
  if (stopped !== undefined) {
    const found = harmful > 0 ? `it does harm under ${harmful}` : 'no harm is confirmed';
    const parts = [
      `of ${plural(tried + left, 'fault')}, ${wereTried(tried)}, and ${found}`,
      ...(left > 0 ? [`${left} ${left === 1 ? 'was' : 'were'} not tried`] : []),
      ...(unconfirmed > 0 ? [`${plural(unconfirmed, 'finding')} not confirmed`] : []),
    ];
    return `Stopped before its end (${stopped}): ${parts.join('; ')}${harmful > 0 ? ':' : '.'}`;
  }
  if (harmful > 0)
    return `The command does harm under ${harmful} of the ${tried} faults that were tried:`;
  return `${unconfirmed === 0 ? 'The command does no harm under any of' : 'No harm is confirmed under'} the ${tried} faults that were tried.`;
}

function wereTried(count: number): string {
  return `${count} ${count === 1 ? 'was' : 'were'} tried`;
}

function findingsIn(judged: readonly Judged[]): FaultOutcome['findings'] {
  const places = new Map<string, FaultFinding & { in: string[] }>();
  for (const { trial, finding } of judged) {
    if (!finding) continue;
    const known = places.get(finding.sentence) ?? { ...finding, in: [] };
    known.in.push([placeOf(trial), ...(finding.detail ? [finding.detail] : [])].join(', '));
    places.set(finding.sentence, known);
  }
  return [...places.values()];
}

function findingLine(one: FaultOutcome['findings'][number]): string {
  return `  ${one.sentence} (${one.in[0]}${one.in.length > 1 ? ` and ${one.in.length - 1} more` : ''})`;
}
