import type { Area } from '../../src/spec/clauses.ts';
import type { Scenario } from '../drive/scenario.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotExercised, NotTestable } from '../talk/not-testable.ts';
import type { Unit } from './budget.ts';
import type { RunConnection } from './connect.ts';

/** Runs the scenarios of one stage concurrently. */
export const checkStage = async (
  run: RunConnection,
  scenarios: readonly Scenario[],
): Promise<void> => {
  await Promise.all(
    scenarios.map(async (one) => {
      if (!run.isStopped()) await attempt(run, one);
      run.stepEnded();
    }),
  );
};

const stages = ['main', 'spend', 'last'] as const;

/** Scenarios and their parts, which can run in any order. */
export const unitsOf = (run: RunConnection, areas: readonly Area[]): Unit[] =>
  stages
    .flatMap((stage) => areas.flatMap((area) => run.plan.checks(area, stage)))
    .flatMap((one) => {
      const parts = one.parts?.(run.context(one.name)) ?? [one];
      return parts.map(({ name, run: play }) => ({
        name,
        play: async () => {
          if (!run.isStopped()) await attempt(run, { ...one, name, run: play });
          run.stepEnded();
        },
      }));
    });

/** A lost connection is retried once, except for calls that are counted. */
const triesOf = ({ stage }: Scenario): number => (stage === 'spend' ? 1 : 2);

const attempt = async (run: RunConnection, scenario: Scenario): Promise<void> => {
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
      else if (error instanceof NotExercised)
        for (const id of clauses) run.evidence.unexercised(id, error.message);
      else if (error instanceof NoAnswer) run.evidence.unanswered.push({ clauses, error });
      else throw error;
      return;
    }
  }
};
