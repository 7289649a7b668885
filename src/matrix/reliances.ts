import { answerTo, differencesOf, type OpenPointId, pointById } from '../dialects/dialect.ts';
import { adviceOn } from './advice.ts';
import { answersAmong, hasAnswers, idsOf, pickAnswers, withoutAnswers } from './answers.ts';
import { failingAnswersOf } from './blame.ts';
import { exercisedPoints } from './exercised-points.ts';
import type { FailingAnswers } from './narrowing.ts';
import type { JudgedRun, SearchResult } from './search-result.ts';

/** One or more open points that the command depends on. */
export interface Reliance {
  /** The tests that fail for it, as far as worlds are named after tests: at least one of these. */
  readonly tests: readonly string[];
  readonly points: readonly {
    readonly id: OpenPointId;
    readonly question: string;
    readonly section: string;
    readonly passesWith: readonly unknown[];
    readonly failsWith: readonly unknown[];
    readonly advice: string;
  }[];
}

export function reliances({ runs, all, blamed }: SearchResult): Reliance[] {
  const found = failingAnswersOf(blamed);
  const passing = runs.filter(({ passed }) => passed);
  const base = passing.find(({ label }) => label === 'default') ?? passing[0];
  const keys = [...new Set(found.map((cause) => idsOf(cause).join(' ')))];
  return keys.map((key) => {
    const ids = key.split(' ') as OpenPointId[];
    const own = found.filter((cause) => idsOf(cause).join(' ') === key);
    const alone = all.filter((run) => run.passed && isAmong(run, ids, base));
    const tests = testsBehind(all, ids, base);
    return { points: ids.map((id) => pointOf(id, own, alone)), tests };
  });
}

/**
 * The tests that exercised the points in runs without another cause; if several, those that appear in new
 * lines of the output.
 */
function testsBehind(
  all: readonly JudgedRun[],
  ids: readonly OpenPointId[],
  base?: JudgedRun,
): readonly string[] {
  const failed = all.filter((run) => !run.passed && isAlone(run, ids, base));
  const lines = (output: string) => output.split('\n').map((line) => line.replace(/\d+/g, '0'));
  const usual = new Set(lines(base?.output ?? ''));
  const found = failed.map(({ tests, output, results }) => {
    if (results) return Object.keys(results).filter((test) => !results[test]);
    const exercising = Object.keys(tests).filter((name) => {
      const exercised = exercisedPoints(tests[name] ?? []);
      return ids.some((id) => exercised.has(id));
    });
    const unusual = lines(output).filter((line) => !usual.has(line));
    const named = exercising.filter((name) =>
      unusual.some((line) => line.includes(name.replace(/\d+/g, '0'))),
    );
    return named.length > 0 ? named : exercising;
  });
  return [...new Set(found.flat())];
}

const isAlone = (run: JudgedRun, ids: readonly OpenPointId[], base?: JudgedRun) =>
  ids.every((id) => run.exercised.has(id)) && isAmong(run, ids, base);

/** Whether the exercised answers of a run differ from the passing run only in these points. */
const isAmong = (
  { dialect, exercised }: JudgedRun,
  ids: readonly OpenPointId[],
  base?: JudgedRun,
) =>
  base !== undefined &&
  idsOf(answersAmong(differencesOf(dialect, base.dialect), exercised)).every((id) =>
    ids.includes(id),
  );

function pointOf(id: OpenPointId, found: readonly FailingAnswers[], alone: readonly JudgedRun[]) {
  const point = pointById.get(id);
  // With the other points as in the failing run.
  const passing = alone.filter(
    ({ dialect, exercised }) =>
      exercised.has(id) &&
      found.some((cause) => hasAnswers(dialect, withoutAnswers(cause, pickAnswers(cause, [id])))),
  );
  return {
    id,
    question: point?.question ?? '',
    section: point?.section ?? '',
    passesWith: [...new Set(passing.map(({ dialect }) => answerTo(dialect, id)))],
    failsWith: [...new Set(found.map((cause) => cause[id]))],
    advice: adviceOn(id),
  };
}
