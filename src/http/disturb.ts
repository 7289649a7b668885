import type { OperationName } from '../domain/operation.ts';
import {
  type ConnectionEnding,
  computedReplies,
  isEnding,
  type ReplacedReply,
} from '../worlds/fault-rule.ts';
import type { RequestContext } from './context.ts';
import type { Decision } from './decision.ts';
import { goneSignal } from './reply/delivery.ts';
import { faultedRequest, faultReply } from './reply/fault-reply.ts';
import { faultReason } from './reply/reason.ts';
import type { Reply } from './reply/reply.ts';
import { keepBody } from './request/body.ts';
import { forcedReply, ignoredIn, preferencesIn } from './request/prefer.ts';

/** Applies the world's faults and the request's preferences. */
export function applyFaults(context: RequestContext): Promise<Decision | undefined> | undefined {
  const { world, operation, headers } = context;
  if (!operation) return undefined;
  const isSpared = world.faults.spare(operation.name) && headers.prefer === undefined;
  return isSpared ? undefined : disturbed(context, operation.name);
}

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
    if (gone.aborted) return 'gone';
  }
  const fault = context.interference?.instead;
  if (fault) {
    await keepBody(context);
    return isEnding(fault) ? fault.type : insteadReply(context, operation, fault);
  }
  const forced = forcedReply(service.contract.document, operation, preferences);
  context.applied = [...context.applied, ...(forced?.applied ?? [])];
  context.remark ??= ignoredIn(headers.prefer, context.applied);
  if (!forced) return undefined;
  await keepBody(context);
  return forced.reply;
}

async function insteadReply(
  context: RequestContext,
  operation: OperationName,
  fault: Exclude<ReplacedReply, ConnectionEnding>,
): Promise<Reply> {
  if (fault.type === 'exhausted') return exhausted(context, operation);
  const computed = computedReplies.get(fault);
  if (!computed) return faultReply(fault, context);
  return faultReply({ ...fault, ...(await computed(faultedRequest(context))) });
}

/** Refuses as if the quota were used up, without counting the request. */
function exhausted(
  { service: { dependencies, replies } }: RequestContext,
  operation: OperationName,
): Reply {
  const refillIn = dependencies.rules.refillIn(dependencies.now());
  const reply = replies.refused(operation, {
    kind: 'no-requests-left',
    ...(refillIn !== undefined && { refillIn }),
  });
  return { ...reply, headers: { ...reply.headers, ...faultReason(reply.outcome, reply.status) } };
}
