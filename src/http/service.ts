import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Caller } from '../domain/caller.ts';
import type { OperationName } from '../domain/operation.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import { identifySafely } from '../operations/callers.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Operation } from '../operations/operation.ts';
import { operationOf } from '../operations/operations.ts';
import type { World } from '../worlds/world.ts';
import { type Contract, contractOf } from './contract.ts';
import { type Replies, repliesOf } from './reply/replies.ts';
import type { Reply } from './reply/reply.ts';

/** A request that was found valid: who sends it, and besides what its operation needs of it. */
export interface Call {
  readonly operation: OperationName;
  readonly authorization: string | undefined;
  readonly caller: Outcome<Caller>;
}

/** How a world is served from one choice of a dialect to the next. */
export interface Service {
  readonly dependencies: Dependencies;
  readonly contract: Contract;
  readonly replies: Replies;
  /** Who sends this Authorization header; the operation is undefined where it is sent to none. */
  readonly authenticate: (
    by: Service,
    operation: OperationName | undefined,
    authorization: string | undefined,
  ) => Outcome<Caller> | Promise<Outcome<Caller>>;
  readonly answer: (by: Service, call: Call) => Promise<Reply>;
}

/** A small difference to how a world is served. */
export type Mutation = (service: Service) => Service;

/** What is done with requests that are valid, and with errors. */
type Steps = readonly (RequestHandler | ErrorRequestHandler)[];

/** Made when the first request comes: a world that is not called costs next to nothing. */
export function services(steps: Steps, mutant?: Mutation) {
  const made = new WeakMap<
    Dependencies,
    { readonly service: Service; readonly handle: RequestHandler }
  >();
  return ({ dependencies }: World) => {
    const known = made.get(dependencies);
    if (known) return known;
    const contract = contractOf(dependencies.dialect, { checkReplies: mutant === undefined });
    const replies = repliesOf(dependencies.dialect);
    const honest: Service = { dependencies, contract, replies, authenticate, answer };
    const service = mutant ? mutant(honest) : honest;
    let router: Router | undefined;
    const handle: RequestHandler = (req, res, next) => {
      router ??= Router().use(...service.contract.validator(), ...(steps as RequestHandler[]));
      router(req, res, next);
    };
    made.set(dependencies, { service, handle });
    return { service, handle };
  };
}

const authenticate: Service['authenticate'] = ({ dependencies }, _operation, authorization) =>
  identifySafely(dependencies, authorization);

/** Whether somebody whom nobody knows is served; what is wrong with the request itself stays wrong. */
export const isAdmitted = (
  caller: Outcome<Caller>,
  operation: Operation,
  { rules }: Dependencies,
) =>
  caller.ok ||
  (caller.refusal.kind !== 'malformed-request' && operation.isPublic?.(rules) === true);

/** Throttle, run, reply. */
async function answer(by: Service, call: Call): Promise<Reply> {
  const { dependencies, replies } = by;
  const operation = operationOf(call.operation);
  const caller = servedCaller(dependencies, operation, call.caller);
  if (!caller.ok) return replies.refused(call.operation, caller.refusal);
  const outcome = await operation.run(dependencies, caller.value, call);
  return outcome.ok
    ? replies.succeeded(call.operation, outcome.value)
    : replies.refused(call.operation, outcome.refusal);
}

function servedCaller(
  dependencies: Dependencies,
  operation: Operation,
  caller: Outcome<Caller>,
): Outcome<Caller | undefined> {
  if (!caller.ok) return isAdmitted(caller, operation, dependencies) ? ok(undefined) : caller;
  const seconds = dependencies.throttle(caller.value.id, dependencies.now());
  return seconds === undefined ? caller : refused({ kind: 'rate-limited', seconds });
}
