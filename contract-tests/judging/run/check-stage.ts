import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { Run } from './run.ts';
import type { Scenario } from './scenario.ts';

/** A scenario that stops the server would do so each time, and others are lost with it. */
const mostTriesAfterOutages = 3;

/** Runs the scenarios of one stage concurrently. */
export async function checkStage(run: Run, scenarios: readonly Scenario[]): Promise<void> {
  await Promise.all(
    scenarios.map(async (one) => {
      if (!run.isStopped) await attempt(run, one);
      run.stepEnded();
    }),
  );
}

/** Once more, and again where the server has come back; never for calls that are counted. */
function mayTryAgain({ isOver }: NoAnswer, { isCounted }: Scenario, tries: number): boolean {
  return !isCounted && tries < (isOver ? mostTriesAfterOutages : 2);
}

function attempt(run: Run, scenario: Scenario): Promise<void> {
  return scenario.isProbe ? learnFrom(run, scenario) : check(run, scenario);
}

/** A probe that fails leaves its open point unanswered: probes never judge. */
async function learnFrom(run: Run, probe: Scenario): Promise<void> {
  try {
    await probe.run(run.probing(probe.name));
  } catch (error) {
    const isExpected = error instanceof NotTestable || error instanceof NoAnswer;
    if (!isExpected && !run.isStopped) throw error;
  }
}

async function check(run: Run, scenario: Scenario): Promise<void> {
  const { clauses } = scenario;
  for (let tries = 1; ; tries += 1) {
    const outages = run.outages.length;
    try {
      await scenario.run(run.conversation(scenario.name));
      return;
    } catch (error) {
      if (run.isStopped) return;
      if (error instanceof NoAnswer && mayTryAgain(error, scenario, tries)) continue;
      // A server that came back may have lost what this scenario created.
      const mayBeLost = run.outages.length > outages && !scenario.isCounted && tries < 3;
      if (error instanceof NotTestable && mayBeLost) continue;
      if (error instanceof NotTestable)
        for (const id of clauses) run.evidence.addUntested(id, error.message);
      else if (error instanceof NoAnswer) run.evidence.unanswered.push({ clauses, error });
      else throw error;
      return;
    }
  }
}
