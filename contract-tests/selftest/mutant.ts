import type { Answer, Answering, Call } from '../../src/http/answer.ts';
import type { Replies } from '../../src/http/reply/replies.ts';
import type { Reply } from '../../src/http/reply/reply.ts';
import type { Mutation } from '../../src/start-server.ts';

/** The reference server with exactly one clause broken. */
export interface Mutant {
  readonly name: string;
  /** The clause the kit must reject it by. */
  readonly breaks: string;
  /** Made anew for every server, so that what a mutant remembers is its own. */
  readonly mutation: () => Mutation;
}

export type Json = { [field: string]: unknown };

type Success = 'created' | 'fetched' | 'deleted' | 'found';

/** Changes the body of a success. */
export const body =
  (success: Success, change: (value: Json) => unknown): (() => Mutation) =>
  () =>
    replies((honest) => ({
      [success]: (thing: never) => changed((honest[success] as (t: never) => Reply)(thing), change),
    }));

/** Changes the body of every refusal of an operation. */
export const refusal =
  (operation: Call['operation'], change: (value: Json) => unknown): (() => Mutation) =>
  () =>
    replies((honest) => ({
      refused: (of, why) => {
        const reply = honest.refused(of, why);
        return of === operation ? changed(reply, change) : reply;
      },
    }));

/** Changes whole replies of an operation, whatever they say. */
export const reply =
  (operation: Call['operation'], change: (reply: Reply) => Reply): (() => Mutation) =>
  () =>
    replies((honest) => ({
      created: (r) => (operation === 'create' ? change(honest.created(r)) : honest.created(r)),
      fetched: (r) => (operation === 'fetch' ? change(honest.fetched(r)) : honest.fetched(r)),
      deleted: (i) => (operation === 'delete' ? change(honest.deleted(i)) : honest.deleted(i)),
      found: (a) => (operation === 'lookup' ? change(honest.found(a)) : honest.found(a)),
      refused: (of, why) =>
        of === operation ? change(honest.refused(of, why)) : honest.refused(of, why),
    }));

/** Decides something else than the rules do. */
export const rules =
  (change: (honest: Answering['basis']['rules']) => Partial<Answering['basis']['rules']>) =>
  (): Mutation =>
  (served) => ({
    ...served,
    basis: { ...served.basis, rules: { ...served.basis.rules, ...change(served.basis.rules) } },
  });

/** Stands between a valid request and the service. */
export const answer =
  (make: () => (honest: Answer, served: Answering, call: Call) => Promise<Reply>) =>
  (): Mutation => {
    const lie = make();
    return (served) => ({ ...served, answer: (s, call) => lie(served.answer, s, call) });
  };

/** Replies otherwise. */
export const replies =
  (change: (honest: Replies) => Partial<Replies>): Mutation =>
  (served) => ({
    ...served,
    edition: {
      ...served.edition,
      replies: { ...served.edition.replies, ...change(served.edition.replies) },
    },
  });

/** A reply with another JSON body; what is no JSON stays as it is. */
export function changed(honest: Reply, change: (value: Json) => unknown): Reply {
  if (honest.body.type !== 'json') return honest;
  const value = change(structuredClone(honest.body.value) as Json);
  return { ...honest, body: { type: 'json', value: value as object } };
}

export const without = (field: string) => (value: Json) => {
  const { [field]: _, ...rest } = value;
  return rest;
};

export const withField = (field: string, given: unknown) => (value: Json) => ({
  ...value,
  [field]: given,
});
