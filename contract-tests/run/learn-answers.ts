import type { Area } from '../../src/spec/clauses.ts';
import type { Probe } from '../learn/probe.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { RunConnection } from './connect.ts';

/** Finds out how the target answers open points, as far as the run wants to know. */
export const learnAnswers = async (run: RunConnection, area: Area): Promise<void> => {
  for (const stage of ['main', 'last'] as const)
    await Promise.all(run.plan.probes(area, stage).map((probe) => learnFrom(run, probe)));
};

const cutsShort = [NotTestable, NoAnswer];

/** Whatever a probe meets, it only stays without an answer: probing never judges. */
const learnFrom = async (run: RunConnection, probe: Probe): Promise<void> => {
  try {
    if (!run.isStopped()) await probe.run(run.probeContext());
  } catch (error) {
    const isExpected = cutsShort.some((kind) => error instanceof kind);
    if (!isExpected && !run.isStopped()) throw error;
  }
  run.stepEnded();
};
