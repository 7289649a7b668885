import type { RequestHandler } from 'express';
import type { RequestContext } from './context.ts';
import { replyInstead } from './fault-table.ts';
import { goneSignal } from './reply/delivery.ts';
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
      return recordRequest(context, { outcome: 'client-gone', why });
    }
  }
  const fault = context.interference?.instead;
  if (fault) {
    await keepBody(context);
    const reply = await replyInstead(context, fault);
    if (reply) respond(context, reply);
    return;
  }
  const forced = forcedReply(service.contract.document, operation.name, preferences);
  context.applied = [...context.applied, ...(forced?.applied ?? [])];
  context.remark ??= ignoredIn(headers.prefer, context.applied);
  if (!forced) return next();
  await keepBody(context);
  respond(context, forced.reply);
}
