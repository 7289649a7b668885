import type { Answers, Change, Run, RunOnce, Trial, Watcher } from './trial.ts';

/** The work was stopped; the message says why. */
export class Stopped extends Error {}

interface LabOptions {
  readonly jobs: number;
  /** The answers of every run that does not change them. */
  readonly base?: Answers;
  readonly touchedBy: (notes: readonly string[]) => ReadonlySet<string>;
  readonly runOnce: RunOnce;
  readonly watcher: Watcher;
}

/** Runs the command with one thing changed, repeats what is doubtful, and runs it with nothing changed. */
export class Lab {
  /** In the order of their first runs' ends. */
  readonly trials: Trial[] = [];
  /** Runs with nothing changed. */
  readonly control: Run[] = [];
  readonly #options: LabOptions;
  #runCount = 0;
  #stopped: string | undefined;

  constructor(options: LabOptions) {
    this.#options = options;
  }

  get runCount(): number {
    return this.#runCount;
  }

  /** Why the work was stopped before its end. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Does the work until it is done or stopped. */
  async untilStopped(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.#stopped = error.message;
    }
  }

  async run(change: Change): Promise<Run> {
    const { base, touchedBy, runOnce, watcher } = this.#options;
    watcher.started(change.label);
    const run = await runOnce({ ...change, answers: { ...base, ...change.answers } });
    this.#runCount += 1;
    watcher.ended(change.label, run.passed);
    return { ...run, touched: touchedBy(run.notes) };
  }

  /** So many runs with nothing changed, as many at a time as others. */
  async runControl(label: string, times = 1): Promise<Run> {
    this.#options.watcher.expects(times);
    await this.#atOnce(Array.from({ length: times }), async () => {
      this.control.push(await this.run({ label, kind: 'nothing', answers: {} }));
    });
    return this.control.at(-1) as Run;
  }

  /** Each change once, and once more where that leaves doubt: one run may fail by chance. */
  async tryAll(
    changes: readonly Change[],
    inDoubt: (trial: Trial) => boolean = failed,
  ): Promise<readonly Trial[]> {
    const trials: Trial[] = [];
    await this.#atOnce(changes, async (change) => {
      const trial: Trial = { ...change, runs: [await this.run(change)] };
      trials.push(trial);
      this.trials.push(trial);
      const { watcher } = this.#options;
      watcher.learned();
      if (!inDoubt(trial)) return;
      watcher.expects(1);
      trial.runs.push(await this.run(change));
      watcher.learned();
    });
    return trials;
  }

  /** After a failure no other begins, and those that have begun are waited for: none may outlive the command. */
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
    const ends = await Promise.allSettled(Array.from({ length: this.#options.jobs }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}

function failed({ runs }: Trial): boolean {
  return runs.some(({ passed }) => !passed);
}
