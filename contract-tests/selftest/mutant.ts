import {
  contractBy,
  type Document,
  type Mutation,
  type OperationName,
  operations,
  type Replies,
  type Reply,
  type SentReport,
  type Call as ServiceCall,
  type WorldApi,
} from './server.ts';

/** The reference server with exactly one clause broken. */
export interface Mutant {
  readonly name: string;
  /** The clause by which the kit must reject it. */
  readonly breaks: string;
  /** Called once per server, so that its state is not shared. */
  readonly mutation: () => Mutation;
}

/** Mutants by the clause that they break, then by name. */
export function mutantsBreaking(table: {
  readonly [clause: string]: { readonly [name: string]: Mutant['mutation'] };
}): Mutant[] {
  return Object.entries(table).flatMap(([breaks, mutations]) =>
    Object.entries(mutations).map(([name, mutation]) => ({ name, breaks, mutation })),
  );
}

export type Json = { [field: string]: unknown };

/** A valid request, by its operation. */
export type MutantCall = ServiceCall &
  (
    | { readonly operation: 'create'; readonly service: string; readonly report: SentReport }
    | { readonly operation: 'fetch'; readonly service: string; readonly id: string }
    | { readonly operation: 'delete'; readonly service: string; readonly id: string }
    | { readonly operation: 'lookup'; readonly hash: string }
  );

export type MutantHandler = (served: WorldApi, call: MutantCall) => Promise<Reply>;

/** Changes some of the replies. */
function changing(
  isMeant: (operation: OperationName, isSuccess: boolean) => boolean,
  change: (reply: Reply) => Reply,
): () => Mutation {
  return () =>
    replies(({ succeeded, refused }) => ({
      succeeded: (of, result) =>
        isMeant(of, true) ? change(succeeded(of, result)) : succeeded(of, result),
      refused: (of, why) => (isMeant(of, false) ? change(refused(of, why)) : refused(of, why)),
    }));
}

/** Changes the body of a success. */
export function body(success: string, change: (value: Json) => unknown) {
  return changing(
    (of, isSuccess) => isSuccess && operations[of].success === success,
    (reply) => changed(reply, change),
  );
}

/** Changes the body of every refusal of an operation. */
export function refusal(operation: OperationName, change: (value: Json) => unknown) {
  return changing(
    (of, isSuccess) => !isSuccess && of === operation,
    (reply) => changed(reply, change),
  );
}

/** Changes all replies of an operation, successes and refusals. */
export function reply(operation: OperationName, change: (reply: Reply) => Reply) {
  return changing((of) => of === operation, change);
}

/** Overrides some of the rules. */
export function overrideRules(
  change: (
    honest: WorldApi['dependencies']['rules'],
    served: WorldApi,
  ) => Partial<WorldApi['dependencies']['rules']>,
) {
  return (): Mutation => (served) => {
    const { rules } = served.dependencies;
    const changed = { ...rules, ...change(rules, served) };
    return { ...served, dependencies: { ...served.dependencies, rules: changed } };
  };
}

/** Several mutations that share their state, the first innermost. */
export function combined(...mutations: readonly Mutant['mutation'][]): Mutant['mutation'] {
  return () => {
    const made = mutations.map((mutation) => mutation());
    return (honest) => made.reduce((served, mutation) => mutation(served), honest);
  };
}

type Lie<C> = (honest: MutantHandler, served: WorldApi, call: C) => Reply | Promise<Reply>;

/** Intercepts valid requests to the service. */
export function intercept(lie: Lie<MutantCall>) {
  return (): Mutation => (served) => ({
    ...served,
    async answer(call) {
      return lie(honestly(served, call), this, call as MutantCall);
    },
  });
}

export type CallOf<O extends OperationName> = MutantCall & { operation: O };

/** Intercepts the requests of one operation. */
export function onCall<O extends OperationName>(operation: O, lie: Lie<CallOf<O>>) {
  return intercept((honest, served, call) =>
    call.operation === operation ? lie(honest, served, call as CallOf<O>) : honest(served, call),
  );
}

/** Replaces the honest replies to one operation. */
export function onReply<O extends OperationName>(
  operation: O,
  lie: (reply: Reply, served: WorldApi, call: CallOf<O>) => Reply | Promise<Reply>,
) {
  return onCall(operation, async (honest, served, call) =>
    lie(await honest(served, call), served, call),
  );
}

/** Answers one operation as if it had been asked for something else; what is not set stays as it was sent. */
export function rewrite<O extends OperationName>(
  operation: O,
  change: (
    call: CallOf<O>,
    served: WorldApi,
  ) => { readonly [K in keyof CallOf<O>]?: CallOf<O>[K] | false | undefined },
) {
  return onCall(operation, (honest, served, call) => {
    const set = Object.entries(change(call, served)).filter(([, value]) => value);
    return honest(served, { ...call, ...Object.fromEntries(set) });
  });
}

/** The honest reply to a call that may have been changed: another token means another caller. */
function honestly(served: WorldApi, sent: ServiceCall): MutantHandler {
  return async (by, call) => {
    const { operation, authorization } = call;
    if (authorization === sent.authorization) return served.answer.call(by, call);
    const caller = await by.authenticate(operation, authorization);
    return served.answer.call(by, { ...call, caller } as MutantCall);
  };
}

/** Validates requests against a changed document. */
export function byDocument(served: WorldApi, change: (document: Document) => void): WorldApi {
  const document = structuredClone(served.contract.document);
  change(document);
  return { ...served, contract: contractBy(document, { checkReplies: false }) };
}

/** Overrides some of the replies. */
function replies(change: (honest: Replies) => Partial<Replies>): Mutation {
  return (served) => ({ ...served, replies: { ...served.replies, ...change(served.replies) } });
}

/** A reply with a changed JSON body; other bodies stay unchanged. */
export function changed(honest: Reply, change: (value: Json) => unknown): Reply {
  if (honest.body.type !== 'json') return honest;
  const value = change(structuredClone(honest.body.value) as Json);
  return { ...honest, body: { type: 'json', value: value as object } };
}

/** Changes the report in the body of a fetch. */
export function inReport(change: (report: Json) => Json) {
  return (value: Json) => ({
    ...value,
    report: change(value.report as Json),
  });
}

export function withoutField(field: string) {
  return (value: Json) => {
    const { [field]: _, ...rest } = value;
    return rest;
  };
}

export function renamed(from: string, to: string) {
  return ({ [from]: value, ...rest }: Json) => ({ ...rest, [to]: value });
}

export function withField(field: string, given: unknown) {
  return (value: Json) => ({
    ...value,
    [field]: given,
  });
}
