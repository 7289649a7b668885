import { type Cause, causesOf, foundCauses } from '../causes/cause.ts';
import { confirm, untried } from '../causes/confirm.ts';
import type { ConfirmOptions } from '../causes/tries.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import type { CleanedUp } from './cleanup.ts';
import type { InnerOptions, Run } from './run.ts';

/** The maximum number of requests for reproducing findings. */
const mostReplayed = 1000;

/** The causes of the broken clauses, reproduced with as few calls as possible. */
export async function confirmedCauses(
  run: Run,
  clauses: readonly ClauseResult[],
  cleaning: CleanedUp,
  onStored: InnerOptions['onStored'],
): Promise<Cause[]> {
  const { service, client, model, signal } = run;
  const found = foundCauses(service, clauses);
  const budget = { left: mostReplayed };
  const history = [...client.exchanges, ...cleaning.exchanges];
  const isGone = service.target.areas.every((area) => client.isGivenUp(area));
  const options: ConfirmOptions = {
    client,
    service,
    history,
    grace: model.created.grace,
    budget,
    leavesThings: model.created.strays.length > 0,
    signal,
    listener: onStored,
  };
  for (const [nth, one] of found.entries()) {
    if (run.isStopped || isGone) break;
    run.beginPhase(`reproducing ${nth + 1} of ${found.length}: ${one.root.id}`);
    try {
      const { finding, ...proof } = await confirm(one.root, options, one.follows);
      const shown = finding && { finding: run.evidence.withoutSecrets(finding) };
      one.confirmation = { ...proof, ...shown };
    } catch (error) {
      if (!run.isStopped) throw error;
    }
  }
  const why = isGone
    ? 'the server does not answer any more'
    : 'the run was stopped before these requests were repeated';
  for (const one of found) one.confirmation ??= untried(one.root, options, why);
  return causesOf(service, found, history);
}
