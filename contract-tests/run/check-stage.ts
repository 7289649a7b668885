import type { Scenario } from '../drive/scenario.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/cut-short.ts';
import type { Run } from './connect.ts';

/** Plays the scenarios of one stage side by side. */
export const checkStage = async (run: Run, scenarios: readonly Scenario[]): Promise<void> => {
  await Promise.all(
    scenarios.map(async (one) => {
      if (!run.isStopped()) await attempt(run, one);
      run.stepEnded();
    }),
  );
};

/** A connection may be lost once; calls that are counted are not made twice. */
const triesOf = ({ stage }: Scenario): number => (stage === 'spend' ? 1 : 2);

const attempt = async (run: Run, scenario: Scenario): Promise<void> => {
  const { clauses } = scenario;
  for (let tries = triesOf(scenario); ; tries -= 1) {
    try {
      await scenario.run(run.context(scenario.name));
      return;
    } catch (error) {
      if (run.isStopped()) return;
      if (error instanceof NoAnswer && tries > 1) continue;
      if (error instanceof NotTestable)
        for (const id of clauses) run.evidence.untested(id, error.message);
      else if (error instanceof NoAnswer) run.evidence.unanswered.push({ clauses, error });
      else throw error;
      return;
    }
  }
};
