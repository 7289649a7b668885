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
  creator: 'whoever created the report',
  owner: 'the service that owns the feed',
} as const;

export type Relation = keyof typeof relations;

/** Who may call an operation: any of those, but none of these. */
export interface WhoMay {
  readonly any: readonly (Relation | CallerRole)[];
  readonly except: readonly CallerRole[];
}

const excluding = 'not ';

/** By `x-callers` of openapi.yaml, as the answers to open points change it. */
export function whoMay(operation: string, dialect: object = {}): WhoMay {
  const { callers, points } = operationNamed(operation);
  const answers = new Map<string, PointAnswer>(Object.entries(dialect));
  const stated = points.flatMap(
    ({ id, patch }) => patch?.[String(answers.get(id))]?.['x-callers'] ?? [],
  );
  const names = (stated.length > 0 ? stated : callers) as readonly string[];
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

const isKnown = (name: string): boolean =>
  Object.hasOwn(relations, name) || Object.hasOwn(rolesInContract, name);

const named = (name: string): string => relations[name as Relation] ?? rolesInContract[name];

/** `researchers, and the service that owns the feed`. */
export function whoMayInWords({ any, except }: WhoMay): string {
  const those = any.map(named).join(', and ');
  const but = except.map((role) => `, but no ${named(role)}`).join('');
  return those + but;
}
