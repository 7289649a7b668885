import { pointById } from '../dialects/dialect.ts';
import type { PointAnswer } from '../spec/open-point.ts';
import { listed } from '../values/listed.ts';
import { adviceOn } from './advice.ts';
import type { SearchResult } from './answer-search.ts';
import { touchedPoints } from './touched-points.ts';
import {
  type Answers,
  answerTexts,
  endOf,
  isFailing,
  type Run,
  type Trial,
  wayTo,
} from './trial.ts';

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

/** Answers and mixes; a limit of requests is no open point's answer. */
export function trialsOfAnswers({ trials }: SearchResult): readonly Trial[] {
  return trials.filter(({ kind }) => kind !== 'limit');
}

/** Whether its runs cannot be told from chance: a flaky command relies on nothing that could be named. */
export function isFlaky(result: SearchResult): boolean {
  const [first, ...again] = result.control;
  return (
    trialsOfAnswers(result).some((trial) => endOf(trial) === 'unsteady') ||
    (first?.passed === true && again.some(({ passed }) => !passed))
  );
}

export function reliances(result: SearchResult): Reliance[] {
  if (isFlaky(result)) return [];
  return [...reliedAlone(result), ...combinations(result)];
}

/** The answers that fail alone, without those that were accepted. */
export function failingAnswers({ trials, accepted }: SearchResult): Trial[] {
  return trials.filter(
    (trial) =>
      trial.kind === 'answer' && isFailing(trial) && !accepted.some(({ id }) => id === trial.point),
  );
}

function reliedAlone(result: SearchResult): Reliance[] {
  const groups = new Map<string, Trial[]>();
  for (const trial of failingAnswers(result)) {
    const place = placeOf(trial);
    groups.set(place, [...(groups.get(place) ?? []), trial]);
  }
  const found = new Map<string, Reliance>();
  for (const [place, failing] of groups) {
    const reliance = reliedIn(result, place, failing);
    // What several answers lead to is one point.
    const key = JSON.stringify(reliance.points);
    const known = found.get(key);
    const where = [...(known?.where ?? []), ...reliance.where];
    found.set(key, { ...(known ?? reliance), where });
  }
  return [...found.values()];
}

/** The same for all answers to a point that were tried under the same circumstances. */
function placeOf(trial: Trial): string {
  return `${trial.point} ${JSON.stringify(wayTo(trial))}`;
}

function reliedIn(result: SearchResult, place: string, failing: readonly Trial[]): Reliance {
  const [trial] = failing as [Trial];
  const { point = '', answers } = trial;
  const passing = result.trials.filter(
    (one) => one.kind === 'answer' && placeOf(one) === place && endOf(one) === 'passes',
  );
  const answersIn = (trials: readonly Trial[]) =>
    trials.map((one) => one.answers[point] as PointAnswer);
  const way = wayTo(trial);
  return {
    points: [
      reliedPoint(point, {
        passesWith: [usualAnswer(result, point), ...answersIn(passing)],
        failsWith: answersIn(failing),
      }),
    ],
    where: Object.keys(way).length > 0 ? [way] : [],
    again: answers,
    tests: testsBehind(failing, [point], result.control[0]),
  };
}

function combinations(result: SearchResult): Reliance[] {
  return result.trials.flatMap((mix) => {
    if (!mix.needs) return [];
    const points = Object.entries(mix.needs).map(([id, answer]) =>
      reliedPoint(id, { passesWith: [usualAnswer(result, id)], failsWith: [answer] }),
    );
    const ids = Object.keys(mix.needs);
    const tests = testsBehind([mix], ids, result.control[0]);
    return [{ points, where: [], again: mix.needs, tests }];
  });
}

function usualAnswer({ usual }: SearchResult, id: string): PointAnswer {
  return usual[id] ?? '';
}

function reliedPoint(id: string, ends: Pick<ReliedPoint, 'passesWith' | 'failsWith'>): ReliedPoint {
  const { question = '', section = '' } = pointById.get(id) ?? {};
  return { id, question, section, ...ends, advice: adviceOn(id) };
}

/**
 * The tests that the output reports as failed; without such a report, those whose worlds touched the points, and of
 * several those in lines of the output that the first run does not have.
 */
function testsBehind(
  failing: readonly Trial[],
  ids: readonly string[],
  first: Run | undefined,
): readonly string[] {
  const usual = new Set(comparableLines(first?.output ?? ''));
  const found = failing.flatMap(({ runs }) =>
    runs.flatMap(({ results, tests, output }) => {
      if (results) return Object.keys(results).filter((test) => !results[test]);
      const touching = Object.keys(tests).filter((name) => {
        const touched: ReadonlySet<string> = touchedPoints(tests[name] ?? []);
        return ids.some((id) => touched.has(id));
      });
      const unusual = comparableLines(output).filter((line) => !usual.has(line));
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

/** What is said beside a relied point: that it is reached in one way, that one answer alone will do. */
export function relianceNotes({ points, where, tests }: Reliance): string[] {
  const [point] = points;
  const { passesWith = [], failsWith = [], id = '' } = point ?? {};
  const isOnlyOne =
    points.length === 1 &&
    passesWith.length === 1 &&
    failsWith.length > 1 &&
    failsWith.length === pointById.get(id)?.alternatives.length;
  const ways = where.map((way) => answerTexts(way).join(', ')).join(', or with ');
  return [
    ...(ways ? [`Touched only with ${ways}, which passes otherwise.`] : []),
    ...(isOnlyOne ? ['No other answer will do.'] : []),
    ...testLine(tests),
  ];
}

function testLine(tests: readonly string[]): string[] {
  if (tests.length === 0) return [];
  const names = listed(tests, (name) => `"${name}"`).join(', ');
  return [`in ${tests.length === 1 ? 'test' : 'one or more of the tests'} ${names}`];
}
