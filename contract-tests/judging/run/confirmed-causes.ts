import { type Cause, type CauseGroup, causeGroups, causesOf } from '../causes/cause.ts';
import { type Confirmation, confirm } from '../causes/confirm.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import type { ConnectOptions, InnerOptions, RunConnection } from './connect.ts';

/** The maximum number of requests for reproducing findings. */
const mostRequests = 1000;

/** The causes of the broken clauses, reproduced with as few calls as possible. */
export const confirmedCauses = async (
  run: RunConnection,
  clauses: readonly ClauseResult[],
  { onPhase, onStored }: Pick<ConnectOptions & InnerOptions, 'onPhase' | 'onStored'>,
): Promise<Cause[]> => {
  const { target, client } = run;
  const { baseUrl, analysisUrl = baseUrl } = target;
  const groups = causeGroups(clauses);
  const confirmations = new Map<CauseGroup, Confirmation>();
  const budget = { left: Math.min(mostRequests, run.plan.budget ?? mostRequests) };
  const history = [...client.exchanges, ...run.cleaning];
  if (!run.isStopped() && !(client.isGivenUp('feed') && client.isGivenUp('lookup')))
    for (const group of groups) {
      onPhase?.(`reproducing: ${group.root.id}`);
      const isPatient = run.reports.grace > 0;
      const leavesReports = run.reports.strays.length > 0;
      const limits = { budget, leavesReports, signal: run.signal, listener: onStored };
      const { rules } = run.plan;
      const options = { client, target, history, isPatient, rules, ...limits };
      try {
        confirmations.set(group, await confirm(group.root, options, group.follows));
      } catch (error) {
        if (!run.isStopped()) throw error;
        break;
      }
    }
  return causesOf(clauses, { baseUrl, analysisUrl }, confirmations, groups);
};
