import { randomInt } from 'node:crypto';
import type { Created } from '../judging/model.ts';
import { type DeletedLeftovers, deleteCreated } from '../judging/run/cleanup.ts';
import type { ConcludeOptions } from '../judging/run/conclusions.ts';
import { judgeServer } from '../judging/run/judge-server.ts';
import type { RunResult } from '../judging/run/result.ts';
import type { ConnectOptions, InnerOptions } from '../judging/run/run.ts';
import { abuseFeed } from './abuse-feed.ts';
import type { Learned } from './run/conclusions.ts';
import type { PlanOptions } from './run/plan.ts';
import { defaultPayload, type Target } from './target/target.ts';

/** What a run does. */
export interface VerifyOptions extends PlanOptions, ConnectOptions, ConcludeOptions {
  /** The command line of the run, for its report. */
  readonly command?: string;
}

export interface RunOptions extends VerifyOptions, InnerOptions {}

/** The complete result of a run, without secrets. */
export interface VerifyResult extends RunResult {
  /** What was learned, if the run was asked to learn. */
  readonly own?: Learned;
}

/** Judges a target, clause by clause. The result is complete and contains no secrets. */
export async function judgeTarget(given: Target, options: RunOptions = {}): Promise<VerifyResult> {
  const target = withRunNamed(given);
  const result = await judgeServer(abuseFeed(target, options, given), options);
  return result as VerifyResult;
}

/** Deletes the reports of an interrupted run. */
export function cleanUpCreated(
  target: Target,
  created: readonly Created[],
  options: ConnectOptions & InnerOptions = {},
): Promise<DeletedLeftovers> {
  return deleteCreated(abuseFeed(target), created, options);
}

/** Adds a tag that names the run, unless tags are fixed: so leftovers can be traced to it. */
function withRunNamed(target: Target): Target {
  const { payload } = target;
  if (payload.tags !== defaultPayload.tags) return target;
  const id = Array.from({ length: 6 }, () => String.fromCharCode(randomInt(97, 123))).join('');
  return { ...target, payload: { ...payload, tags: ['abuse-feed-kit', `run-${id}`] } };
}
