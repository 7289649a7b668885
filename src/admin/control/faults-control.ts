import { adminSchema } from '../../contract/admin-document.ts';
import { type Mistake, mistakeAt } from '../../document/document.ts';
import type { Path } from '../../document/path.ts';
import { operationNames } from '../../domain/operation.ts';
import { operationsAt } from '../../spec/called-operation.ts';
import {
  articled,
  contractPaths,
  type OperationPlace,
  operationPlaces,
} from '../../spec/operations.ts';
import { described, hasKeys } from '../../values/described.ts';
import { nearest } from '../../values/nearest.ts';
import { isObject } from '../../values/objects.ts';
import { beginning } from '../../values/quoted.ts';
import {
  type ComputedFault,
  type ComputedReply,
  computedReplies,
  type Effect,
  type FaultRule,
} from '../../worlds/fault-rule.ts';
import { most } from '../../worlds/limits.ts';
import { unknownPlaceholder } from '../../worlds/request-values.ts';
import type { World } from '../../worlds/world.ts';
import type { Fault } from '../../worlds/world-faults.ts';
import { heard, sizeOf } from './given.ts';
import { invalid, refuse, tooMany } from './problem.ts';

/** Adds a well-formed fault, whose reply may be computed. Throws where it does not fit, or a limit is reached. */
export function addFault(
  { faults, store }: World,
  rule: FaultRule,
  reply?: ComputedFault['reply'],
): Fault {
  refuse(
    unfittingFault(rule, () => store.state.data.callers.map(({ id }) => id)),
    'The fault',
  );
  const size = sizeOf(rule) ?? 0;
  if (faults.count >= most.faults) throw tooMany(`${most.faults} faults in a world`, removeOne);
  if (faults.bytes + size > most.faultBytes)
    throw tooMany(`${most.faultBytes} bytes of faults in a world`, removeOne);
  if (reply) computedReplies.set(rule as Effect, computing(reply));
  return faults.add(rule, size);
}

const removeOne = 'Remove one first.';

/** A fault as data, and the function that computes its reply. */
export function faultParts(given: FaultRule | ComputedFault): {
  readonly rule: FaultRule;
  readonly reply?: ComputedFault['reply'];
} {
  if (!isObject(given) || !('reply' in given)) return { rule: given as FaultRule };
  const { reply, ...scope } = given as unknown as ComputedFault;
  if (typeof reply !== 'function')
    throw invalid(
      `reply is ${described(reply)}; expected a function that computes a reply. A fixed one is { type: 'reply', status, headers, body }.`,
    );
  const known = Object.keys(adminSchema('FaultScope').properties ?? {});
  const other = Object.keys(scope).find((key) => !known.includes(key));
  if (other !== undefined)
    throw invalid(
      `${other} does not go with reply, whose function returns status, headers and body. Leave one of them out; beside reply there may be ${known.join(', ')}.`,
    );
  return { rule: { ...scope, type: 'reply', status: 200 }, reply };
}

const replyKeys: readonly string[] = ['status', 'headers', 'body'];

/** What is wrong with a computed reply is the reply. */
function computing(reply: ComputedFault['reply']): ComputedFault['reply'] {
  return async (request) => {
    try {
      return checkedReply(await reply(request));
    } catch (error) {
      // Whatever a program throws.
      const { message = String(error) } = Object(error) as Partial<Error>;
      const says = `The reply of a fault cannot be computed: ${message}`;
      return { status: 500, body: { error: says, successful: false } };
    }
  };
}

/** What a function returned, as the reply that it has to be: everything else about a fault was said before. */
function checkedReply(computed: unknown): ComputedReply {
  const expected = `an object with ${replyKeys.join(', ')}`;
  if (!hasKeys(computed)) throw invalid(`it is ${described(computed)}; expected ${expected}`);
  const other = Object.keys(computed).find((key) => !replyKeys.includes(key));
  if (other !== undefined) throw invalid(`it has ${beginning(other, 80)}; expected ${expected}`);
  return heard('addFault', { body: { ...computed, type: 'reply' } })
    .body as unknown as ComputedReply;
}

/** What is wrong with a well-formed fault in a world with these callers. */
function unfittingFault(rule: FaultRule, callerIds: () => readonly string[]): Mistake[] {
  if (sizeOf(rule) === undefined) return [mistakeAt([], 'the fault nests too deep')];
  const { request, caller } = rule;
  const wrong = (path: Path, says: string): Mistake[] => [mistakeAt(path, says)];
  const value = unknownPlaceholder(rule);
  return [
    ...(caller === undefined ? [] : unknownCaller(caller, callerIds())),
    ...otherPath(rule),
    ...otherPlace(rule),
    // It would meet every request.
    ...(request?.exact && request.body === undefined
      ? wrong(
          ['request', 'exact'],
          'request.exact says that a body has nothing else, and there is no request.body; add it, or leave exact out',
        )
      : []),
    ...(rule.type === 'sequence' && rule.endless && rule.times !== undefined
      ? wrong(['times'], 'times and endless exclude each other; leave one of them out')
      : []),
    ...(value === undefined
      ? []
      : wrong(
          [],
          `${value} is no value of a request; expected request., then method, url, path.NAME, query.NAME, headers.NAME (no secrets), body or body.NAME`,
        )),
  ];
}

/** Faults meet operations alone. */
function otherPath({ operation, request }: FaultRule): Mistake[] {
  const { path } = request ?? {};
  if (path === undefined) return [];
  const fitting: readonly string[] = operation === undefined ? operationNames : [operation];
  if (operationsAt(() => path).some(({ place }) => fitting.includes(place.name))) return [];
  const paths = contractPaths.filter(({ operations }) =>
    operations.some(({ name }) => fitting.includes(name)),
  );
  const expected = `a path below the base URL, such as ${paths.map(({ path }) => path).join(' or ')}`;
  return [
    mistakeAt(
      ['request', 'path'],
      `request.path is "${beginning(path, 200)}"; expected ${expected}`,
    ),
  ];
}

/** Where an operation has what a request is told by. */
const placesOf = {
  report: ({ parameters }) => parameters.some(({ name }) => name === 'report'),
  hash: ({ parameters, hasBody }) => hasBody || parameters.some(({ name }) => name === 'hash'),
  tag: ({ hasBody }) => hasBody,
} satisfies { readonly [key: string]: (place: OperationPlace) => boolean };

/** It would meet no request. */
function otherPlace({ operation, request }: FaultRule): Mistake[] {
  if (operation === undefined || !request) return [];
  return Object.entries(placesOf).flatMap(([key, has]) => {
    const fitting = operationPlaces.filter(has).map(({ name }) => name);
    if (!(key in request) || fitting.includes(operation)) return [];
    const says = `request.${key} is nothing that ${articled(operation)} has; leave it out, or let operation be ${fitting.join(' or ')}`;
    return [mistakeAt(['request', key], says)];
  });
}

function unknownCaller(caller: string, ids: readonly string[]): Mistake[] {
  if (ids.includes(caller)) return [];
  // With many callers, a full search would rarely find a useful suggestion.
  const near = nearest(caller, ids.slice(0, 200));
  const hint = near === undefined ? '; mint the caller first' : `; did you mean ${near}?`;
  return [mistakeAt(['caller'], `caller is "${caller}"; expected the id of a caller${hint}`)];
}

/** The mistakes of each of several well-formed faults, at its place in the list. */
export function unfittingFaults(
  rules: readonly FaultRule[],
  callers: readonly { readonly id: string }[],
): Mistake[] {
  const ids = callers.map(({ id }) => id);
  return rules.flatMap((rule, at) =>
    unfittingFault(rule, () => ids).map(({ path, says }) =>
      mistakeAt(['faults', at, ...path], `faults[${at}]: ${says}`),
    ),
  );
}
