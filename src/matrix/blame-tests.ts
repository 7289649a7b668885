import { answerTo, type Differences, dialectOf } from '../dialects/dialect.ts';
import { answersAmong, hasAnswers, idsOf, pickAnswers, sizeOf } from './answers.ts';
import { type DialectTrial, isSameDialect, type Trials } from './dialect-trials.ts';

/** The answers that make a test fail, each alone, by the name of the test. */
export type TestCauses = Map<string, Differences[]>;

/** A test that failed for one of these answers. */
interface Question {
  readonly test: string;
  readonly suspects: Differences;
}

type Suspects = (trial: DialectTrial) => Differences;

const failedIn = ({ results = {} }: DialectTrial): string[] =>
  Object.keys(results).filter((test) => !results[test]);

/**
 * Narrows down for all tests at once: an answer that a test has passed with is not its cause. An answer is a cause
 * if the test fails with it alone, twice. What only fails together is left to the search that knows of no tests.
 */
export async function blameTests(
  base: DialectTrial,
  trials: Trials,
  suspectsOf: Suspects,
  causes: TestCauses,
): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const open = questions(trials.seen, suspectsOf, causes).filter(
      ({ test }) => base.results?.[test],
    );
    const answers = open.map(({ suspects }) => suspects).find((one) => sizeOf(one) === 1);
    const dialect = dialectOf({ ...base.dialect, ...(answers ?? half(open)) });
    // Nothing was learned the last time: what it exercised is none of it.
    const question = `${answers ? 'alone' : 'half'} ${JSON.stringify(dialect)}`;
    if (open.length === 0 || asked.has(question)) return;
    asked.add(question);
    const why = answers ? `${idsOf(answers)[0]} alone` : `answers of ${open.length} failing tests`;
    const trial = await trials.outcome(dialect, why);
    if (!answers || trial.passed) continue;
    await trials.steady(dialect, 2, why);
    const same = trials.seen.filter((one) => isSameDialect(one.dialect, dialect));
    for (const test of failedIn(trial))
      if (same.every(({ results }) => results?.[test] === false))
        causes.set(test, [...(causes.get(test) ?? []), answers]);
  }
}

/** The known causes of the tests that failed in a run; undefined where one of them has none. */
export function explained(trial: DialectTrial, causes: TestCauses): Differences[] | undefined {
  const found = failedIn(trial).map((test) =>
    (causes.get(test) ?? []).filter((cause) => hasAnswers(trial.dialect, cause)),
  );
  if (found.length === 0 || found.some(({ length }) => length === 0)) return undefined;
  return [...new Map(found.flat().map((cause) => [JSON.stringify(cause), cause])).values()];
}

/** For every test that failed for an unknown cause, the run that leaves the fewest suspects. */
function questions(
  trials: readonly DialectTrial[],
  suspectsOf: Suspects,
  causes: TestCauses,
): Question[] {
  const tests = [...new Set(trials.flatMap(failedIn))];
  return tests.flatMap((test) => {
    const passed = trials.filter(({ results }) => results?.[test]);
    const known = causes.get(test) ?? [];
    const [fewest] = trials
      .filter((trial) => trial.results?.[test] === false)
      .filter(({ dialect }) => !known.some((cause) => hasAnswers(dialect, cause)))
      .map((trial) => {
        const all = suspectsOf(trial);
        const left = idsOf(all).filter(
          (id) =>
            !passed.some(
              ({ dialect, exercised }) => exercised.has(id) && answerTo(dialect, id) === all[id],
            ),
        );
        // Another answer to a point that is known as a cause is the first suspect.
        const alike = left.filter((id) => known.some((cause) => id in cause)).slice(0, 1);
        return pickAnswers(all, alike.length > 0 ? alike : left);
      })
      .filter((suspects) => sizeOf(suspects) > 0)
      .sort((a, b) => sizeOf(a) - sizeOf(b));
    return fewest ? [{ test, suspects: fewest }] : [];
  });
}

/** About half of the suspects of every test. */
function half(open: readonly Question[]): Differences {
  const chosen: Differences = {};
  const balance = new Map<Question, number>();
  const decided = new Set<string>();
  for (const { suspects } of open)
    for (const id of idsOf(suspects)) {
      const key = `${id}: ${suspects[id]}`;
      if (decided.has(key)) continue;
      decided.add(key);
      const concerned = open.filter((one) => one.suspects[id] === suspects[id]);
      const sum = concerned.reduce(
        (all, one) => all + (balance.get(one) ?? 0) / sizeOf(one.suspects),
        0,
      );
      const isIn = !(id in chosen) && sum <= 0;
      if (isIn) Object.assign(chosen, answersAmong(suspects, new Set([id])));
      for (const one of concerned) balance.set(one, (balance.get(one) ?? 0) + (isIn ? 1 : -1));
    }
  return chosen;
}
