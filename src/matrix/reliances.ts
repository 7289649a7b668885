import { pointById } from '../dialects/dialect.ts';
import type { PointAnswer } from '../spec/open-point.ts';
import { listed } from '../values/listed.ts';
import type { AcceptedPoint } from './accepted.ts';
import { adviceOn } from './advice.ts';
import { touchedPoints } from './touched-points.ts';
import {
  type Answers,
  answerTexts,
  endOf,
  isFailing,
  keyOf,
  type Run,
  type Trial,
  wayTo,
} from './trial.ts';

/** What a search of answers has found, so far or at its end. */
export interface Searched {
  /** Whether dialects were given, which are run as mixes. */
  readonly isGiven: boolean;
  /** The answers of the first run to all open points. */
  readonly usual: Answers;
  /** The first run, and those that repeat it where something failed: a command that fails over time fails there. */
  readonly control: readonly Run[];
  readonly trials: readonly Trial[];
  readonly accepted: readonly AcceptedPoint[];
  readonly fixed: readonly string[];
  /** A sentence that says why it was stopped before its end, and what was tried. */
  readonly stopped: string | undefined;
}

/** An open point that the command depends on. */
interface ReliedPoint {
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
export function trialsOfAnswers({ trials }: Searched): readonly Trial[] {
  return trials.filter(({ kind }) => kind !== 'limit');
}

/** Whether its runs cannot be told from chance: a flaky command relies on nothing that could be named. */
export function isFlaky(searched: Searched): boolean {
  const [first, ...again] = searched.control;
  return (
    trialsOfAnswers(searched).some((trial) => endOf(trial) === 'unsteady') ||
    (first?.passed === true && again.some(({ passed }) => !passed))
  );
}

/** The answers that fail alone, without those that were accepted. */
export function failingAnswers({ trials, accepted }: Searched): Trial[] {
  return trials.filter(
    (trial) =>
      trial.kind === 'answer' && isFailing(trial) && !accepted.some(({ id }) => id === trial.point),
  );
}

export function reliances(searched: Searched): Reliance[] {
  if (isFlaky(searched)) return [];
  const { trials } = searched;
  const combinations = trials.flatMap((mix) =>
    mix.needs ? [combinationOf(searched, mix, mix.needs)] : [],
  );
  return [...reliedAlone(searched), ...combinations];
}

function reliedAlone(searched: Searched): Reliance[] {
  const failing = failingAnswers(searched);
  const found = new Map<string, Reliance>();
  for (const trial of failing) {
    const { point = '', answers } = trial;
    const way = wayTo(trial);
    const isAlike = (one: Trial): boolean =>
      one.point === point && keyOf(wayTo(one)) === keyOf(way);
    const alike = failing.filter(isAlike);
    if (alike[0] !== trial) continue;
    const passing = searched.trials.filter((one) => isAlike(one) && endOf(one) === 'passes');
    const answersIn = (all: readonly Trial[]) =>
      all.map((one) => one.answers[point] as PointAnswer);
    const points = [reliedPoint(searched, point, answersIn(alike), answersIn(passing))];
    // What several answers lead to is one point.
    const key = JSON.stringify(points);
    const known = found.get(key);
    found.set(key, {
      points,
      where: [...(known?.where ?? []), ...(keyOf(way) === '' ? [] : [way])],
      again: known?.again ?? answers,
      tests: known?.tests ?? testsBehind(alike, [point], searched),
    });
  }
  return [...found.values()];
}

function combinationOf(searched: Searched, mix: Trial, needs: Answers): Reliance {
  return {
    points: Object.entries(needs).map(([id, answer]) => reliedPoint(searched, id, [answer])),
    where: [],
    again: needs,
    tests: testsBehind([mix], Object.keys(needs), searched),
  };
}

function reliedPoint(
  { usual }: Searched,
  id: string,
  failsWith: readonly PointAnswer[],
  passing: readonly PointAnswer[] = [],
): ReliedPoint {
  const { question = '', section = '' } = pointById.get(id) ?? {};
  const passesWith = [usual[id] ?? '', ...passing];
  return { id, question, section, passesWith, failsWith, advice: adviceOn(id) };
}

/**
 * The tests that the output reports as failed; without such a report, those whose worlds touched the points, and of
 * several those in lines of the output that the first run does not have.
 */
function testsBehind(
  failing: readonly Trial[],
  ids: readonly string[],
  { control }: Searched,
): readonly string[] {
  const usual = new Set(comparableLines(control[0]?.output ?? ''));
  const found = failing.flatMap(({ runs }) =>
    runs.flatMap(({ results, tests, output }) => {
      if (results) return Object.keys(results).filter((test) => !results[test]);
      const touching = Object.keys(tests).filter((name) => {
        const touched = touchedPoints(tests[name] ?? []);
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
  const [point, ...others] = points;
  const { passesWith = [], failsWith = [], id = '' } = point ?? {};
  const isOnlyOne =
    others.length === 0 &&
    passesWith.length === 1 &&
    failsWith.length > 1 &&
    failsWith.length === pointById.get(id)?.alternatives.length;
  const ways = where.map((way) => answerTexts(way).join(', ')).join(', or with ');
  const names = listed(tests, (name) => `"${name}"`).join(', ');
  return [
    ...(ways ? [`Touched only with ${ways}, which passes otherwise.`] : []),
    ...(isOnlyOne ? ['No other answer will do.'] : []),
    ...(names ? [`in ${tests.length === 1 ? 'test' : 'one or more of the tests'} ${names}`] : []),
  ];
}
