import { type Cause, type CauseGroup, causeGroups, causesOf } from '../causes/cause.ts';
import { type Confirmation, confirm, untried } from '../causes/confirm.ts';
import type { ConfirmOptions } from '../causes/tries.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import type { CleanedUp } from './cleanup.ts';
import type { InnerOptions, Run } from './run.ts';

/** The maximum number of requests for reproducing findings. */
export const mostReplayed = 1000;

/** The causes of the broken clauses, reproduced with as few calls as possible. */
export async function confirmedCauses(
  run: Run,
  clauses: readonly ClauseResult[],
  cleaning: CleanedUp,
  onStored: InnerOptions['onStored'],
): Promise<Cause[]> {
  const { service, client, model, signal } = run;
  const groups = causeGroups(service, clauses);
  const confirmations = new Map<CauseGroup, Confirmation>();
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
  for (const [nth, group] of groups.entries()) {
    if (run.isStopped || isGone) break;
    run.beginPhase(`reproducing ${nth + 1} of ${groups.length}: ${group.root.id}`);
    try {
      const { finding, ...proof } = await confirm(group.root, options, group.follows);
      const found = finding && { finding: run.evidence.withoutSecrets(finding) };
      confirmations.set(group, { ...proof, ...found });
    } catch (error) {
      if (!run.isStopped) throw error;
    }
  }
  const why = isGone
    ? 'the server does not answer any more'
    : 'the run was stopped before these requests were repeated';
  for (const group of groups)
    if (!confirmations.has(group)) confirmations.set(group, untried(group.root, options, why));
  return causesOf(service, clauses, { groups, confirmations, history });
}
