import type { PointAnswer } from '../spec/open-point.ts';
import type { AcceptedPoint } from './accepted.ts';
import { CommandRuns } from './command-runs.ts';
import { costLine } from './cost.ts';
import { mixesOf } from './mixes.ts';
import {
  type Answers,
  type AnswerTrial,
  type Candidate,
  type CommandRun,
  endOf,
  type JudgedRun,
  type MixTrial,
  type OpenContract,
  type RunOnce,
  type SearchOptions,
  type SearchResult,
  type Trial,
  type Watcher,
} from './search-result.ts';
import { Stopped, severalAtATime } from './several-at-a-time.ts';

/** One answer, to be tried where a run touches its point. */
interface PlannedAnswer {
  readonly id: string;
  readonly answer: PointAnswer;
  readonly where: Answers;
}

/**
 * Finds the answers that a command relies on. First a run under the default dialect, which must pass; then every
 * other answer to every point that it touches, alone; then mixes of those that passed.
 */
export class Search {
  readonly #contract: OpenContract;
  readonly #wanted: SearchOptions;
  readonly #runs: CommandRuns;
  readonly #watcher: Watcher;
  /** The answers of the first run that differ from the default. */
  readonly #base: Answers;
  /** All answers of the first run. */
  readonly #usual: Answers;
  readonly #answers = new Map<string, AnswerTrial>();
  readonly #mixes = new Map<string, MixTrial>();
  readonly #control: JudgedRun[] = [];
  readonly #planned = { answers: 0, mixes: 0 };
  #limitsLeft = 0;
  #first: JudgedRun | undefined;
  #impatient: CommandRun | undefined;
  #stopped: string | undefined;

  constructor(contract: OpenContract, wanted: SearchOptions, runOnce: RunOnce, watcher: Watcher) {
    this.#contract = contract;
    this.#wanted = wanted;
    this.#watcher = watcher;
    const accepted = wanted.accepted ?? [];
    this.#base = Object.fromEntries(accepted.map(({ id, answer }) => [id, answer]));
    const defaults = [...contract.points].map(([id, point]) => [id, point.default]);
    this.#usual = { ...Object.fromEntries(defaults), ...this.#base };
    this.#runs = new CommandRuns({ wanted, base: this.#base, contract, runOnce, watcher });
  }

  async run(): Promise<SearchResult> {
    const { extent } = this.#wanted;
    try {
      if (extent === 'each' || extent === 'mixes') await this.#explore(extent);
      else await this.#tryGiven(extent);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.#stopped = error.message;
    } finally {
      this.#watcher.done();
    }
    return this.outcome();
  }

  outcome(isPartial = false): SearchResult {
    const { extent, fixed = [] } = this.#wanted;
    return {
      extent: typeof extent === 'string' ? extent : 'given',
      usual: this.#usual,
      first: this.#first,
      answers: [...this.#answers.values()],
      mixes: [...this.#mixes.values()],
      planned: this.#planned,
      limitsLeft: this.#limitsLeft,
      unrepeated: this.#runs.unrepeated,
      control: this.#control,
      runs: this.#runs.endedCount,
      accepted: this.#acceptedStates(),
      fixed,
      isPartial,
      ...(this.#impatient && { impatient: this.#impatient }),
      ...(this.#stopped !== undefined && { stopped: this.#stopped }),
    };
  }

  async #explore(extent: 'each' | 'mixes'): Promise<void> {
    const first = await this.#runFirst();
    if (!first.passed || !this.#hasCalled(first)) return;
    const others = this.#othersIn(first.touched, {});
    const limits = this.#wanted.limits ?? [];
    const planned = {
      answers: extent === 'each' ? others.length : 0,
      mixes: this.#mixesOf(others).length,
      limits: limits.length,
    };
    this.#planned.mixes = planned.mixes;
    this.#limitsLeft = planned.limits;
    this.#watcher.say(
      costLine(planned, {
        touched: first.touched.size,
        points: this.#contract.points.size,
        others: others.length,
        firstMs: first.ms,
        jobs: this.#wanted.jobs,
        times: Math.ceil((this.#wanted.repeat ?? 1) / 2),
        left: this.#runs.leftCount,
      }),
    );
    this.#watcher.expects(planned.mixes + planned.limits);
    if (extent === 'each') await this.#tryEach(first, others);
    await this.#tryMixes(this.#mixesLeft(others));
    await this.#checkFirst();
    await this.#tryLimits();
  }

  /** Compared with the default where one of them fails, or where that is one of them. */
  async #tryGiven(given: readonly Candidate[]): Promise<void> {
    const all = given.map(({ label, answers }) => ({ label, switched: this.#switchedIn(answers) }));
    const mixes = all.filter(({ switched }) => Object.keys(switched).length > 0);
    this.#planned.mixes = mixes.length;
    this.#watcher.expects(mixes.length);
    if (mixes.length < all.length && !(await this.#runFirst()).passed) return;
    await severalAtATime(mixes, this.#wanted.jobs, ({ label, switched }) =>
      this.#tryMix(label, switched),
    );
    if (this.#failing(this.#mixes).length === 0) return;
    const first = this.#first ?? (await this.#runFirst());
    if (!first.passed || !this.#hasCalled(first)) return;
    await this.#explainMixes();
    await this.#checkFirst();
  }

  #switchedIn(answers: Answers): Answers {
    const others = Object.entries(answers).filter(
      ([id, answer]) => !this.#isAccepted(id) && answer !== this.#usual[id],
    );
    return Object.fromEntries(others);
  }

  async #runFirst(): Promise<JudgedRun> {
    this.#watcher.expects(1);
    this.#first = await this.#runs.run({ label: 'default', answers: {} });
    return this.#first;
  }

  /** A point that only a switched answer leads to is tried there, with that answer. */
  async #tryEach(first: JudgedRun, others: readonly PlannedAnswer[]): Promise<void> {
    let touchedBefore = new Map([[keyOf({}), first.touched]]);
    let planned = others;
    while (planned.length > 0) {
      const trials = await this.#tryAnswers(planned);
      const touchedNow = new Map<string, ReadonlySet<string>>();
      const next: PlannedAnswer[] = [];
      for (const trial of trials) {
        if (endOf(trial) !== 'passes' || this.#isAccepted(trial.id)) continue;
        const touched = touchedIn(trial);
        const before = touchedBefore.get(keyOf(trial.where)) ?? new Set();
        const more = new Set([...touched].filter((id) => !before.has(id)));
        touchedNow.set(keyOf(trial.switched), new Set([...touched, ...before]));
        next.push(...this.#othersIn(more, trial.switched));
      }
      touchedBefore = touchedNow;
      planned = next.filter((one) => !this.#answers.has(keyOf(switchedBy(one))));
    }
  }

  async #tryAnswers(planned: readonly PlannedAnswer[]): Promise<AnswerTrial[]> {
    const unique = [...new Map(planned.map((one) => [keyOf(switchedBy(one)), one])).values()];
    this.#planned.answers += unique.length;
    this.#watcher.expects(unique.length);
    const trials: AnswerTrial[] = [];
    await severalAtATime(unique, this.#wanted.jobs, async (one) => {
      const switched = switchedBy(one);
      const label = labelOf(one);
      const runs = await this.#runs.runAndRepeat({ label, answers: switched });
      const trial = { label, switched, runs, ...one };
      trials.push(trial);
      this.#answers.set(keyOf(switched), trial);
      this.#watcher.knows(this.outcome(true));
    });
    return trials;
  }

  /** Of the answers that are not known to fail. */
  #mixesLeft(others: readonly PlannedAnswer[]): readonly Answers[] {
    // Beside an answer with which nothing is asked, none of the others would be met.
    const passing = [...this.#answers.values()].filter(
      (trial) => endOf(trial) === 'passes' && trial.runs.every((run) => this.#hasCalled(run)),
    );
    const mixable = this.#wanted.extent === 'each' ? passing : others;
    return this.#mixesOf(mixable);
  }

  #mixesOf(answers: readonly Pick<PlannedAnswer, 'id' | 'answer'>[]): readonly Answers[] {
    const given = new Set(answers.map(({ id, answer }) => `${id}: ${answer}`));
    const points = new Map<string, PointAnswer[]>();
    // In the order of the contract: one seed makes the same mixes, whichever run ends first.
    for (const [id, point] of this.#contract.points) {
      const mixed = [point.default, ...point.alternatives].filter((answer) =>
        given.has(`${id}: ${answer}`),
      );
      if (!this.#isAccepted(id)) points.set(id, mixed);
    }
    const { seed, extent } = this.#wanted;
    return mixesOf(points, { seed, isQuick: extent === 'mixes' });
  }

  async #tryMixes(mixes: readonly Answers[]): Promise<void> {
    this.#watcher.expects(mixes.length - this.#planned.mixes);
    this.#planned.mixes = mixes.length;
    const labelled = mixes.map((switched, nth) => ({ label: `mix ${nth + 1}`, switched }));
    await severalAtATime(labelled, this.#wanted.jobs, ({ label, switched }) =>
      this.#tryMix(label, switched),
    );
    await this.#explainMixes();
  }

  async #tryMix(label: string, switched: Answers): Promise<void> {
    const runs = await this.#runs.runAndRepeat({ label, answers: switched });
    this.#mixes.set(label, { label, switched, runs });
    this.#watcher.knows(this.outcome(true));
  }

  /** What fails alone explains a mix; where nothing does, the mix is a combination. */
  async #explainMixes(): Promise<void> {
    const failing = this.#failing(this.#mixes);
    const untried = failing
      .flatMap((mix) => this.#answersOf(mix))
      .filter((one) => !this.#tried(one));
    await this.#tryAnswers(untried);
    for (const mix of failing) {
      const isKnown = this.#answersOf(mix).some((one) => {
        const trial = this.#tried(one);
        return trial !== undefined && endOf(trial) !== 'passes';
      });
      if (isKnown || this.#combinationIn(mix)) continue;
      const needs = await this.#neededOf(mix);
      if (needs) this.#mixes.set(mix.label, { ...mix, needs });
    }
  }

  /** The answers of a mix that the first run would have met as well. */
  #answersOf(mix: MixTrial): PlannedAnswer[] {
    return Object.entries(mix.switched)
      .filter(([id]) => this.#first?.touched.has(id) && touchedIn(mix).has(id))
      .map(([id, answer]) => ({ id, answer, where: {} }));
  }

  #combinationIn({ switched }: MixTrial): boolean {
    return [...this.#mixes.values()].some(
      ({ needs }) => needs && Object.keys(needs).every((id) => needs[id] === switched[id]),
    );
  }

  /** Switches answers back, one at a time, as long as it still fails. Undefined where it fails by chance. */
  async #neededOf(mix: MixTrial): Promise<Answers | undefined> {
    let needed = among(mix.switched, touchedIn(mix));
    this.#watcher.say(
      `${mix.label} fails, and none of its answers does alone: they are switched back one at a time, in at most ${Object.keys(needed).length} runs.`,
    );
    for (const id of Object.keys(needed)) {
      if (!(id in needed)) continue;
      const { [id]: _back, ...fewer } = needed;
      this.#watcher.expects(1);
      const run = await this.#runs.run({ label: `${mix.label} without ${id}`, answers: fewer });
      if (!run.passed) needed = among(fewer, run.touched);
    }
    this.#watcher.expects(1);
    const last = await this.#runs.run({
      label: `${mix.label}, what is left of it`,
      answers: needed,
    });
    if (!last.passed && Object.keys(needed).length > 1) return needed;
    this.#mixes.set(mix.label, { ...mix, runs: [...mix.runs, last] });
    return undefined;
  }

  /** Whatever fails with an answer is that answer's doing only if the first run still passes beside others. */
  async #checkFirst(): Promise<void> {
    const failing = [...this.#failing(this.#answers), ...this.#failing(this.#mixes)];
    if (failing.length === 0) return;
    const { jobs } = this.#wanted;
    this.#watcher.expects(jobs);
    await severalAtATime(Array.from({ length: jobs }), jobs, async () => {
      this.#control.push(await this.#runs.run({ label: 'default, again', answers: {} }));
    });
  }

  /** It counts requests instead of measuring time, so that speed decides nothing. */
  async #tryLimits(): Promise<void> {
    for (const limit of this.#wanted.limits ?? []) {
      // Twice, since one failure may be that of a flaky command.
      const runs = await this.#runs.runAndRepeat({ label: `limit ${limit}`, answers: {}, limit });
      this.#limitsLeft -= 1;
      const isSteady = runs.every(({ passed }) => !passed);
      if (!isSteady) continue;
      this.#limitsLeft = 0;
      [this.#impatient] = runs;
      return;
    }
  }

  /** Every answer to these points but that of the first run. */
  #othersIn(ids: ReadonlySet<string>, where: Answers): PlannedAnswer[] {
    const fixed = this.#wanted.fixed ?? [];
    return [...ids].flatMap((id) => {
      const point = this.#contract.points.get(id);
      if (!point || id in where || fixed.includes(id)) return [];
      return [point.default, ...point.alternatives]
        .filter((answer) => answer !== this.#usual[id])
        .map((answer) => ({ id, answer, where }));
    });
  }

  #hasCalled({ notes }: CommandRun): boolean {
    return this.#contract.isCalledBy(notes);
  }

  #isAccepted(id: string): boolean {
    return id in this.#base;
  }

  #tried(one: PlannedAnswer): AnswerTrial | undefined {
    return this.#answers.get(keyOf(switchedBy(one)));
  }

  #failing<T extends Trial>(trials: ReadonlyMap<string, T>): T[] {
    return [...trials.values()].filter((trial) => endOf(trial) === 'fails');
  }

  #acceptedStates(): AcceptedPoint[] {
    return (this.#wanted.accepted ?? []).map((point) => {
      const tried = [...this.#answers.values()].filter(({ id }) => id === point.id);
      if (tried.some((trial) => endOf(trial) === 'fails')) return { ...point, state: 'relied on' };
      if (tried.length > 0) return { ...point, state: 'relied on no longer' };
      const isTouched = this.#first?.touched.has(point.id) ?? true;
      return { ...point, state: isTouched ? 'not tried' : 'not touched' };
    });
  }
}

function switchedBy({ id, answer, where }: PlannedAnswer): Answers {
  return { ...where, [id]: answer };
}

/** Equal for equal answers, in whatever order. */
function keyOf(answers: Answers): string {
  return answersText(answers).sort().join('\n');
}

function answersText(answers: Answers): string[] {
  return Object.entries(answers).map(([id, answer]) => `${id}: ${answer}`);
}

function labelOf({ id, answer, where }: PlannedAnswer): string {
  return [`${id}: ${answer}`, ...answersText(where)].join(' with ');
}

/** What any of its runs touched. */
function touchedIn({ runs }: Trial): ReadonlySet<string> {
  return new Set(runs.flatMap(({ touched }) => [...touched]));
}

function among(answers: Answers, ids: ReadonlySet<string>): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)));
}
