import type { RequestContext } from './context.ts';
import { askedReply } from './fault-table.ts';
import type { Reply } from './reply/reply.ts';
import { pathParams } from './request/path-params.ts';
import type { Call } from './world-api.ts';

/** Runs the operation of a valid request, and puts its outcome into a reply by the dialect. */
export async function operate(context: RequestContext): Promise<Reply> {
  const { req, api, operation, caller, headers } = context;
  if (!operation || !caller)
    throw new Error('a valid request reached the operations without an operation or a caller');
  const { query, body } = req;
  const call: Call = {
    operation: operation.name,
    authorization: headers.authorization[0],
    caller,
    ...(operation.input({ params: pathParams(req), query, body }) as object),
  };
  return askedReply(context, () => api.answer(call));
}
