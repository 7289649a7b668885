import type { Caller } from '../domain/caller.ts';
import type { OperationName } from '../domain/operation.ts';
import { type Outcome, ok, type Refusal, refused } from '../domain/refusal.ts';
import type { SentReport } from '../domain/rules.ts';
import { identifySafely } from '../service/callers.ts';
import { createReport, deleteReport, fetchReport } from '../service/feed.ts';
import { lookUp } from '../service/lookup.ts';
import type { Spoken } from '../worlds/world.ts';
import type { Edition } from './edition.ts';
import type { Reply } from './reply/reply.ts';

/** A request that was found valid, with what its operation needs and nothing of HTTP. */
export type Call = { readonly authorization: string | undefined } & (
  | { readonly operation: 'create'; readonly service: string; readonly report: SentReport }
  | { readonly operation: 'fetch'; readonly service: string; readonly id: string }
  | { readonly operation: 'delete'; readonly service: string; readonly id: string }
  | { readonly operation: 'lookup'; readonly hash: string }
);

/** What an answer is made from: what the world goes by, and how its replies look. */
export interface Answering extends Spoken {
  readonly edition: Edition;
}

export type Answer = (by: Answering, call: Call) => Promise<Reply>;

/** Why whoever sends this header cannot use the operation, whatever is asked of it. */
export type Admit = (
  by: Answering,
  operation: OperationName,
  authorization: string | undefined,
) => Refusal | undefined | Promise<Refusal | undefined>;

/** The first look at a caller, where the dialect wants one before all else. */
export const admit: Admit = (by, operation, authorization) => {
  const identified = identifySafely(by.basis, authorization);
  const strange = (known: Outcome<Caller>) =>
    known.ok || isOpen(by, operation) ? undefined : known.refusal;
  return identified instanceof Promise ? identified.then(strange) : strange(identified);
};

const isOpen = ({ basis }: Answering, operation: OperationName): boolean =>
  operation === 'fetch' && basis.rules.fetchIsPublic;

/** Authenticate, serve, reply. */
export async function answer(by: Answering, call: Call): Promise<Reply> {
  const {
    basis,
    edition: { replies },
  } = by;
  const identified = identifySafely(basis, call.authorization);
  const known = callerOf(by, call, identified instanceof Promise ? await identified : identified);
  if (!known.ok) return replies.refused(call.operation, known.refusal);
  const caller = known.value;
  if (call.operation === 'fetch') {
    const fetched = await fetchReport(basis, caller, call.service, call.id);
    return fetched.ok ? replies.fetched(fetched.value) : replies.refused('fetch', fetched.refusal);
  }
  if (!caller) throw new Error(`${call.operation} was let through without a caller`);
  switch (call.operation) {
    case 'create': {
      const created = await createReport(basis, caller, call.service, call.report);
      return created.ok
        ? replies.created(created.value)
        : replies.refused('create', created.refusal);
    }
    case 'delete': {
      const deleted = await deleteReport(basis, caller, call.service, call.id);
      return deleted.ok
        ? replies.deleted(deleted.value)
        : replies.refused('delete', deleted.refusal);
    }
    case 'lookup': {
      const found = await lookUp(basis, caller, call.hash);
      return found.ok ? replies.found(found.value) : replies.refused('lookup', found.refusal);
    }
  }
}

/** The caller; undefined where the operation can do without one and none is known. */
function callerOf(by: Answering, call: Call, known: Outcome<Caller>): Outcome<Caller | undefined> {
  if (!known.ok) return isOpen(by, call.operation) ? ok(undefined) : known;
  const { basis, limiter } = by;
  const seconds = limiter(known.value.id, basis.now());
  return seconds === undefined ? known : refused({ kind: 'rate-limited', seconds });
}
