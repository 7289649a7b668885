import { plural } from '../../../src/values/listed.ts';
import type { Service } from '../service.ts';
import { RunPatience } from '../talk/pace/run-patience.ts';
import { checkStage } from './check-stage.ts';
import { cleanUp } from './cleanup.ts';
import { clauseResults, conclude } from './conclude.ts';
import type { ConcludeOptions } from './conclusions.ts';
import { confirmedCauses } from './confirmed-causes.ts';
import { judgeLostResponses } from './lost-responses.ts';
import { provenanceOf } from './provenance.ts';
import type { RunResult } from './result.ts';
import { type ConnectOptions, type InnerOptions, Run } from './run.ts';

export interface JudgeServerOptions extends ConnectOptions, ConcludeOptions, InnerOptions {
  /** The command line of the run, for its report. */
  readonly command?: string;
}

/** Judges a server of a service, clause by clause. The result is complete and contains no secrets. */
export async function judgeServer(
  service: Service,
  options: JudgeServerOptions = {},
): Promise<RunResult> {
  const lasting = new PaceNotice(service, options.onNotice);
  const patience = new RunPatience(service.target, options.signal);
  const { signal } = patience;
  const onLimit = (): void => lasting.announceIfChanged(run);
  const run = new Run(service, { ...options, signal, onLimit });
  lasting.announceIfChanged(run);
  const failed = await judgeAll(run).then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  );
  if (!failed) await judgeLostResponses(run);
  const due = run.model.created.all().filter((one) => !one.isDeleted).length;
  run.beginPhase(`cleaning up ${plural(due, ...service.created.words)}`);
  const cleaning = await cleanUp(run);
  // Cleaning up is judged as well.
  const clauses = clauseResults(run, options);
  const isFailed = failed !== undefined && !run.isStopped;
  const causes = isFailed ? [] : await confirmedCauses(run, clauses, cleaning, options.onStored);
  await run.client.close();
  patience.end();
  if (isFailed) throw failed.reason;
  const result = conclude({ run, clauses, causes, cleaning }, options);
  const conditions = [...patience.conditions(), ...(result.conditions ?? [])];
  return { ...result, basis: provenanceOf(service, options.command), conditions };
}

async function judgeAll(run: Run): Promise<void> {
  const areas = await run.service.usableAreas(run);
  await waitForAll(areas, (area) => judgeArea(run, area));
  await checkStage(run, run.plan.endings);
}

/** Makes what has to come first, and returns whether the rest of an area can be judged. */
async function isPrepared(run: Run, area: string): Promise<boolean> {
  const first = run.plan.preparations.filter((one) => one.area === area);
  await checkStage(run, first);
  return run.service.isPrepared?.(run, area) ?? true;
}

async function judgeArea(run: Run, area: string): Promise<void> {
  if (!(await isPrepared(run, area))) return;
  for (const stage of run.plan.stages)
    await checkStage(
      run,
      stage.filter((one) => one.area === area),
    );
}

/** Waits for all, even if one fails. */
async function waitForAll<T>(list: readonly T[], make: (one: T) => Promise<void>): Promise<void> {
  const made = list.map(make);
  await Promise.allSettled(made);
  await Promise.all(made);
}

/** Slower paces are announced. */
const slow = 20;
/** Announced again when the pace has changed by this factor. */
const reportedSlowdown = 1.5;

/** Says that a rate limit makes a run slow, and when it ends at the latest. */
class PaceNotice {
  readonly #service: Service;
  readonly #tell: ConnectOptions['onNotice'];
  #announced: number | undefined;

  constructor(service: Service, tell: ConnectOptions['onNotice']) {
    this.#service = service;
    this.#tell = tell;
  }

  announceIfChanged(run: Run): void {
    const { requestsPerSecond: found } = run.client.paced();
    const { requestsPerSecond, patienceMinutes: most } = this.#service.target.pace;
    const pace = found ?? requestsPerSecond;
    if (this.#tell === undefined || pace === undefined || pace > slow) return;
    const before = this.#announced;
    if (before && Math.max(before, pace) / Math.min(before, pace) < reportedSlowdown) return;
    this.#announced = pace;
    const why = found === undefined ? 'as pace says' : 'as the target allows';
    const ends = most === undefined ? '' : ` It ends after ${plural(most, 'minute')} at most.`;
    this.#tell(`${pace.toFixed(1)} requests a second, ${why}, make this a long run.${ends}`);
  }
}
