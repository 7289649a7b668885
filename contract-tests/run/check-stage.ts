import type { Check } from '../checks/check.ts';
import { NoAnswer } from '../talk/client.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import type { Run, StepContext } from './connect.ts';

/** Runs the checks of one stage side by side. */
export const checkStage = async (run: Run, checks: readonly Check[]): Promise<void> => {
  await Promise.all(
    checks.map(async (check) => {
      if (!run.isStopped()) await attempt(run, check);
      run.stepEnded();
    }),
  );
};

/** A connection may be lost once; calls that are counted are not made twice. */
const triesOf = ({ stage }: Check): number => (stage === 'spend' ? 1 : 2);

const attempt = async (run: Run, check: Check): Promise<void> => {
  for (let tries = triesOf(check); ; tries -= 1) {
    const context = run.context();
    try {
      await check.run(context);
      if (check.proves) for (const id of check.clauses) run.evidence.met(id);
      return;
    } catch (error) {
      if (run.isStopped()) return;
      if (error instanceof NoAnswer && tries > 1) continue;
      note(run, check, error, context);
      return;
    }
  }
};

/** What cut a check short, as evidence. */
const note = (run: Run, { clauses }: Check, error: unknown, context: StepContext): void => {
  const { evidence, unanswered } = run;
  if (error instanceof Broken) {
    const { expected, actual } = error;
    const exchange = error.exchange ?? context.last();
    for (const clause of error.clause ? [error.clause] : clauses) {
      evidence.broken({ clause, expected, actual, ...(exchange && { exchange }) });
      for (const id of clauses) if (id !== clause) evidence.untested(id, `${clause} is broken`);
    }
  } else if (error instanceof NotTestable)
    for (const id of clauses) evidence.untested(id, error.message);
  else if (error instanceof NoAnswer) unanswered.push({ clauses, error });
  else throw error;
};
