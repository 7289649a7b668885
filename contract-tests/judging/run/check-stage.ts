import type { Area } from '../../../src/spec/clauses.ts';
import type { Scenario } from '../../service/drive/scenario.ts';
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

/** Once; or whenever another scenario is what stops the server; never for calls that are counted. */
const mayTryAgain = ({ outage, isBystander }: NoAnswer, { stage }: Scenario, tries: number) =>
  stage !== 'spend' && (outage?.culprit === undefined ? tries < 2 : isBystander && tries < 10);

const attempt = async (run: RunConnection, scenario: Scenario): Promise<void> => {
  const { clauses } = scenario;
  for (let tries = 1; ; tries += 1) {
    const outages = run.outages.length;
    try {
      await scenario.run(run.context(scenario.name));
      return;
    } catch (error) {
      if (run.isStopped()) return;
      if (error instanceof NoAnswer && mayTryAgain(error, scenario, tries)) continue;
      // A server that came back may have lost the reports of this scenario.
      const mayBeLost = run.outages.length > outages && scenario.stage !== 'spend' && tries < 3;
      if (error instanceof NotTestable && mayBeLost) continue;
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
