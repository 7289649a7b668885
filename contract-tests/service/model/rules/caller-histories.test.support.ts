import { type CallerClause, callerClauses } from '../../../../src/spec/clauses/caller-clauses.ts';
import { schemaSample } from '../../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../../src/spec/schemas.ts';
import { type Role, roles } from '../../../../src/spec/target-callers.ts';
import { operationPlace } from '../../operations/operations.ts';
import {
  created,
  deleted,
  feed,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  one,
  otherFeed,
  refused,
  target,
} from '../history.test.support.ts';
import { admissionTo, callersKnown } from '../known/who.ts';
import type { Pair } from './feed-histories.test.support.ts';

/** A caller of the target, and a report of a feed. */
interface Situation {
  readonly who: Role;
  readonly creator: Role;
  readonly service: string;
}

const usual: Situation = { who: 'researcher', creator: 'researcher', service: feed };

/** The first caller who may call an operation; the researcher, where that is open. */
function whoMay(operation: string, { creator, service }: Omit<Situation, 'who'>): Role {
  const subject = { service, creator: `tokens.${creator}` };
  const may = (key: Role): boolean =>
    admissionTo(operation, callersKnown(target)(`tokens.${key}`), subject).may === true;
  return roles.find(may) ?? 'researcher';
}

/** A success of an operation, and what leads to it. */
export function served(
  operation: string,
  more: Partial<HistoryEntry> = {},
  { creator, service }: Omit<Situation, 'who'> = usual,
): readonly HistoryEntry[] {
  const { success } = operationPlace(operation);
  const creation = created(one, { who: creator, service });
  const inFeed = { who: whoMay(operation, { creator, service }), service, ...more };
  const own: { readonly [operation: string]: readonly HistoryEntry[] } = {
    create: [created(one, inFeed)],
    fetch: [creation, fetched(one, {}, inFeed)],
    delete: [creation, deleted(one, inFeed)],
    lookup: [found(hashes.sha256, {}, more)],
  };
  const body = schemaSample(schemaNamed(success.schema));
  return own[operation] ?? [creation, { operation, report: one, body, ...inFeed }];
}

/** The same, refused. */
export function turnedAway(
  operation: string,
  more: Partial<HistoryEntry>,
  situation: Omit<Situation, 'who'> = usual,
): readonly HistoryEntry[] {
  const { service } = situation;
  const about = operation === 'lookup' ? { hash: hashes.sha256 } : { report: one, service };
  const subject = operation === 'create' ? { service } : about;
  const before = served(operation, {}, situation).slice(0, -1);
  return [...before, refused(operation, { ...subject, ...more })];
}

function says(error: string): object {
  return { error, successful: false };
}

/** A target that knows a token refuses it in another way than one that nobody holds. */
function toldFromUnknown(operation: string, situation: Situation): readonly HistoryEntry[] {
  const { who, service } = situation;
  const unknown = { who: 'unknown token', body: says('who?') };
  if (!operationPlace(operation).isCounted) return turnedAway(operation, unknown, situation);
  // What is counted may be refused for that reason: a fetch shows that the token is known.
  const [creation, shown] = served('fetch', { who }, situation) as [HistoryEntry, HistoryEntry];
  return [creation, refused('fetch', { report: one, service, ...unknown }), shown];
}

const situations: readonly Situation[] = roles.flatMap((who) =>
  (['researcher', 'otherResearcher'] as const).flatMap((creator) =>
    [feed, otherFeed].map((service) => ({ who, creator, service })),
  ),
);

/** A situation in which a clause decides. */
function situationFor(clause: CallerClause): Situation {
  const { id, operation, may, callers, feed: only } = clause;
  const named = callerClauses.flatMap((other) =>
    other.operation === operation ? (other.callers ?? []) : [],
  );
  const found = situations.find(({ who, creator, service }) => {
    const subject = { service, creator: `tokens.${creator}` };
    const admission = admissionTo(operation, callersKnown(target)(`tokens.${who}`), subject);
    if (may !== undefined) {
      const isThere = only === undefined || service === target[only];
      return isThere && admission.may === true && admission.as === may;
    }
    const isNamed = callers ? callers.includes(who) : !named.includes(who);
    return isNamed && admission.may === false;
  });
  if (!found) throw new Error(`no caller of a target file is in a situation for ${id}`);
  return found;
}

function pairOf(clause: CallerClause): Pair {
  const { operation, may } = clause;
  const situation = situationFor(clause);
  const { who } = situation;
  const success = served(operation, { who }, situation);
  const refusal = turnedAway(operation, { who }, situation);
  if (may !== undefined) return { broken: refusal, met: success };
  const known = toldFromUnknown(operation, situation);
  return { broken: success, met: [...known, ...refusal.slice(-1)] };
}

/** By the clauses about callers of every operation. */
export const callerHistories: { readonly [clause: string]: Pair } = Object.fromEntries(
  callerClauses.map((clause) => [clause.id, pairOf(clause)]),
);
