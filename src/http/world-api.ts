import type { Caller } from '../domain/caller.ts';
import type { OperationName } from '../domain/operation.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { identify } from '../operations/identify-caller.ts';
import type { Operation } from '../operations/operation.ts';
import { operationOf } from '../operations/operations.ts';
import { perform } from '../operations/perform.ts';
import type { World } from '../worlds/world.ts';
import { type Contract, contractOf } from './contract.ts';
import { type Replies, repliesOf } from './reply/replies.ts';
import type { Reply } from './reply/reply.ts';

/** A valid request: the caller and the input of the operation. */
export interface Call {
  readonly operation: OperationName;
  readonly authorization: string | undefined;
  readonly caller: Outcome<Caller>;
}

/**
 * A world's operations under one dialect; replaced when the dialect changes. Its functions take what they use from
 * `this`: a mutation that replaces one part, in a copy made by spreading, so changes what the others do, too.
 */
export interface WorldApi {
  readonly dependencies: Dependencies;
  readonly contract: Contract;
  readonly replies: Replies;
  /** Identifies the sender of this Authorization header; the operation is undefined for other paths. */
  readonly authenticate: (
    this: WorldApi,
    operation: OperationName | undefined,
    authorization: string | undefined,
  ) => Outcome<Caller> | Promise<Outcome<Caller>>;
  readonly answer: (this: WorldApi, call: Call) => Promise<Reply>;
}

/** Changes one detail of how the operations are carried out. */
export type Mutation = (api: WorldApi) => WorldApi;

/** Created on the first request: an unused world costs next to nothing. */
export function worldApis(mutant?: Mutation): (world: World) => WorldApi {
  const made = new WeakMap<Dependencies, WorldApi>();
  return ({ dependencies }) => {
    const known = made.get(dependencies);
    if (known) return known;
    const contract = contractOf(dependencies.dialect, { checkReplies: mutant === undefined });
    const replies = repliesOf(dependencies.dialect);
    const honest: WorldApi = {
      dependencies,
      contract,
      replies,
      answer,
      authenticate(_operation, authorization) {
        const { dependencies: own } = this;
        return own.store.durably(() => identify(own, authorization), 'callers');
      },
    };
    const api = mutant ? mutant(honest) : honest;
    made.set(dependencies, api);
    return api;
  };
}

/** Whether unknown callers may use the operation; a malformed request is refused anyway. */
export function isAdmitted(caller: Outcome<Caller>, operation: Operation, { rules }: Dependencies) {
  return (
    caller.ok || (caller.refusal.kind !== 'malformed-request' && rules.isPublic(operation.name))
  );
}

/** Throttle, run, reply. */
async function answer(this: WorldApi, call: Call): Promise<Reply> {
  const { dependencies, replies } = this;
  const operation = operationOf(call.operation);
  const caller = servedCaller(dependencies, operation, call.caller);
  if (!caller.ok) return replies.refused(call.operation, caller.refusal);
  const outcome = await perform(operation, dependencies, caller.value, call);
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
