import { pointById } from '../dialects/dialect.ts';
import type { OpenPoint, PointAnswer } from '../spec/open-point.ts';
import { coveringRows } from '../values/covering.ts';
import { plural } from '../values/listed.ts';
import type { AcceptedPoint } from './accepted.ts';
import { concludeAnswers } from './answer-report.ts';
import type { Conclusion } from './report.ts';
import { Search, type Watcher } from './search.ts';
import { calledApi, touchedPoints } from './touched-points.ts';
import {
  type Answers,
  answerTexts,
  type Change,
  endOf,
  isFailing,
  keyOf,
  type Run,
  type RunOnce,
  type Trial,
  touchedIn,
  wayTo,
} from './trial.ts';

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

/**
 * Finds the answers that a command relies on. First a run under the default dialect, which must pass; then every
 * other answer to every point that it touches, alone; then mixes of those that passed.
 */
export class AnswerSearch extends Search {
  readonly #wanted: SearchOptions;
  /** The answers of the first run that differ from the default. */
  readonly #base: Answers;
  /** The answers of the first run to all open points. */
  readonly #usual: Answers;

  constructor(wanted: SearchOptions, runOnce: RunOnce, watcher: Watcher) {
    const accepted = wanted.accepted ?? [];
    const base: Answers = Object.fromEntries(accepted.map(({ id, answer }) => [id, answer]));
    const withBase: RunOnce = (change) =>
      runOnce({ ...change, answers: { ...base, ...change.answers } });
    super(wanted.jobs, withBase, watcher);
    this.#wanted = wanted;
    this.#base = base;
    const defaults = [...pointById].map(([id, point]) => [id, point.default]);
    this.#usual = { ...Object.fromEntries(defaults), ...base };
  }

  protected conclude(): Conclusion {
    const { only, fixed = [] } = this.#wanted;
    return concludeAnswers({
      isGiven: only !== undefined,
      usual: this.#usual,
      control: this.control,
      trials: this.trials,
      accepted: this.#acceptedStates(),
      fixed,
      stopped: this.stopped && this.stoppedSentence(),
    });
  }

  protected async explore(): Promise<void> {
    const { only, limits = [] } = this.#wanted;
    if (only) return this.#tryGiven(only);
    const first = await this.runControl('default');
    if (!first.passed || !calledApi(first.notes)) return;
    const others = this.#othersIn(touchedPoints(first.notes), {});
    const mix = this.#mixesOf(others).length;
    this.plan({ answer: others.length, mix, limit: limits.length });
    this.#announce(first);
    await this.#tryEach(first, others);
    const mixes = this.#mixesOf(this.#mixable());
    this.plan({ mix: mixes.length });
    await this.tryAll(mixes);
    await this.#explainMixes();
    await this.#checkControl();
    // They count requests instead of measuring time, so that speed decides nothing.
    await this.tryAll(
      limits.map((limit) => ({ kind: 'limit', label: `limit ${limit}`, answers: {}, limit })),
    );
  }

  /** Compared with the default where one of them fails, or where that is one of them. */
  async #tryGiven(given: readonly Given[]): Promise<void> {
    const all = given.map(({ label, answers }) => mixOf(label, this.#changedIn(answers)));
    const mixes = all.filter(({ answers }) => Object.keys(answers).length > 0);
    this.plan({ mix: mixes.length });
    if (mixes.length < all.length && !(await this.runControl('default')).passed) return;
    const trials = await this.tryAll(mixes);
    if (!trials.some(isFailing)) return;
    const first = this.control[0] ?? (await this.runControl('default'));
    if (!first.passed || !calledApi(first.notes)) return;
    await this.#explainMixes();
    await this.#checkControl();
  }

  /** What is tried and what that costs, said before it begins. */
  #announce({ notes, ms }: Run): void {
    const { answer, mix, limit } = this.planned;
    const touched = touchedPoints(notes).size;
    this.watcher.say(
      `It touches ${touched} of ${plural(pointById.size, 'open point')}, which have ${plural(answer, 'other answer')}.`,
    );
    const runs = answer + mix + limit;
    if (runs === 0) return;
    const parts = [
      ...(answer > 0 ? ['each of them alone'] : []),
      ...(mix > 0 ? [`${plural(mix, 'mix', 'mixes')} of them`] : []),
      ...(limit > 0 ? [plural(limit, 'limit of requests', 'limits of requests')] : []),
    ];
    const width = this.jobs > 1 ? `, ${this.jobs} at a time` : '';
    this.watcher.say(
      `To be tried: ${parts.join(', then ')}. That takes ${plural(runs, 'run')}${width}: ${aboutTime((runs * ms) / this.jobs)}, at ${(ms / 1000).toFixed(1)} s a run. Failures are repeated.`,
    );
  }

  #changedIn(answers: Answers): Answers {
    const isChange = ([id, answer]: [string, PointAnswer]) =>
      !this.#isAccepted(id) && answer !== this.#usual[id];
    return Object.fromEntries(Object.entries(answers).filter(isChange));
  }

  /** A point that only another answer leads to is tried there, with that answer. */
  async #tryEach(first: Run, others: readonly Change[]): Promise<void> {
    const touchedWith = new Map([[keyOf({}), touchedIn({ runs: [first] })]]);
    for (let planned = others; planned.length > 0; ) {
      const next = new Map<string, Change>();
      for (const trial of await this.tryAll(planned)) {
        if (endOf(trial) !== 'passes' || this.#isAccepted(trial.point ?? '')) continue;
        const before = touchedWith.get(keyOf(wayTo(trial))) ?? new Set();
        const touched = touchedIn(trial);
        touchedWith.set(keyOf(trial.answers), new Set([...touched, ...before]));
        const more = [...touched].filter((id) => !before.has(id));
        for (const change of this.#othersIn(more, trial.answers))
          if (!this.#tried(change)) next.set(keyOf(change.answers), change);
      }
      planned = [...next.values()];
      this.plan({ answer: this.planned.answer + planned.length });
    }
  }

  /** Answers that pass, and with which something is asked: beside the others, no other answer would be met. */
  #mixable(): readonly Trial[] {
    return this.#answers().filter(
      (trial) => endOf(trial) === 'passes' && trial.runs.every(({ notes }) => calledApi(notes)),
    );
  }

  /**
   * Mixes of answers in which every two of them to different points meet. Where a mix has none of the answers to a
   * point, that is as in the first run.
   */
  #mixesOf(changes: readonly Change[]): readonly Change[] {
    const given = new Set(changes.map(({ point = '', answers }) => `${point}: ${answers[point]}`));
    // In the order of the contract: one seed makes the same mixes, whichever run ends first.
    const factors = [...pointById].flatMap(([id, point]) => {
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
    const failing = this.trials.filter((trial) => trial.kind === 'mix' && isFailing(trial));
    const alone = failing.flatMap((mix) => this.#alone(mix)).filter((one) => !this.#tried(one));
    const untried = new Map(alone.map((one) => [one.label, one]));
    this.plan({ answer: this.planned.answer + untried.size });
    await this.tryAll([...untried.values()]);
    for (const mix of failing) {
      const explanations = [
        ...this.#alone(mix).filter((one) => {
          const trial = this.#tried(one);
          return trial !== undefined && endOf(trial) !== 'passes';
        }),
        ...this.trials.filter(({ needs }) => needs && isWithin(needs, mix.answers)),
      ];
      if (explanations.length === 0) await this.#reduce(mix);
    }
  }

  /** The answers of a mix that the first run would have met as well. */
  #alone(mix: Trial): Change[] {
    const touched = touchedIn(mix);
    const touchedFirst = touchedPoints(this.control[0]?.notes ?? []);
    return Object.entries(mix.answers)
      .filter(([id]) => touchedFirst.has(id) && touched.has(id))
      .map(([id, answer]) => changeTo(id, answer, {}));
  }

  /** Switches answers back, one at a time, as long as it still fails. */
  async #reduce(mix: Trial): Promise<void> {
    let needed = among(mix.answers, touchedIn(mix));
    const ids = Object.keys(needed);
    this.watcher.say(
      `${mix.label} fails, and none of its answers does alone: they are switched back one at a time, in at most ${ids.length} runs.`,
    );
    const tryWith = (label: string, answers: Answers): Promise<Run> => {
      this.watcher.expects(1);
      return this.runOnce(mixOf(`${mix.label}${label}`, answers));
    };
    for (const id of ids) {
      if (!(id in needed)) continue;
      const { [id]: _back, ...fewer } = needed;
      const run = await tryWith(` without ${id}`, fewer);
      if (!run.passed) needed = among(fewer, touchedPoints(run.notes));
    }
    const last = await tryWith(', what is left of it', needed);
    // Otherwise it failed by chance.
    if (!last.passed && Object.keys(needed).length > 1) mix.needs = needed;
    else mix.runs.push(last);
  }

  /** Whatever fails with an answer is that answer's doing only if the first run still passes beside others. */
  async #checkControl(): Promise<void> {
    if (this.trials.some(isFailing)) await this.runControl('default, again', this.jobs);
  }

  /** Every answer to these points but that of the first run. */
  #othersIn(ids: Iterable<string>, way: Answers): Change[] {
    const { fixed = [] } = this.#wanted;
    return [...ids].flatMap((id) => {
      const point = pointById.get(id);
      if (!point || id in way || fixed.includes(id)) return [];
      return answersTo(point)
        .filter((answer) => answer !== this.#usual[id])
        .map((answer) => changeTo(id, answer, way));
    });
  }

  #isAccepted(id: string): boolean {
    return id in this.#base;
  }

  #answers(): readonly Trial[] {
    return this.trials.filter(({ kind }) => kind === 'answer');
  }

  #tried({ answers }: Change): Trial | undefined {
    return this.#answers().find((trial) => keyOf(trial.answers) === keyOf(answers));
  }

  #acceptedStates(): AcceptedPoint[] {
    const touched = touchedIn({ runs: this.control.slice(0, 1) });
    return (this.#wanted.accepted ?? []).map((accepted) => {
      const tried = this.#answers().filter(({ point }) => point === accepted.id);
      if (tried.some(isFailing)) return { ...accepted, state: 'relied on' };
      if (tried.length > 0) return { ...accepted, state: 'relied on no longer' };
      const isUntouched = this.control.length > 0 && !touched.has(accepted.id);
      return { ...accepted, state: isUntouched ? 'not touched' : 'not tried' };
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

function answersTo(point: OpenPoint): PointAnswer[] {
  return [point.default, ...point.alternatives];
}

function among(answers: Answers, ids: ReadonlySet<string>): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)));
}

function isWithin(some: Answers, all: Answers): boolean {
  return Object.entries(some).every(([id, answer]) => all[id] === answer);
}

function aboutTime(ms: number): string {
  if (ms < 90_000) return `about ${Math.ceil(ms / 1000)} s`;
  return `about ${plural(Math.ceil(ms / 60_000), 'minute')}`;
}
