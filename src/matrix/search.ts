import { plural } from '../values/listed.ts';
import type { Conclusion, Report } from './report.ts';
import type { Change, Run, RunOnce, Trial } from './trial.ts';

/** The work was stopped; the message says why. */
export class Stopped extends Error {}

/** Receives progress. */
export interface Watcher {
  /** A message for people. */
  say(line: string): void;
  /** So many more runs follow; a negative number if fewer do than were expected. */
  expects(runs: number): void;
  started(label: string): void;
  ended(label: string, passed: boolean): void;
  /** There is something new to report. */
  learned(): void;
}

export const unwatched: Watcher = {
  say() {},
  expects() {},
  started() {},
  ended() {},
  learned() {},
};

/** What each kind of change is called, once and several times. */
const kinds = {
  answer: ['other answer', 'other answers'],
  mix: ['mix', 'mixes'],
  limit: ['limit of requests', 'limits of requests'],
  fault: ['fault', 'faults'],
} as const;

type Counts = { readonly [kind in keyof typeof kinds]: number };

/**
 * Changes one thing at a time, runs the command, repeats what failed, and runs it with nothing changed. What is
 * changed, and what the runs show, is up to the two kinds of search.
 */
export abstract class Search {
  /** In the order in which their first runs ended. */
  readonly trials: Trial[] = [];
  /** Runs with nothing changed. */
  readonly control: Run[] = [];
  /** Why it was stopped before its end. */
  stopped: string | undefined;
  /** What was or will be tried, as far as that is known. */
  planned: Counts = { answer: 0, mix: 0, limit: 0, fault: 0 };
  protected readonly jobs: number;
  protected readonly watcher: Watcher;
  readonly #runOnce: RunOnce;
  #runs = 0;

  constructor(jobs: number, runOnce: RunOnce, watcher: Watcher) {
    this.jobs = jobs;
    this.watcher = watcher;
    this.#runOnce = runOnce;
  }

  protected abstract explore(): Promise<void>;
  protected abstract conclude(): Conclusion;

  /** Explores until it is done or stopped. */
  async run(): Promise<Report> {
    try {
      await this.explore();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.stopped = error.message;
    }
    return this.report();
  }

  /** What is known so far. */
  report(): Report {
    const { control, stopped } = this;
    return { control, runs: this.#runs, stopped, ...this.conclude() };
  }

  protected async runOnce(change: Change): Promise<Run> {
    this.watcher.started(change.label);
    const run = await this.#runOnce(change);
    this.#runs += 1;
    this.watcher.ended(change.label, run.passed);
    return run;
  }

  /** Runs the command with nothing changed, as many at a time as other runs. */
  protected async runControl(label: string, times = 1): Promise<Run> {
    this.watcher.expects(times);
    await this.#atOnce(Array.from({ length: times }), async () => {
      this.control.push(await this.runOnce({ label, kind: 'nothing', answers: {} }));
    });
    return this.control.at(-1) as Run;
  }

  /** Tries each change once, and again where that leaves doubt: one run may fail by chance. */
  protected async tryAll(
    changes: readonly Change[],
    inDoubt: (trial: Trial) => boolean = failed,
  ): Promise<readonly Trial[]> {
    const trials: Trial[] = [];
    await this.#atOnce(changes, async (change) => {
      const trial: Trial = { ...change, runs: [await this.runOnce(change)] };
      trials.push(trial);
      this.trials.push(trial);
      this.watcher.learned();
      if (!inDoubt(trial)) return;
      this.watcher.expects(1);
      trial.runs.push(await this.runOnce(change));
      this.watcher.learned();
    });
    return trials;
  }

  protected plan(counts: Partial<Counts>): void {
    const before = sum(this.planned);
    this.planned = { ...this.planned, ...counts };
    this.watcher.expects(sum(this.planned) - before);
  }

  /** What was tried before it was stopped. */
  protected stoppedSentence(): string {
    const tried = Object.entries(kinds).flatMap(([kind, [one, several]]) => {
      const all = this.planned[kind as keyof Counts];
      const done = this.trials.filter((trial) => trial.kind === kind).length;
      return all > 0 ? [`${done} of ${plural(all, one, several)}`] : [];
    });
    const what = tried.length > 0 ? `: it tried ${tried.join(', ')}` : '';
    return `Stopped before its end (${this.stopped}), after ${plural(this.#runs, 'run')}${what}.`;
  }

  /** After a failure nothing else begins, and what has begun is waited for: no run may outlive the search. */
  async #atOnce<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
    const waiting = all.values();
    let hasFailed = false;
    async function work(): Promise<void> {
      for (const one of waiting) {
        try {
          await act(one);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
        if (hasFailed) return;
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: this.jobs }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}

function failed({ runs }: Trial): boolean {
  return runs.some(({ passed }) => !passed);
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
