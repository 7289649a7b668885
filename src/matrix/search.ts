import { type Dialect, dialectOf, type OpenPointId } from '../dialects/dialect.ts';
import { type DialectName, dialectNames, namedDialects } from '../dialects/named.ts';
import type { AcceptedPoint } from './accepted.ts';
import { type Blame, blame, failingAnswersOf, failingAnswersText, noBlame } from './blame.ts';
import { allSettled, Stopped, Trials } from './dialect-trials.ts';
import { calledApi, exercisedPoints } from './exercised-points.ts';
import { answersOf, dialectCoverage, MatrixPlan } from './plan.ts';
import type {
  Candidate,
  JudgedRun,
  MatrixCommandRun,
  RunOnce,
  SearchOptions,
  SearchResult,
  Watcher,
} from './search-result.ts';

/** Runs the command until its dependencies on open points are known, or the budget is used up. */
export class Search {
  readonly #wanted: SearchOptions;
  readonly #watcher: Watcher;
  readonly #trials: Trials<JudgedRun>;
  readonly #runs: JudgedRun[] = [];
  readonly #runOnce: RunOnce;
  #blamed: Blame = noBlame;
  #impatient: MatrixCommandRun | undefined;
  #accepted: readonly AcceptedPoint[];
  #stopped: string | undefined;
  readonly #known = new Set<string>();

  constructor(wanted: SearchOptions, runOnce: RunOnce, watcher: Watcher) {
    this.#wanted = wanted;
    this.#accepted = wanted.accepted ?? [];
    this.#runOnce = async ({ dialect, ...candidate }) => {
      try {
        return await runOnce({ ...candidate, dialect: regardlessOfSpeed(dialect) });
      } catch (error) {
        if (error instanceof Stopped) this.#stopped = error.message;
        throw error;
      }
    };
    this.#watcher = watcher;
    this.#trials = new Trials(async (dialect, label, isPlanned) => {
      watcher.started(label);
      const candidate = { label, dialect: this.#withAccepted(dialect) };
      const run = judged(await this.#runOnce(candidate), this.#accepted);
      watcher.ended(label, run.passed);
      if (!isPlanned) watcher.say(`  ${run.passed ? 'passed' : 'failed'} with ${label}`);
      return run;
    }, wanted);
  }

  outcome(isPartial = false): SearchResult {
    const [impatient, stopped] = [this.#impatient, this.#stopped];
    return {
      ...{ runs: this.#runs, all: this.#trials.seen, blamed: this.#blamed, isPartial },
      ...(impatient && { impatient }),
      ...(stopped !== undefined && { stopped }),
      accepted: this.#accepted,
    };
  }

  async run(): Promise<SearchResult> {
    const { candidates } = this.#wanted;
    try {
      if (candidates) {
        await this.#runAll(candidates);
        await this.#addDefault();
        await this.#narrow();
      } else await this.#explore();
      await this.#tryAccepted();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    return this.outcome();
  }

  #withAccepted(dialect: Dialect): Dialect {
    const answers = Object.fromEntries(this.#accepted.map(({ id, answer }) => [id, answer]));
    return dialectOf({ ...dialect, ...answers });
  }

  /** Whether each accepted point is still relied on: with nothing else switched, until it fails. */
  async #tryAccepted(): Promise<void> {
    const base = this.#runs.find(({ passed }) => passed);
    if (!base || this.#wanted.budget === 0) return;
    const tried = async ({ id, answer }: AcceptedPoint) => {
      if (!exercisedPoints(base.notes).has(id)) return 'not touched';
      for (const other of answersOf(id).filter((one) => one !== answer)) {
        const dialect = dialectOf({ ...base.dialect, [id]: other });
        const { passed } = await this.#runOnce({ label: `${id}: ${other}`, dialect });
        if (!passed) return 'relied on';
      }
      return 'relied on no longer';
    };
    for (const point of this.#accepted) {
      const state = await tried(point);
      this.#accepted = this.#accepted.map((one) => (one.id === point.id ? { ...one, state } : one));
    }
  }

  async #explore(): Promise<void> {
    const { rows, seed } = this.#wanted;
    await this.#runAll([named('default')]);
    const [first] = this.#runs;
    // What follows would have five times as long.
    if (!first || !calledApi(first.notes) || first.isStopped) return;
    if (!first.passed) {
      const others = dialectNames.filter((name) => name !== 'default');
      this.#watcher.say('It fails under the default, so the other named dialects are tried.\n');
      await this.#runAll(others.map(named));
    }
    const base = this.#runs.find(({ passed }) => passed);
    if (!base) return;
    const plan = new MatrixPlan(base.dialect, { rows, seed });
    let planned = 0;
    for (;;) {
      const causes = failingAnswersOf(this.#blamed);
      const dialects = plan.next(this.#trials.seen, causes);
      if (dialects.length === 0) break;
      this.#announce(dialects.length, planned > 0);
      const mixes = dialects.map((dialect) => ({ label: `mix ${++planned}`, dialect }));
      await this.#runAll(mixes);
      await this.#narrow();
      // Without a known cause, other mixes would fail as well.
      if (this.#blamed.unsteady || this.#blamed.unresolved.size > 0) break;
      if (this.#wanted.budget === 0 && this.#runs.some(({ passed }) => !passed)) break;
    }
    if (!this.#blamed.unsteady) await this.#limit(base);
  }

  /** With nothing else switched. It counts requests instead of measuring time, so that speed decides nothing. */
  async #limit({ dialect }: JudgedRun): Promise<void> {
    for (const limit of this.#wanted.limits ?? []) {
      const run = () => this.#runOnce({ label: `limit ${limit}`, dialect, limit });
      const first = await run();
      // Twice, since one failure may be that of a flaky command.
      if (first.passed || (await run()).passed) continue;
      this.#impatient = first;
      return;
    }
  }

  #announce(count: number, isMore: boolean): void {
    const { points, answers, unspoken, hidden } = dialectCoverage(
      this.#trials.seen,
      failingAnswersOf(this.#blamed),
    );
    const runs = `${count}${isMore ? ' more' : ''} ${count === 1 ? 'run' : 'runs'}`;
    this.#watcher.say(
      `It exercised ${points.length} open points with ${answers} answers, ${unspoken.length + hidden.length} of them not tried yet: ${runs} planned.`,
    );
  }

  async #runAll(candidates: readonly Candidate[]): Promise<void> {
    const { jobs } = this.#wanted;
    this.#watcher.expects({ runs: candidates.length, jobs });
    const first = this.#runs.length;
    const done: JudgedRun[] = [];
    const one = async ({ label, dialect }: Candidate, at: number) => {
      done[at] = await this.#trials.planned(dialect, label);
      this.#runs.splice(first, Infinity, ...done.filter(Boolean));
      this.#watcher.knows(this.outcome(true));
    };
    try {
      await allSettled(candidates.map(one));
    } finally {
      this.#watcher.done();
    }
  }

  /** Failures under some dialects are compared with the default. */
  async #addDefault(): Promise<void> {
    const runs = this.#runs;
    if (runs.every(({ passed }) => passed) || runs.some(isDefault)) return;
    const where = runs.some(({ passed }) => passed) ? 'under some' : 'under all';
    this.#watcher.say(`It fails ${where} of them, so it is run under the default too.\n`);
    await this.#runAll([named('default')]);
    runs.unshift(...runs.splice(-1));
  }

  async #narrow(): Promise<void> {
    const { budget, jobs } = this.#wanted;
    // A run without API calls fails for no answer.
    const runs = this.#runs.filter(({ exercised }) => exercised.size > 0);
    const failed = runs.filter(({ passed }) => !passed).length;
    if (budget === 0 || failed === 0 || failed === runs.length) return;
    const ordered = [...runs].sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
    this.#watcher.say('Running it again to narrow this down:');
    const trials = this.#trials;
    this.#watcher.expects({ runs: trials.left, atMost: true, jobs });
    try {
      this.#blamed = await blame(ordered, trials, jobs, (cause) => {
        const text = failingAnswersText(cause);
        if (this.#known.has(text)) return;
        this.#known.add(text);
        this.#watcher.say(
          `  known now: ${text} (${trials.seen.length} runs done, at most ${trials.left} more)`,
        );
      });
    } finally {
      this.#watcher.done();
      this.#watcher.say('');
    }
  }
}

const named = (label: DialectName): Candidate => ({
  label,
  dialect: dialectOf(namedDialects[label].differences),
});

/** A limit of requests per second would be met by fast machines alone. */
const regardlessOfSpeed = (dialect: Dialect): Dialect =>
  dialectOf({ ...dialect, 'any.rate-limit': 'none' });

const isDefault = ({ label }: Candidate): boolean => label === 'default';

/** Before its first request, only the token format of the dialect is visible to a command. */
const judged = (run: MatrixCommandRun, accepted: readonly AcceptedPoint[]): JudgedRun => {
  const sawTokenOnly =
    !run.passed && run.notes.length === 0 && run.dialect['auth.prefix'] === 'Bearer';
  const exercised = new Set<OpenPointId>(
    sawTokenOnly ? ['auth.prefix'] : exercisedPoints(run.notes),
  );
  for (const { id } of accepted) exercised.delete(id);
  return { ...run, exercised };
};
