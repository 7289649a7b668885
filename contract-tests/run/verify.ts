import type { Area } from '../../src/spec/clauses.ts';
import type { Stored } from '../talk/ledger.ts';
import type { Target } from '../target/target.ts';
import { checkStage } from './check-stage.ts';
import { cleanUp } from './cleanup.ts';
import { type ConcludeOptions, conclude } from './conclude.ts';
import { type ConnectOptions, connectTo, type Run } from './connect.ts';
import { learnAnswers } from './learn-answers.ts';
import { type PlanOptions, planOf } from './plan.ts';
import { preflight } from './preflight.ts';
import type { RunResult } from './result.ts';

export interface RunOptions extends PlanOptions, ConnectOptions, ConcludeOptions {}

/** Judges a target, clause by clause. Everything it says is in what it returns, free of secrets. */
export const verify = async (target: Target, options: RunOptions = {}): Promise<RunResult> => {
  const plan = planOf(target, options);
  const run = connectTo(target, plan, options);
  const areas = await Promise.allSettled(plan.areas.map((area) => judgeArea(run, area)));
  options.onPhase?.(`cleaning up ${run.ledger.all().filter(isLeft).length} reports`);
  const leftovers = await cleanUp(run);
  const failed = areas.find((area) => area.status === 'rejected');
  if (failed && !run.isStopped()) throw failed.reason;
  return conclude(run, leftovers, options);
};

const isLeft = ({ deletedAt }: Stored): boolean => deletedAt === undefined;

const judgeArea = async (run: Run, area: Area): Promise<void> => {
  await checkStage(run, run.plan.checks(area, 'first-calls'));
  if (!(await preflight(run, area))) return;
  await checkStage(run, run.plan.checks(area, 'main'));
  await checkStage(run, run.plan.checks(area, 'spend'));
  await checkStage(run, run.plan.checks(area, 'last'));
  await learnAnswers(run, area);
};
