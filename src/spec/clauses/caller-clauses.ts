import { capital } from '../../values/listed.ts';
import type { ClauseId } from '../clauses.generated.ts';
import { collectOpenPoints } from '../open-point.ts';
import {
  type OperationPlace,
  operationNamed,
  operationPlaces,
  type WrittenCallerClause,
} from '../operations.ts';
import { kebab } from '../statements.ts';
import { callerIn, callerName, isTargetRole, type Role } from '../target-callers.ts';
import {
  type CallerName,
  callerInWords,
  isForEverybody,
  onlyInWords,
  relations,
  whoMay,
  whoMayByEveryAnswer,
} from '../who-may.ts';
import type { Clause } from './clause.ts';

/** A clause about who may call an operation. */
export interface CallerClause {
  readonly id: ClauseId;
  readonly operation: string;
  /** Who must be served; absent in a clause about those who must be refused. */
  readonly may?: CallerName;
  /** The feed in which it holds, by its key in a target file; absent for all. */
  readonly feed?: 'service' | 'otherService';
  /** Who must be refused, by the keys of their tokens; absent for all that no other clause names. */
  readonly callers?: readonly Role[];
  /** Whether `x-caller-clauses` has it, so that it has scenarios of its own. */
  readonly isWritten: boolean;
  /** Clauses that explain this one if they are broken as well. */
  readonly rests: readonly ClauseId[];
}

/** The clauses about the callers of every operation: a new one gets its own. */
export const callerClauses: readonly CallerClause[] = operationPlaces.flatMap((place) => {
  const written = place.callerClauses;
  const clauses: CallerClause[] = [];
  for (const one of written) clauses.push(clauseOf(place.name, one, true, clauses));
  for (const one of derivedFor(place))
    if (!isSaidBy(written, one)) clauses.push(clauseOf(place.name, one, false, clauses));
  return clauses;
});

/** Whether a clause with an older id says the same. */
function isSaidBy(written: readonly WrittenCallerClause[], { may }: WrittenCallerClause): boolean {
  return written.some((one) => one.may === may);
}

export function callerClausesOf(operation: string): readonly CallerClause[] {
  return callerClauses.filter((one) => one.operation === operation);
}

/** Who may call an operation stands in the contract, and no open point changes it. */
function derivedFor(place: OperationPlace): WrittenCallerClause[] {
  const { name, callers, body } = place;
  if (callers === undefined) return [];
  const isOpen = whoMayByEveryAnswer(name).length > 1;
  const who = whoMay(name);
  const forbidsSomebody = who.except.length > 0 || (!isOpen && !isForEverybody(who));
  const only: WrittenCallerClause[] = forbidsSomebody ? [{ id: onlyId(name) }] : [];
  // Where it is open what may be sent, no call has to be served.
  const isServed = !isOpen && isKnownToBeThere(place) && collectOpenPoints(body).length === 0;
  const may = isServed ? who.any.map((one) => ({ id: `${idOf(one)}-may`, may: one })) : [];
  return [...may, ...only];
}

/** Whether all that it needs is known to be there: a feed, a report; no request to spare, no analysis of a file. */
function isKnownToBeThere({ isCounted, parameters }: OperationPlace): boolean {
  const needed = parameters.filter(({ isRequired }) => isRequired);
  return !isCounted && needed.every(({ name }) => name === 'service' || name === 'report');
}

function idOf(name: CallerName): string {
  if (name === 'known') return 'everybody';
  return Object.hasOwn(relations, name) ? name : kebab(callerInWords(name));
}

/** `researchers-only`, `creator-or-owner-only`, `no-auditors`. */
function onlyId(operation: string): string {
  const who = whoMay(operation);
  return isForEverybody(who)
    ? `no-${who.except.map(idOf).join('-or-')}`
    : `${who.any.map(idOf).join('-or-')}-only`;
}

function clauseOf(
  operation: string,
  { id, may, feed, callers }: WrittenCallerClause,
  isWritten: boolean,
  before: readonly CallerClause[],
): CallerClause {
  const named = callers?.map((key) => {
    if (isTargetRole(key)) return key;
    throw new Error(
      `openapi.yaml: ${key} in x-caller-clauses of ${operation} is no key of a token`,
    );
  });
  const clause = {
    id: `${operation}/${id}` as ClauseId,
    operation,
    isWritten,
    ...(may !== undefined && { may: may as CallerName }),
    ...(feed !== undefined && { feed }),
    ...(named && { callers: named }),
  };
  const alike = before.filter((one) => one.may === clause.may && isAlike(one, named));
  return { ...clause, rests: alike.map((one) => one.id) };
}

/** Whether two clauses forbid callers of one kind, such as two owners; or one of them forbids all. */
function isAlike({ callers }: CallerClause, others: readonly Role[] | undefined): boolean {
  if (!callers || !others) return true;
  return callers.some((one) => others.some((other) => kindOf(one) === kindOf(other)));
}

function kindOf(key: Role): string {
  const { role, owns } = callerIn(key);
  return owns === undefined ? String(role) : 'owner';
}

/** The same as clauses, with their sentences. */
export function callerClausesInWords(): readonly Clause[] {
  return callerClauses.map((one) => ({
    id: one.id,
    section: operationNamed(one.operation).section,
    kind: 'fixed',
    sentence: sentenceOf(one),
  }));
}

function sentenceOf({ operation, may, feed, callers }: CallerClause): string {
  const { act } = operationNamed(operation);
  if (may !== undefined) {
    const where = feed === 'otherService' ? ', in any feed' : '';
    return `${capital(callerInWords(may))} may ${act}${where}.`;
  }
  const only = onlyInWords(whoMay(operation), act);
  if (!callers) return only;
  const not = callers.map(callerName).join(' and ');
  return `${only.replace(/\.$/, '')}: ${not} may not, unless it is one of them.`;
}
