import type { Area } from '../../../src/spec/clauses.ts';
import type { Probe } from '../../service/learn/probe.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/not-testable.ts';
import type { RunConnection } from './connect.ts';

/** Determines the target's answers to the open points that the run asks for. */
export const learnAnswers = async (run: RunConnection, area: Area): Promise<void> => {
  await Promise.all(run.plan.probes(area).map((probe) => learnFrom(run, probe)));
};

const cutsShort = [NotTestable, NoAnswer];

/** A probe that fails leaves its open point unanswered: probes never judge. */
const learnFrom = async (run: RunConnection, probe: Probe): Promise<void> => {
  try {
    if (!run.isStopped()) await probe.run(run.probeContext());
  } catch (error) {
    const isExpected = cutsShort.some((kind) => error instanceof kind);
    if (!isExpected && !run.isStopped()) throw error;
  }
  run.stepEnded();
};
