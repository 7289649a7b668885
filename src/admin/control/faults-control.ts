import { adminSchema } from '../../contract/admin-document.ts';
import { inWords, type Mistake, mistakeAt } from '../../document/document.ts';
import { operationNames } from '../../domain/operation.ts';
import { operationsAt } from '../../spec/called-operation.ts';
import {
  articled,
  contractPaths,
  type OperationPlace,
  operationPlaces,
} from '../../spec/operations.ts';
import type { Store } from '../../store/store.ts';
import { described, hasKeys } from '../../values/described.ts';
import { nearest } from '../../values/nearest.ts';
import { beginning } from '../../values/quoted.ts';
import {
  type ComputedFault,
  type ComputedReply,
  computedReplies,
  type FaultRule,
} from '../../worlds/fault-rule.ts';
import { most } from '../../worlds/limits.ts';
import { unknownPlaceholder } from '../../worlds/request-values.ts';
import type { World } from '../../worlds/world.ts';
import type { Fault } from '../../worlds/world-faults.ts';
import { ControlProblem, tooMany } from './problem.ts';
import { checkArguments } from './request-check.ts';
import { writtenSize } from './written-size.ts';

/** A fault that fits the callers of a world. Throws a ControlProblem that lists the mistakes. */
export function checkedFault(store: Store, given: FaultRule | ComputedFault): FaultRule {
  const rule = plainRule(given);
  checkArguments('addFault', rule);
  const mistakes = unfittingFault(rule, () => store.state.data.callers.map(({ id }) => id));
  if (mistakes.length > 0)
    throw new ControlProblem('invalid-request', inWords(mistakes, 'The fault'));
  return rule;
}

/** Throws a ControlProblem where a limit is reached. */
export function addFault({ faults }: World, rule: FaultRule): Fault {
  const size = Number(writtenSize(rule));
  if (faults.count >= most.faults) {
    throw tooMany(`${most.faults} faults in a world`, 'Remove one first.');
  }
  if (faults.bytes + size > most.faultBytes) {
    throw tooMany(`${most.faultBytes} bytes of faults in a world`, 'Remove one first.');
  }
  return faults.add(rule, size);
}

/** A computed reply as data; what is wrong with it is the reply. */
function plainRule(given: FaultRule | ComputedFault): FaultRule {
  if (typeof given !== 'object' || given === null || !('reply' in given)) return given;
  const { reply, ...rest } = given;
  refuseBesideReply(reply, Object.keys(rest));
  const rule: Extract<FaultRule, { type: 'reply' }> = { ...rest, type: 'reply', status: 200 };
  computedReplies.set(rule, async (request) => {
    try {
      return checkedReply(await reply(request));
    } catch (error) {
      // Whatever a program throws.
      const { message = String(error) } = Object(error) as Partial<Error>;
      const says = `The reply of a fault cannot be computed: ${message}`;
      return { status: 500, body: { error: says, successful: false } };
    }
  });
  return rule;
}

const replyKeys: readonly string[] = ['status', 'headers', 'body'];

/** What a function returned, as the reply that it has to be: everything else about a fault was said before. */
function checkedReply(computed: unknown): ComputedReply {
  const expected = `an object with ${replyKeys.join(', ')}`;
  if (!hasKeys(computed))
    throw new ControlProblem(
      'invalid-request',
      `it is ${described(computed)}; expected ${expected}`,
    );
  const other = Object.keys(computed).find((key) => !replyKeys.includes(key));
  if (other !== undefined)
    throw new ControlProblem(
      'invalid-request',
      `it has ${beginning(other, 80)}; expected ${expected}`,
    );
  checkArguments('addFault', { ...computed, type: 'reply' });
  return computed as unknown as ComputedReply;
}

/** A computed reply has its own status, headers and body. */
function refuseBesideReply(reply: unknown, others: readonly string[]): void {
  if (typeof reply !== 'function') {
    const detail = `reply is ${described(reply)}; expected a function that computes a reply. A fixed one is { type: 'reply', status, headers, body }.`;
    throw new ControlProblem('invalid-request', detail);
  }
  const scope = Object.keys(adminSchema('FaultScope').properties ?? {});
  const [other] = others.filter((key) => !scope.includes(key));
  if (other === undefined) return;
  const detail = `${other} does not go with reply, whose function returns status, headers and body. Leave one of them out; beside reply there may be ${scope.join(', ')}.`;
  throw new ControlProblem('invalid-request', detail);
}

/** What is wrong with a well-formed fault in a world with these callers. */
function unfittingFault(rule: FaultRule, callerIds: () => readonly string[]): Mistake[] {
  const size = writtenSize(rule);
  return [
    ...unknownCaller(rule, callerIds),
    ...otherPath(rule),
    ...otherPlace(rule),
    ...exactNothing(rule),
    ...endlessTimes(rule),
    ...(typeof size === 'string' ? [mistakeAt([], `the fault ${size}`)] : unknownValue(rule)),
  ];
}

function unknownValue(rule: FaultRule): Mistake[] {
  const found = unknownPlaceholder(rule);
  if (found === undefined) return [];
  const expected =
    'method, url, path.NAME, query.NAME, headers.NAME (no secrets), body or body.NAME';
  return [mistakeAt([], `${found} is no value of a request; expected request., then ${expected}`)];
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

/** It would meet every request. */
function exactNothing({ request }: FaultRule): Mistake[] {
  if (!request?.exact || request.body !== undefined) return [];
  return [
    mistakeAt(
      ['request', 'exact'],
      'request.exact says that a body has nothing else, and there is no request.body; add it, or leave exact out',
    ),
  ];
}

function endlessTimes(rule: FaultRule): Mistake[] {
  if (rule.type !== 'sequence' || !rule.endless || rule.times === undefined) return [];
  return [mistakeAt(['times'], 'times and endless exclude each other; leave one of them out')];
}

function unknownCaller({ caller }: FaultRule, callerIds: () => readonly string[]): Mistake[] {
  if (caller === undefined) return [];
  const ids = callerIds();
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
