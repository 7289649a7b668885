import type { Differences } from '../dialects/dialect.ts';
import { idsOf } from './answers.ts';
import { blameTests, explained, type TestCauses } from './blame-tests.ts';
import { FlakyCommand, NoRunsLeft, type Trials } from './dialect-trials.ts';
import { enough, type FailingAnswers, type JudgedTrial, Narrowing } from './narrowing.ts';

export interface Blame {
  /** By the label of a failing dialect. */
  readonly causes: ReadonlyMap<string, readonly FailingAnswers[]>;
  /** Dialects not resolved within the budget: at least one of these answers is a cause. */
  readonly unresolved: ReadonlyMap<string, Differences>;
  /** Set if the command is flaky; then nothing is blamed. */
  readonly unsteady?: { readonly why: string; readonly passed: readonly boolean[] };
}

export const failingAnswersOf = ({ causes }: Blame): readonly FailingAnswers[] =>
  [...causes.values()].flat();

export const failingAnswersText = (cause: FailingAnswers): string =>
  idsOf(cause)
    .map((id) => `${id}: ${cause[id]}`)
    .join(' with ');

export const noBlame: Blame = { causes: new Map(), unresolved: new Map() };

/**
 * Finds the answers that make each failing dialect fail, as differences from a passing dialect, preferably
 * the default. An answer is blamed only if the command was seen to fail, more than once, with it alone, and
 * to pass without it.
 */
export async function blame(
  runs: readonly JudgedTrial[],
  trials: Trials,
  jobs: number,
  known: (cause: FailingAnswers) => void = () => {},
): Promise<Blame> {
  const base = runs.find(({ passed }) => passed);
  const failing = runs.filter(({ passed }) => !passed);
  if (!base) return noBlame;
  const narrowing = new Narrowing(base, trials, jobs);
  const causes = new Map<string, FailingAnswers[]>();
  const unresolved = new Map<string, Differences>();
  const byTest: TestCauses = new Map();
  try {
    await trials.steady(base.dialect, enough, `${base.label}, again`);
    await blameTests(base, trials, (one) => narrowing.suspects(one), byTest);
    for (const one of failing) {
      const found = explained(one, byTest) ?? [];
      causes.set(one.label, found);
      if (found.length > 0) {
        found.forEach(known);
        continue;
      }
      unresolved.set(one.label, narrowing.suspects(one));
      await narrowing.explain(one, found, (left) => unresolved.set(one.label, left));
      found.forEach(known);
      unresolved.delete(one.label);
    }
    // A command that fails over time is not the fault of an answer.
    await trials.steady(base.dialect, enough + 1, `${base.label}, again`);
  } catch (error) {
    if (error instanceof FlakyCommand) return { ...noBlame, unsteady: error };
    if (!(error instanceof NoRunsLeft)) throw error;
    for (const one of failing) {
      if (causes.has(one.label)) continue;
      const found = explained(one, byTest);
      if (found) causes.set(one.label, found);
      else unresolved.set(one.label, narrowing.suspects(one));
    }
  }
  return { causes, unresolved };
}
