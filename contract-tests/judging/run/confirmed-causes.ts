import { type Cause, type CauseGroup, causeGroups, causesOf } from '../causes/cause.ts';
import { type Confirmation, confirm } from '../causes/confirm.ts';
import { doubtsOn } from '../causes/doubts.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import type { CleanedUp } from './cleanup.ts';
import type { ConnectOptions, InnerOptions, Run } from './run.ts';

/** The maximum number of requests for reproducing findings. */
export const mostReplayed = 1000;

/** The causes of the broken clauses, reproduced with as few calls as possible. */
export async function confirmedCauses(
  run: Run,
  clauses: readonly ClauseResult[],
  cleaning: CleanedUp,
  { onPhase, onStored }: Pick<ConnectOptions & InnerOptions, 'onPhase' | 'onStored'>,
): Promise<Cause[]> {
  const { service, client, model, plan, signal } = run;
  const groups = causeGroups(service, clauses);
  const confirmations = new Map<CauseGroup, Confirmation>();
  const budget = { left: Math.min(mostReplayed, run.allowance.left) };
  const history = [...client.exchanges, ...cleaning.exchanges];
  const isGone = service.target.areas.every((area) => client.isGivenUp(area));
  if (!run.isStopped && !isGone)
    for (const group of groups) {
      onPhase?.(`reproducing: ${group.root.id}`);
      const options = {
        client,
        service,
        history,
        isPatient: model.created.grace > 0,
        rules: plan.rules,
        budget,
        leavesThings: model.created.strays.length > 0,
        signal,
        listener: onStored,
      };
      try {
        confirmations.set(group, await confirm(group.root, options, group.follows));
      } catch (error) {
        if (!run.isStopped) throw error;
        break;
      }
    }
  const doubts = doubtsOn(service, model, history);
  return causesOf(service, clauses, { groups, confirmations, doubts });
}
