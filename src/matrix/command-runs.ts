import type {
  Answers,
  Candidate,
  CommandRun,
  JudgedRun,
  OpenContract,
  RunOnce,
  SearchOptions,
  Watcher,
} from './search-result.ts';
import { Stopped } from './several-at-a-time.ts';

interface CommandRunsOptions {
  readonly wanted: Pick<SearchOptions, 'budget' | 'repeat'>;
  /** The answers of every run that does not switch them. */
  readonly base: Answers;
  readonly contract: Pick<OpenContract, 'touchedBy'>;
  readonly runOnce: RunOnce;
  readonly watcher: Watcher;
}

/** Runs the command of a search, as often as decides how it ends, within the budget. */
export class CommandRuns {
  readonly #options: CommandRunsOptions;
  readonly #unrepeated = new Set<string>();
  #begunCount = 0;
  #endedCount = 0;

  constructor(options: CommandRunsOptions) {
    this.#options = options;
  }

  get endedCount(): number {
    return this.#endedCount;
  }

  /** The labels of failures that were not repeated. */
  get unrepeated(): readonly string[] {
    return [...this.#unrepeated];
  }

  /** How many more may be made. */
  get leftCount(): number {
    const { budget = Infinity } = this.#options.wanted;
    return budget - this.#begunCount;
  }

  async run(candidate: Candidate): Promise<JudgedRun> {
    const { base, contract, watcher } = this.#options;
    const { label } = candidate;
    const answers = { ...base, ...candidate.answers };
    watcher.started(label);
    const run = await this.#byMajority({ ...candidate, answers });
    watcher.ended(label, run.passed);
    const byTest = Object.entries(run.tests).map(([test, notes]) => [
      test,
      contract.touchedBy(notes),
    ]);
    return {
      ...run,
      touched: contract.touchedBy(run.notes),
      touchedByTest: Object.fromEntries(byTest),
    };
  }

  /** A failure is repeated once. */
  async runAndRepeat(candidate: Candidate): Promise<JudgedRun[]> {
    const { label } = candidate;
    const first = await this.run(candidate);
    if (first.passed) return [first];
    this.#options.watcher.expects(1);
    this.#unrepeated.add(label);
    const second = await this.run(candidate);
    this.#unrepeated.delete(label);
    return [first, second];
  }

  /** The last run that ended as most of them do; no more are made than decide it. */
  async #byMajority(candidate: Candidate): Promise<CommandRun> {
    const { wanted, runOnce } = this.#options;
    const { budget, repeat = 1 } = wanted;
    const runs: CommandRun[] = [];
    for (;;) {
      if (this.leftCount <= 0) throw new Stopped(`the ${budget} runs of --budget are made`);
      this.#begunCount += 1;
      const last = await runOnce(candidate);
      this.#endedCount += 1;
      runs.push(last);
      const alike = runs.filter(({ passed }) => passed === last.passed);
      if (alike.length > repeat / 2) return last;
    }
  }
}
