import type { OpenPoint, PointAnswer } from '../spec/open-point.ts';
import { coveringRows } from '../values/covering.ts';
import { plural } from '../values/listed.ts';
import type { AcceptedPoint } from './accepted.ts';
import { Lab } from './lab.ts';
import {
  type Answers,
  answerTexts,
  type Change,
  type CommandRun,
  endOf,
  isFailing,
  type Run,
  type RunOnce,
  type Trial,
  touchedIn,
  type Watcher,
  wayTo,
} from './trial.ts';

/** What the answers are tried on: all of a contract that the search knows. */
export interface OpenContract {
  readonly points: ReadonlyMap<string, Pick<OpenPoint, 'default' | 'alternatives'>>;
  /** Too many rather than too few: a run is the same whatever the answers to the others are. */
  readonly touchedBy: (notes: readonly string[]) => ReadonlySet<string>;
  /** Whether any operation was called. */
  readonly isCalledBy: (notes: readonly string[]) => boolean;
}

/** A dialect that was asked for. */
export interface Given {
  readonly label: string;
  /** What differs from the default dialect. */
  readonly answers: Answers;
}

export interface SearchOptions {
  /** Only these dialects, instead of every answer. */
  readonly only?: readonly Given[] | undefined;
  /** The seed of the mixes. */
  readonly seed: number;
  readonly jobs: number;
  /** The statuses of runs with a limit of requests, which come last. Default: none. */
  readonly limits?: readonly number[];
  /** Points whose answer is the same in every run but those that try it. Default: none. */
  readonly accepted?: readonly AcceptedPoint[];
  /** Points that cannot be varied here. Default: none. */
  readonly fixed?: readonly string[];
}

/** How many there are of each kind of trial. */
export interface TrialCounts {
  readonly answer: number;
  readonly mix: number;
  readonly limit: number;
}

/** The result of a search, final or partial. */
export interface SearchResult {
  /** Whether dialects were given, which are run as mixes. */
  readonly isGiven: boolean;
  /** The answers of the first run to all open points. */
  readonly usual: Answers;
  /** The first run, and those that repeat it where something failed: a command that fails over time fails there. */
  readonly control: readonly Run[];
  readonly trials: readonly Trial[];
  /** What was or will be tried, so far as that is known. */
  readonly planned: TrialCounts;
  readonly runs: number;
  readonly accepted: readonly AcceptedPoint[];
  readonly fixed: readonly string[];
  /** Why it was stopped before its end. */
  readonly stopped: string | undefined;
}

/**
 * Finds the answers that a command relies on. First a run under the default dialect, which must pass; then every
 * other answer to every point that it touches, alone; then mixes of those that passed.
 */
export class AnswerSearch {
  readonly #contract: OpenContract;
  readonly #wanted: SearchOptions;
  readonly #watcher: Watcher;
  readonly #lab: Lab;
  /** The answers of the first run that differ from the default. */
  readonly #base: Answers;
  readonly #usual: Answers;
  #planned: TrialCounts = { answer: 0, mix: 0, limit: 0 };

  constructor(contract: OpenContract, wanted: SearchOptions, runOnce: RunOnce, watcher: Watcher) {
    this.#contract = contract;
    this.#wanted = wanted;
    this.#watcher = watcher;
    this.#base = Object.fromEntries((wanted.accepted ?? []).map(({ id, answer }) => [id, answer]));
    const defaults = [...contract.points].map(([id, point]) => [id, point.default]);
    this.#usual = { ...Object.fromEntries(defaults), ...this.#base };
    const { touchedBy } = contract;
    this.#lab = new Lab({ jobs: wanted.jobs, base: this.#base, touchedBy, runOnce, watcher });
  }

  async run(): Promise<SearchResult> {
    const { only } = this.#wanted;
    await this.#lab.untilStopped(() => (only ? this.#tryGiven(only) : this.#explore()));
    return this.result();
  }

  result(): SearchResult {
    const { control, trials, runCount, stopped } = this.#lab;
    const { only, fixed = [] } = this.#wanted;
    return {
      isGiven: only !== undefined,
      usual: this.#usual,
      control,
      trials,
      planned: this.#planned,
      runs: runCount,
      accepted: this.#acceptedStates(),
      fixed,
      stopped,
    };
  }

  async #explore(): Promise<void> {
    const first = await this.#lab.runControl('default');
    if (!first.passed || !this.#hasCalled(first)) return;
    const others = this.#othersIn(first.touched, {});
    const limits = this.#wanted.limits ?? [];
    const mix = this.#mixesOf(others).length;
    this.#plan({ answer: others.length, mix, limit: limits.length });
    this.#announce(first);
    await this.#tryEach(first, others);
    const mixes = this.#mixesOf(this.#mixable());
    this.#plan({ mix: mixes.length });
    await this.#lab.tryAll(mixes);
    await this.#explainMixes();
    await this.#checkControl();
    // They count requests instead of measuring time, so that speed decides nothing.
    await this.#lab.tryAll(
      limits.map((limit) => ({ kind: 'limit', label: `limit ${limit}`, answers: {}, limit })),
    );
  }

  /** Compared with the default where one of them fails, or where that is one of them. */
  async #tryGiven(given: readonly Given[]): Promise<void> {
    const all = given.map(({ label, answers }) => mixOf(label, this.#changedIn(answers)));
    const mixes = all.filter(({ answers }) => Object.keys(answers).length > 0);
    this.#plan({ mix: mixes.length });
    if (mixes.length < all.length && !(await this.#lab.runControl('default')).passed) return;
    const trials = await this.#lab.tryAll(mixes);
    if (!trials.some(isFailing)) return;
    const first = this.#lab.control[0] ?? (await this.#lab.runControl('default'));
    if (!first.passed || !this.#hasCalled(first)) return;
    await this.#explainMixes();
    await this.#checkControl();
  }

  #plan(planned: Partial<TrialCounts>): void {
    const before = this.#planned;
    this.#planned = { ...before, ...planned };
    this.#watcher.expects(countOf(this.#planned) - countOf(before));
  }

  /** What is tried and what that costs, said before it begins. */
  #announce({ touched, ms }: Run): void {
    const { answer, mix, limit } = this.#planned;
    const { jobs } = this.#wanted;
    const parts = [
      ...(answer > 0 ? ['each of them alone'] : []),
      ...(mix > 0 ? [`${plural(mix, 'mix', 'mixes')} of them`] : []),
      ...(limit > 0 ? [plural(limit, 'limit of requests', 'limits of requests')] : []),
    ];
    const found = `It touches ${touched.size} of ${plural(this.#contract.points.size, 'open point')}, which have ${plural(answer, 'other answer')}.`;
    this.#watcher.say(found);
    const runs = countOf(this.#planned);
    if (runs === 0) return;
    const width = jobs > 1 ? `, ${jobs} at a time` : '';
    this.#watcher.say(
      `To be tried: ${parts.join(', then ')}. That takes ${plural(runs, 'run')}${width}: ${aboutTime((runs * ms) / jobs)}, at ${(ms / 1000).toFixed(1)} s a run. Failures are repeated.`,
    );
  }

  #changedIn(answers: Answers): Answers {
    const others = Object.entries(answers).filter(
      ([id, answer]) => !this.#isAccepted(id) && answer !== this.#usual[id],
    );
    return Object.fromEntries(others);
  }

  /** A point that only another answer leads to is tried there, with that answer. */
  async #tryEach(first: Run, others: readonly Change[]): Promise<void> {
    const touchedWith = new Map([[keyOf({}), first.touched]]);
    for (let planned = others; planned.length > 0; ) {
      const trials = await this.#lab.tryAll(planned);
      const next = new Map<string, Change>();
      for (const trial of trials) {
        if (endOf(trial) !== 'passes' || this.#isAccepted(trial.point ?? '')) continue;
        const before = touchedWith.get(keyOf(wayTo(trial))) ?? new Set();
        const touched = touchedIn(trial);
        touchedWith.set(keyOf(trial.answers), new Set([...touched, ...before]));
        const more = new Set([...touched].filter((id) => !before.has(id)));
        for (const change of this.#othersIn(more, trial.answers))
          if (!this.#tried(change)) next.set(keyOf(change.answers), change);
      }
      planned = [...next.values()];
      this.#plan({ answer: this.#planned.answer + planned.length });
    }
  }

  /** Answers that pass, and with which something is asked: beside the others, no other answer would be met. */
  #mixable(): readonly Trial[] {
    return this.#answers().filter(
      (trial) => endOf(trial) === 'passes' && trial.runs.every((run) => this.#hasCalled(run)),
    );
  }

  /**
   * Mixes of answers in which every two of them to different points meet. Where a mix has none of the answers to a
   * point, that is as in the first run.
   */
  #mixesOf(changes: readonly Change[]): readonly Change[] {
    const given = new Set(changes.map(({ point = '', answers }) => `${point}: ${answers[point]}`));
    // In the order of the contract: one seed makes the same mixes, whichever run ends first.
    const factors = [...this.#contract.points].flatMap(([id, point]) => {
      const mixed = answersTo(point).filter((answer) => given.has(`${id}: ${answer}`));
      return mixed.length > 0 && !this.#isAccepted(id) ? [{ id, mixed }] : [];
    });
    if (factors.length < 2) return [];
    // A value is one of the answers, or 0 for that of the first run.
    const sizes = factors.map(({ mixed }) => mixed.length + 1);
    const first = factors.map(() => 0);
    const rows = coveringRows(sizes, { strength: 2, seed: this.#wanted.seed, given: [first] });
    return rows.slice(1).map((row, nth) => {
      const answers = factors.flatMap(({ id, mixed }, at) => {
        const answer = mixed[(row[at] ?? 0) - 1];
        return answer === undefined ? [] : [[id, answer] as const];
      });
      return mixOf(`mix ${nth + 1}`, Object.fromEntries(answers));
    });
  }

  /** What fails alone explains a mix; where nothing does, the mix is a combination. */
  async #explainMixes(): Promise<void> {
    const failing = this.#lab.trials.filter((trial) => trial.kind === 'mix' && isFailing(trial));
    const untried = new Map(
      failing
        .flatMap((mix) => this.#alone(mix))
        .filter((one) => !this.#tried(one))
        .map((one) => [one.label, one]),
    );
    this.#plan({ answer: this.#planned.answer + untried.size });
    await this.#lab.tryAll([...untried.values()]);
    for (const mix of failing) {
      const isKnown = this.#alone(mix).some((one) => {
        const trial = this.#tried(one);
        return trial !== undefined && endOf(trial) !== 'passes';
      });
      if (!isKnown && !this.#hasKnownCombination(mix)) await this.#reduce(mix);
    }
  }

  /** The answers of a mix that the first run would have met as well. */
  #alone(mix: Trial): Change[] {
    const touched = touchedIn(mix);
    return Object.entries(mix.answers)
      .filter(([id]) => this.#lab.control[0]?.touched.has(id) && touched.has(id))
      .map(([id, answer]) => changeTo(id, answer, {}));
  }

  #hasKnownCombination({ answers }: Trial): boolean {
    return this.#lab.trials.some(
      ({ needs }) => needs && Object.keys(needs).every((id) => needs[id] === answers[id]),
    );
  }

  /** Switches answers back, one at a time, as long as it still fails. */
  async #reduce(mix: Trial): Promise<void> {
    let needed = among(mix.answers, touchedIn(mix));
    this.#watcher.say(
      `${mix.label} fails, and none of its answers does alone: they are switched back one at a time, in at most ${Object.keys(needed).length} runs.`,
    );
    for (const id of Object.keys(needed)) {
      if (!(id in needed)) continue;
      const { [id]: _back, ...fewer } = needed;
      this.#watcher.expects(1);
      const run = await this.#lab.run(mixOf(`${mix.label} without ${id}`, fewer));
      if (!run.passed) needed = among(fewer, run.touched);
    }
    this.#watcher.expects(1);
    const last = await this.#lab.run(mixOf(`${mix.label}, what is left of it`, needed));
    // Otherwise it failed by chance.
    if (!last.passed && Object.keys(needed).length > 1) mix.needs = needed;
    else mix.runs.push(last);
  }

  /** Whatever fails with an answer is that answer's doing only if the first run still passes beside others. */
  async #checkControl(): Promise<void> {
    if (this.#lab.trials.some(isFailing))
      await this.#lab.runControl('default, again', this.#wanted.jobs);
  }

  /** Every answer to these points but that of the first run. */
  #othersIn(ids: ReadonlySet<string>, way: Answers): Change[] {
    const { fixed = [] } = this.#wanted;
    return [...ids].flatMap((id) => {
      const point = this.#contract.points.get(id);
      if (!point || id in way || fixed.includes(id)) return [];
      return answersTo(point)
        .filter((answer) => answer !== this.#usual[id])
        .map((answer) => changeTo(id, answer, way));
    });
  }

  #hasCalled({ notes }: CommandRun): boolean {
    return this.#contract.isCalledBy(notes);
  }

  #isAccepted(id: string): boolean {
    return id in this.#base;
  }

  #answers(): readonly Trial[] {
    return this.#lab.trials.filter(({ kind }) => kind === 'answer');
  }

  #tried({ answers }: Change): Trial | undefined {
    return this.#answers().find((trial) => keyOf(trial.answers) === keyOf(answers));
  }

  #acceptedStates(): AcceptedPoint[] {
    return (this.#wanted.accepted ?? []).map((accepted) => {
      const tried = this.#answers().filter(({ point }) => point === accepted.id);
      if (tried.some(isFailing)) return { ...accepted, state: 'relied on' };
      if (tried.length > 0) return { ...accepted, state: 'relied on no longer' };
      const isTouched = this.#lab.control[0]?.touched.has(accepted.id) ?? true;
      return { ...accepted, state: isTouched ? 'not tried' : 'not touched' };
    });
  }
}

function mixOf(label: string, answers: Answers): Change {
  return { kind: 'mix', label, answers };
}

/** One answer, with those that lead to its point. */
function changeTo(point: string, answer: PointAnswer, way: Answers): Change {
  const label = [`${point}: ${answer}`, ...answerTexts(way)].join(' with ');
  return { kind: 'answer', label, answers: { ...way, [point]: answer }, point };
}

function answersTo(point: Pick<OpenPoint, 'default' | 'alternatives'>): PointAnswer[] {
  return [point.default, ...point.alternatives];
}

/** Equal for equal answers, in whatever order. */
function keyOf(answers: Answers): string {
  return answerTexts(answers).sort().join('\n');
}

function among(answers: Answers, ids: ReadonlySet<string>): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)));
}

function countOf({ answer, mix, limit }: TrialCounts): number {
  return answer + mix + limit;
}

function aboutTime(ms: number): string {
  if (ms < 90_000) return `about ${Math.ceil(ms / 1000)} s`;
  return `about ${plural(Math.ceil(ms / 60_000), 'minute')}`;
}
