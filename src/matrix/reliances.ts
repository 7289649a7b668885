import { pointById } from '../dialects/dialect.ts';
import type { PointAnswer } from '../spec/open-point.ts';
import { adviceOn } from './advice.ts';
import {
  type Answers,
  type AnswerTrial,
  endOf,
  type JudgedRun,
  type SearchResult,
  type Trial,
} from './search-result.ts';

/** An open point that the command depends on. */
export interface ReliedPoint {
  readonly id: string;
  readonly question: string;
  readonly section: string;
  readonly passesWith: readonly PointAnswer[];
  readonly failsWith: readonly PointAnswer[];
  readonly advice: string;
}

/** One open point, or several that fail only together. */
export interface Reliance {
  readonly points: readonly ReliedPoint[];
  /** Where it is not touched otherwise: the answers that lead to it, each in one way. */
  readonly where: readonly Answers[];
  /** What to switch to see it fail. */
  readonly again: Answers;
  /** The tests that fail for it, as far as worlds are named after tests: at least one of these. */
  readonly tests: readonly string[];
}

/** Whether its runs can be told from chance: a flaky command relies on nothing that could be named. */
export function isFlaky({ answers, mixes, control, first }: SearchResult): boolean {
  return (
    [...answers, ...mixes].some((trial) => endOf(trial) === 'unsteady') ||
    (first?.passed === true && control.some(({ passed }) => !passed))
  );
}

export function isFailing(trial: Trial): boolean {
  return endOf(trial) === 'fails';
}

export function reliances(outcome: SearchResult): Reliance[] {
  if (isFlaky(outcome)) return [];
  return [...reliedAlone(outcome), ...combinations(outcome)];
}

/** The answers that fail alone, without those that were accepted. */
export function failingAnswers({ answers, accepted }: SearchResult): AnswerTrial[] {
  return answers.filter((trial) => isFailing(trial) && !accepted.some(({ id }) => id === trial.id));
}

function reliedAlone(outcome: SearchResult): Reliance[] {
  const groups = new Map<string, AnswerTrial[]>();
  for (const trial of failingAnswers(outcome)) {
    const key = placeOf(trial);
    groups.set(key, [...(groups.get(key) ?? []), trial]);
  }
  const found = new Map<string, Reliance>();
  for (const [place, failing] of groups) {
    const passing = outcome.answers.filter(
      (trial) => placeOf(trial) === place && endOf(trial) === 'passes',
    );
    const reliance = reliedIn(outcome, failing, passing);
    // What several answers lead to is one point.
    const key = JSON.stringify(reliance.points);
    const known = found.get(key);
    const where = [...(known?.where ?? []), ...reliance.where];
    found.set(key, { ...(known ?? reliance), where });
  }
  return [...found.values()];
}

/** The same for all answers to a point that were tried under the same circumstances. */
function placeOf({ id, where }: AnswerTrial): string {
  return `${id} ${JSON.stringify(where)}`;
}

function reliedIn(
  outcome: SearchResult,
  failing: readonly AnswerTrial[],
  passing: readonly AnswerTrial[],
): Reliance {
  const [{ id, where, switched }] = failing as [AnswerTrial];
  const point = reliedPoint(id, {
    passesWith: [usualIn(outcome, id), ...passing.map(({ answer }) => answer)],
    failsWith: failing.map(({ answer }) => answer),
  });
  return {
    points: [point],
    where: Object.keys(where).length > 0 ? [where] : [],
    again: switched,
    tests: testsBehind(failing, [id], outcome.first),
  };
}

function combinations(outcome: SearchResult): Reliance[] {
  return outcome.mixes.flatMap((mix) => {
    if (!mix.needs) return [];
    const needed = Object.entries(mix.needs);
    const points = needed.map(([id, answer]) =>
      reliedPoint(id, { passesWith: [usualIn(outcome, id)], failsWith: [answer] }),
    );
    const ids = needed.map(([id]) => id);
    return [{ points, where: [], again: mix.needs, tests: testsBehind([mix], ids, outcome.first) }];
  });
}

/** Its answer in the first run. */
function usualIn({ usual }: SearchResult, id: string): PointAnswer {
  return usual[id] ?? '';
}

function reliedPoint(id: string, ends: Pick<ReliedPoint, 'passesWith' | 'failsWith'>): ReliedPoint {
  return {
    id,
    question: pointById.get(id)?.question ?? '',
    section: pointById.get(id)?.section ?? '',
    ...ends,
    advice: adviceOn(id),
  };
}

/**
 * The tests that the output reports as failed; without such a report, those whose worlds touched the points, and of
 * several those in lines of the output that the first run does not have.
 */
function testsBehind(
  failing: readonly Trial[],
  ids: readonly string[],
  first: JudgedRun | undefined,
): readonly string[] {
  const usual = new Set(comparableLines(first?.output ?? ''));
  const found = failing.flatMap(({ runs }) =>
    runs.flatMap((run) => {
      const { results } = run;
      if (results) return Object.keys(results).filter((test) => !results[test]);
      const touching = Object.entries(run.touchedByTest)
        .filter(([, touched]) => ids.some((id) => touched.has(id)))
        .map(([name]) => name);
      const unusual = comparableLines(run.output).filter((line) => !usual.has(line));
      const named = touching.filter((name) =>
        unusual.some((line) => line.includes(withoutNumbers(name))),
      );
      return named.length > 0 ? named : touching;
    }),
  );
  return [...new Set(found)];
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '0');
}

function comparableLines(output: string): string[] {
  return output.split('\n').map(withoutNumbers);
}
