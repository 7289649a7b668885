import { randomInt } from 'node:crypto';
import { type Area, areaOf } from '../../../src/spec/clauses.ts';
import { plural } from '../../../src/spec/listed.ts';
import { explore } from '../../service/drive/explore.ts';
import { isDeleted } from '../../service/model/known/known-report.ts';
import { order } from '../../service/run/order.ts';
import { type PlanOptions, planOf } from '../../service/run/plan.ts';
import { filesAreFound, preflight } from '../../service/run/preflight.ts';
import { estimateOf } from '../../service/run/survey.ts';
import { defaultPayload, type Target } from '../../service/target/target.ts';
import { NoAnswer } from '../talk/client.ts';
import { connectionsServedBy } from '../talk/connection-trial.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { runPatience } from '../talk/pace/run-patience.ts';
import { type Budget, filesWithin } from './budget.ts';
import { checkStage, unitsOf } from './check-stage.ts';
import { cleanUp } from './cleanup.ts';
import { type ConcludeOptions, clauseResults, conclude } from './conclude.ts';
import { confirmedCauses } from './confirmed-causes.ts';
import {
  type ConnectOptions,
  connectTo,
  type InnerOptions,
  type RunConnection,
} from './connect.ts';
import { judgeDropped } from './dropped.ts';
import { learnAnswers } from './learn-answers.ts';
import { provenanceOf } from './provenance.ts';
import type { RunResult } from './result.ts';

/** What a run does, and what it judges in addition to the specification. */
export interface VerifyOptions extends PlanOptions, ConnectOptions, ConcludeOptions {
  /** The command line of the run, for its report. */
  readonly command?: string;
}

export interface RunOptions extends VerifyOptions, InnerOptions {}

/** Judges a target, clause by clause. The result is complete and contains no secrets. */
export const verify = async (given: Target, options: RunOptions = {}): Promise<RunResult> => {
  const target = withFiles(withRunNamed(given), options.budget);
  const plan = planOf(target, options);
  const lasting = lastingOf(options.onNotice);
  const patience = runPatience(target, options.signal);
  const { signal } = patience;
  const trial = await connectionsServedBy(target, { clock: options.clock, signal });
  const onLimit = (): void => lasting.changed(run);
  const run = connectTo(target, plan, { ...options, signal, trial, onLimit });
  lasting.changed(run);
  const failed = await usableAreas(run)
    .then<unknown>((areas) =>
      run.budget
        ? judgeWithin(run.budget, run, areas)
        : allOf(areas, (area) => judgeArea(run, area)),
    )
    .then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    );
  if (!failed) await judgeDropped(run);
  const due = run.reports.all().filter((one) => !isDeleted(one)).length;
  options.onPhase?.(`cleaning up ${plural(due, 'report')}`);
  const leftovers = await cleanUp(run);
  // Cleaning up is judged as well.
  const clauses = clauseResults(run, options);
  const causes = failed && !run.isStopped() ? [] : await confirmedCauses(run, clauses, options);
  await run.client.close();
  patience.end();
  if (failed && !run.isStopped()) throw failed.reason;
  const result = conclude(run, clauses, causes, leftovers, options);
  const conditions = [...patience.conditions(), ...(result.conditions ?? [])];
  return { ...result, basis: provenanceOf(given, options.command), conditions };
};

/** Adds a tag that names the run, unless tags are fixed: so leftovers can be traced to it. */
const withRunNamed = (target: Target): Target => {
  const { payload } = target;
  if (payload.tags !== defaultPayload.tags) return target;
  const id = Array.from({ length: 6 }, () => String.fromCharCode(randomInt(97, 123))).join('');
  return { ...target, payload: { ...payload, tags: ['abuse-feed-kit', `run-${id}`] } };
};

/** Each file of the target is looked up by every hash it has; a small budget limits the number of files. */
const withFiles = (target: Target, budget = Number.POSITIVE_INFINITY): Target => ({
  ...target,
  analyses: target.analyses.slice(0, filesWithin(budget)),
});

/** Longer runs are announced. */
const longSeconds = 60;
/** Announced again when the pace has changed by this factor. */
const reportedSlowdown = 1.5;

/** Announces the expected duration of a slow run. */
const lastingOf = (tell: RunOptions['onNotice']) => {
  let announced: number | undefined;
  return {
    changed: (run: RunConnection): void => {
      const { requestsPerSecond: found } = run.client.paced();
      const pace = found ?? run.target.pace.requestsPerSecond;
      if (tell === undefined || pace === undefined) return;
      const left = estimateOf(run).requests - run.client.exchanges.length;
      if (left / pace < longSeconds) return;
      if (announced && Math.max(announced, pace) / Math.min(announced, pace) < reportedSlowdown)
        return;
      announced = pace;
      const why = found === undefined ? 'as pace says' : 'as the target allows';
      const minutes = plural(Math.ceil(left / pace / 60), 'minute');
      tell(
        `At ${pace.toFixed(1)} requests a second, ${why}, the ${left} or so to come take about ${minutes}.`,
      );
    },
  };
};

/** Waits for all, even if one fails. */
const allOf = async <T, R>(list: readonly T[], make: (one: T) => Promise<R>): Promise<R[]> => {
  const made = list.map(make);
  await Promise.allSettled(made);
  return Promise.all(made);
};

/** If the feed cannot be judged, nothing is looked up: each lookup would be counted (8) for nothing. */
const usableAreas = async (run: RunConnection): Promise<Area[]> => {
  const { areas, clauses } = run.plan;
  const usable = await allOf(areas, (area) => preflight(run, area));
  const isUsable = (area: Area): boolean => usable[areas.indexOf(area)] ?? true;
  if (isUsable('feed')) return areas.filter(isUsable);
  for (const clause of clauses)
    if (areaOf(clause) === 'lookup')
      run.evidence.untested(clause.id, 'nothing is looked up before the feed can be judged');
  return [];
};

/** Makes the first calls with limited tokens, and returns whether files are found. */
const lookupIsUsable = async (run: RunConnection): Promise<boolean> => {
  await checkStage(run, run.plan.checks('lookup', 'first-calls'));
  return filesAreFound(run);
};

const judgeArea = async (run: RunConnection, area: Area): Promise<void> => {
  if (area === 'lookup' && !(await lookupIsUsable(run))) return;
  await checkStage(run, run.plan.checks(area, 'main'));
  await checkStage(run, run.plan.checks(area, 'spend'));
  await checkStage(run, run.plan.checks(area, 'last'));
  if (area === 'feed') await walk(run);
  await learnAnswers(run, area);
};

/** Runs one scenario at a time, the most informative requests first, until the budget is spent. */
const judgeWithin = async (
  budget: Budget,
  run: RunConnection,
  given: readonly Area[],
): Promise<void> => {
  const isUsable = !given.includes('lookup') || (await lookupIsUsable(run));
  const areas = given.filter((area) => area === 'feed' || isUsable);
  await budget.play(unitsOf(run, areas), order);
  if (areas.includes('feed')) await walk(run);
  for (const area of areas) await learnAnswers(run, area);
};

/** Random requests that no scenario covers. */
const walk = async (run: RunConnection): Promise<void> => {
  const { plan, budget } = run;
  const { requests = Number.POSITIVE_INFINITY } = plan.explore ?? {};
  const most = Math.min(requests, budget?.left ?? requests);
  if (!plan.explore || most <= 0 || run.isStopped()) return;
  try {
    run.explored = await explore(run.context('walk'), { ...plan.explore, requests: most });
  } catch (error) {
    if (error instanceof NoAnswer) run.evidence.unanswered.push({ clauses: [], error });
    else if (!(error instanceof NotTestable) && !run.isStopped()) throw error;
  }
};
