import type { OperationName } from '../domain/operation.ts';
import type { RequestContext } from './context.ts';
import type { Decision, Ending } from './decision.ts';
import { decisionInstead } from './fault-table.ts';
import { goneSignal } from './reply/delivery.ts';
import { keepBody } from './request/body.ts';
import { forcedReply, ignoredIn, preferencesIn } from './request/prefer.ts';

/** Applies the world's faults and the request's preferences. */
export function applyFaults(context: RequestContext): Promise<Decision | undefined> | undefined {
  const { world, operation, headers } = context;
  if (!operation) return undefined;
  const isSpared = world.faults.spare(operation.name) && headers.prefer === undefined;
  return isSpared ? undefined : disturbed(context, operation.name);
}

/** There is nothing left to end. */
const clientGone: Ending = {
  outcome: 'client-gone',
  why: 'The client disconnected during a delay.',
  end: () => {},
};

async function disturbed(
  context: RequestContext,
  operation: OperationName,
): Promise<Decision | undefined> {
  const { world, res, headers, service } = context;
  context.interference = world.faults.activeFor(operation, () => context.callerId);
  const preferences = preferencesIn(headers.prefer);
  const { wait } = preferences;
  if (wait !== undefined) context.applied = [`wait=${wait}`];
  const delay = (context.interference?.delay ?? 0) + (wait ?? 0) * 1000;
  if (delay > 0) {
    const gone = goneSignal(res);
    await context.server.pause(delay, gone);
    if (gone.aborted) return clientGone;
  }
  const fault = context.interference?.instead;
  if (fault) {
    await keepBody(context);
    return decisionInstead(context, fault);
  }
  const forced = forcedReply(service.contract.document, operation, preferences);
  context.applied = [...context.applied, ...(forced?.applied ?? [])];
  context.remark ??= ignoredIn(headers.prefer, context.applied);
  if (!forced) return undefined;
  await keepBody(context);
  return forced.reply;
}
