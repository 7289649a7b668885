import { capital, inARow } from '../values/listed.ts';
import type { CallerRole } from './callers.generated.ts';
import type { PointAnswer } from './open-point.ts';
import { openapiDocument } from './openapi.ts';
import { operationNamed } from './operations.ts';

export type { CallerRole } from './callers.generated.ts';

const { components } = openapiDocument() as {
  readonly components: {
    readonly securitySchemes: {
      readonly token: { readonly 'x-roles'?: { readonly [role: string]: string } };
    };
  };
};

/** The roles that a caller may have (5), and what those who have one are called. */
const rolesInContract = components.securitySchemes.token['x-roles'] ?? {};

export const callerRoles = Object.keys(rolesInContract) as readonly CallerRole[];

/** What a caller may be to an operation, besides having a role. */
export const relations = {
  anybody: 'anybody, with or without a token',
  known: 'everybody whose token is known',
  creator: 'the creator of the report',
  owner: 'the service that owns the feed',
} as const;

export type Relation = keyof typeof relations;

/** One of `x-callers`. */
export type CallerName = Relation | CallerRole;

/** Who may call an operation: any of those, but none of these. */
export interface WhoMay {
  readonly any: readonly CallerName[];
  readonly except: readonly CallerRole[];
}

const excluding = 'not ';

/** By `x-callers` of openapi.yaml, as the answers to open points change it. */
export function whoMay(operation: string, dialect: object = {}): WhoMay {
  const { callers = ['known'], points } = operationNamed(operation);
  const answers = new Map<string, PointAnswer>(Object.entries(dialect));
  const stated = points.flatMap(
    ({ id, patch }) => patch?.[String(answers.get(id))]?.['x-callers'] ?? [],
  );
  return readCallers(operation, (stated.length > 0 ? stated : callers) as readonly string[]);
}

const byEveryAnswer = new Map<string, readonly WhoMay[]>();

/** The same under every answer to the open points, that of the contract as it is written first. */
export function whoMayByEveryAnswer(operation: string): readonly WhoMay[] {
  const known = byEveryAnswer.get(operation) ?? readEveryAnswer(operation);
  byEveryAnswer.set(operation, known);
  return known;
}

function readEveryAnswer(operation: string): readonly WhoMay[] {
  const others = operationNamed(operation).points.flatMap(({ patch = {} }) =>
    Object.values(patch).flatMap((one) =>
      'x-callers' in one ? [one['x-callers'] as readonly string[]] : [],
    ),
  );
  return [whoMay(operation), ...others.map((names) => readCallers(operation, names))];
}

function readCallers(operation: string, names: readonly string[]): WhoMay {
  const unknown = names.find((name) => !isKnown(name.replace(excluding, '')));
  if (unknown !== undefined)
    throw new Error(`openapi.yaml: ${unknown} in x-callers of ${operation} is no role`);
  return {
    any: names.filter((name) => !name.startsWith(excluding)) as WhoMay['any'],
    except: names
      .filter((name) => name.startsWith(excluding))
      .map((name) => name.slice(excluding.length)) as WhoMay['except'],
  };
}

function isKnown(name: string): boolean {
  return Object.hasOwn(relations, name) || Object.hasOwn(rolesInContract, name);
}

/** `researchers`, `the service that owns the feed`. */
export function callerInWords(name: CallerName): string {
  return relations[name as Relation] ?? rolesInContract[name];
}

/** `researchers and the service that owns the feed`. */
export function whoMayInWords({ any, except }: WhoMay): string {
  const those = inARow(any.map(callerInWords), 'and');
  const but = except.map((role) => `, but no ${callerInWords(role)}`).join('');
  return those + but;
}

/** Whether everybody with a token may, but for those that are left out. */
export function isForEverybody({ any }: WhoMay): boolean {
  return any.includes('known') || any.includes('anybody');
}

/** What is said to a caller who may not call an operation. */
export function refusalInWords(operation: string, dialect: object): string {
  return onlyInWords(whoMay(operation, dialect), operationNamed(operation).act);
}

/** `Only researchers may create a report.` */
export function onlyInWords(who: WhoMay, act: string): string {
  if (!isForEverybody(who)) return `Only ${whoMayInWords(who)} may ${act}.`;
  if (who.except.length === 0) return `This caller may not ${act}.`;
  const left = who.except.map(callerInWords).join(' and ');
  return `${capital(left)} may not ${act}.`;
}
