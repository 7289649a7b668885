import { plural } from '../values/listed.ts';
import {
  differenceOf,
  type FaultFinding,
  type FaultPlace,
  faultPlaces,
  faultRun,
  judgeFault,
  mostRequests,
} from './faults.ts';
import { Lab } from './lab.ts';
import type { Change, CommandRun, Run, RunOnce, Trial, Watcher } from './trial.ts';

/** Enough for every fault at the first request of each operation, and some others. */
export const mostFaults = 200;

/** The result of a search, final or partial. */
export interface FaultResult {
  /** The run without a fault that the others are compared with; undefined where none has ended. */
  readonly usual: Run | undefined;
  /** All runs without a fault. */
  readonly control: readonly Run[];
  /** Every fault at every request. */
  readonly places: readonly FaultPlace[];
  readonly trials: readonly Trial[];
  readonly runs: number;
  readonly stopped: string | undefined;
}

/** Runs the command once per fault and request. */
export class FaultSearch {
  readonly #lab: Lab;
  readonly #jobs: number;
  readonly #watcher: Watcher;
  #usual: Run | undefined;

  constructor(jobs: number, runOnce: RunOnce, watcher: Watcher) {
    this.#jobs = jobs;
    this.#watcher = watcher;
    this.#lab = new Lab({ jobs, runOnce, watcher, touchedBy: () => new Set() });
  }

  async run(): Promise<FaultResult> {
    await this.#lab.untilStopped(() => this.#explore());
    return this.result();
  }

  result(): FaultResult {
    const { control, trials, runCount, stopped } = this.#lab;
    const usual = this.#usual ?? control.at(-1);
    const places = usual ? faultPlaces(faultRun(usual)) : [];
    return { usual, control, places, trials, runs: runCount, stopped };
  }

  async #explore(): Promise<void> {
    const usual = await this.#runTwice();
    const { places, control } = this.result();
    if (!usual.passed || places.length === 0 || differenceIn(control)) return;
    this.#usual = usual;
    const chosen = places.slice(0, mostFaults);
    this.#announce(places, chosen.length, usual);
    const run = faultRun(usual);
    const changes = chosen.map((fault): Change => {
      const label = `${fault.kind.name} at ${placeText(fault)}`;
      return { kind: 'fault', label, answers: {}, fault, most: mostRequests(run) };
    });
    this.#watcher.expects(changes.length);
    await this.#lab.tryAll(changes, (trial) => isSeenOnce(trial, this.#lab.trials, usual));
    // Whether the command still does without a fault what it did at first.
    await this.#lab.runControl('no fault, again');
  }

  /** The first may be cold: a third decides where the second is otherwise. */
  async #runTwice(): Promise<Run> {
    await this.#lab.runControl('no fault');
    let last = await this.#lab.runControl('no fault, again');
    if (differenceIn(this.#lab.control)) last = await this.#lab.runControl('no fault, again');
    return last;
  }

  #announce(places: readonly FaultPlace[], chosen: number, { ms }: Run): void {
    const requests = requestCount(places);
    const kinds = new Set(places.map(({ kind }) => kind.name)).size;
    const most = chosen < places.length ? `, of which ${chosen} are made` : '';
    const [served, them] =
      requests === 1 ? ['request that is served', 'it'] : ['requests that are served', 'them'];
    const seconds = Math.ceil((chosen * ms) / this.#jobs / 1000);
    this.#watcher.say(
      `It makes ${requests} ${served}; ${kinds} kinds of faults are injected into ${them}: ${plural(places.length, 'run')}${most}, about ${seconds} s and what it waits. What is found once is confirmed by another run.`,
    );
    this.#watcher.say(
      'Where a response never comes, a run takes as long as the command waits for one.',
    );
  }
}

/** How the last two runs without a fault differ, if they do. */
export function differenceIn(control: readonly CommandRun[]): string | undefined {
  const [before, last] = control.slice(-2);
  return before && last && differenceOf(faultRun(before), faultRun(last));
}

export function requestCount(places: readonly FaultPlace[]): number {
  return new Set(places.map(placeText)).size;
}

/** `create 1 of "reports"`. */
export function placeText({ world, operation, nth }: FaultPlace): string {
  return `${operation} ${nth + 1} of ${world === 'default' ? 'the first world' : `"${world}"`}`;
}

/** What each run of a trial shows. */
export function findingsOf(
  { fault, runs }: Trial,
  usual: CommandRun,
): readonly (FaultFinding | undefined)[] {
  return runs.map((run) => fault && judgeFault(fault, faultRun(run), faultRun(usual)));
}

/** A finding seen in one run only may come from a flaky command: only those seen twice are reported. */
export function isSeenOnce(trial: Trial, trials: readonly Trial[], usual: CommandRun): boolean {
  const [finding] = findingsOf(trial, usual);
  const all = trials.flatMap((one) => findingsOf(one, usual));
  return (
    finding !== undefined && all.filter((one) => one?.sentence === finding.sentence).length === 1
  );
}
