import type { OperationName } from '../domain/operation.ts';
import { computedReplies } from '../worlds/fault-rule.ts';
import type { Decision, Ending, RequestContext } from './context.ts';
import { decisionInstead } from './fault-table.ts';
import { goneSignal } from './reply/delivery.ts';
import { keepBody, readAhead } from './request/body.ts';
import { forcedReply, ignoredIn, preferencesIn } from './request/prefer.ts';

/** Applies the world's faults and the request's preferences. */
export function applyFaults(context: RequestContext): Promise<Decision | undefined> | undefined {
  const { world, operation, headers } = context;
  if (!operation) return undefined;
  const isSpared = world.faults.isSpared(operation.name) && headers.prefer === undefined;
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
  const { world, res, headers, api } = context;
  if (world.faults.needsBody(operation)) await readAhead(context);
  const interference = world.faults.activeFor({
    operation,
    caller: () => context.callerId,
    request: () => context.sent,
  });
  context.interference = interference;
  const preferences = preferencesIn(headers.prefer);
  const { wait } = preferences;
  if (wait !== undefined) context.applied = [`wait=${wait}`];
  const delay = (interference?.delay ?? 0) + (wait ?? 0) * 1000;
  if (delay > 0) {
    const gone = goneSignal(res);
    await context.server.pause(delay, gone);
    if (gone.aborted) return clientGone;
  }
  const instead = interference?.instead;
  if (instead) {
    // What is computed may need all of the body.
    await (computedReplies.has(instead) ? readAhead(context) : keepBody(context));
    return decisionInstead(context, instead);
  }
  const forced = forcedReply(api.contract.document, operation, preferences);
  context.applied = [...context.applied, ...(forced?.applied ?? [])];
  context.remark ??= ignoredIn(headers.prefer, context.applied);
  if (!forced) return undefined;
  await keepBody(context);
  return forced.reply;
}
