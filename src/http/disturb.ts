import type { RequestHandler } from 'express';
import type { OperationName } from '../domain/operation.ts';
import {
  type ConnectionEnding,
  computedReplies,
  isEnding,
  type ReplacedReply,
} from '../worlds/fault-rule.ts';
import type { RequestContext } from './context.ts';
import { closeConnection } from './hang-up.ts';
import { goneSignal } from './reply/delivery.ts';
import { faultedRequest, faultReply } from './reply/fault-reply.ts';
import { faultReason } from './reply/reason.ts';
import type { Reply } from './reply/reply.ts';
import { respond } from './reply/respond.ts';
import { keepBody } from './request/body.ts';
import { forcedReply, ignoredIn, preferencesIn } from './request/prefer.ts';
import { recordRequest } from './request-record.ts';

/** Applies the world's faults and the request's preferences. */
export const injectFaults: RequestHandler = (req, _res, next) => {
  const { context } = req;
  const { world, operation, headers } = context;
  if (!operation || (world.faults.spare(operation.name) && headers.prefer === undefined)) {
    return next();
  }
  return disturbed(context, next);
};

async function disturbed(context: RequestContext, next: () => void): Promise<void> {
  const { world, res, headers, operation, service } = context;
  if (!operation) return;
  context.interference = world.faults.activeFor(operation.name, () => context.callerId);
  const preferences = preferencesIn(headers.prefer);
  const { wait } = preferences;
  if (wait !== undefined) context.applied = [`wait=${wait}`];
  const delay = (context.interference?.delay ?? 0) + (wait ?? 0) * 1000;
  if (delay > 0) {
    const gone = goneSignal(res);
    await context.server.pause(delay, gone);
    if (gone.aborted) {
      const why = 'The client disconnected during a delay.';
      return recordRequest(context, { reply: { outcome: 'client-gone', why } });
    }
  }
  const fault = context.interference?.instead;
  if (fault) await keepBody(context);
  if (fault && isEnding(fault)) return closeConnection(context, fault);
  if (fault) return respond(context, await insteadReply(context, operation.name, fault));
  const forced = forcedReply(service.contract.document, operation.name, preferences);
  context.applied = [...context.applied, ...(forced?.applied ?? [])];
  context.remark ??= ignoredIn(headers.prefer, context.applied);
  if (!forced) return next();
  await keepBody(context);
  respond(context, forced.reply);
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
