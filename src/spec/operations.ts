import type { Schema } from '../document/schema.ts';
import { collectOpenPoints, isStatus, type OpenPoint, referenced } from './open-point.ts';
import { openapiDocument } from './openapi.ts';
import { followed, referredName, schemaNamed } from './schemas.ts';
import { resources } from './statements.ts';

interface Item {
  readonly parameters?: readonly unknown[];
  readonly [method: string]: unknown;
}

/** A parameter of a path or a query. */
export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** An operation of the contract: its path, its method, and its short name. */
export interface OperationPlace {
  readonly name: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly parameters: readonly OperationParameter[];
  /** The names of the query parameters. */
  readonly query: readonly string[];
  /** The part of the API it belongs to; each has its own base URL. */
  readonly area: string;
  readonly hasBody: boolean;
  /** Whether the body must be sent. */
  readonly needsBody: boolean;
  /** The schema of the body that is sent, and its name. */
  readonly body: Schema;
  readonly sends?: string | undefined;
  /** The open point of its success status. */
  readonly successPoint: string;
  /** The section of the specification that describes it. */
  readonly section: string;
  /** The schema of its success, and the prefix of the clauses about it. */
  readonly success: { readonly schema: string; readonly clauses: string };
  /** The prefixes of clauses about its answers, and about the resources in them. */
  readonly prefixes: readonly string[];
  /** Whether the specification describes all its bodies, or only those of a success. */
  readonly describesErrors: boolean;
  /** Whether it needs a token under every dialect. */
  readonly needsToken: boolean;
  /** Whether anybody may call it without a token, by the contract as it is written. */
  readonly isPublic: boolean;
  /** 8: whether its calls are counted, so that none may be left. */
  readonly isCounted: boolean;
  /** Who may call it: roles, and relations to what it is about. Absent where nothing is said. */
  readonly callers?: readonly string[] | undefined;
  /** Clauses about its callers whose ids are older than `x-callers`. */
  readonly callerClauses: readonly WrittenCallerClause[];
  /** What a caller does with it: `create a report`, `delete the report`. */
  readonly act: string;
  /** The open points in it and in what it refers to. */
  readonly points: readonly OpenPoint[];
  /** Whether it may change what is stored. */
  readonly changes: boolean;
}

/** A clause about callers, as `x-caller-clauses` of openapi.yaml has it. */
export interface WrittenCallerClause {
  /** The id without the name of the operation. */
  readonly id: string;
  /** Of `x-callers`, who may; absent in a clause about those who may not. */
  readonly may?: string;
  /** The feed in which it lets them, by its key in a target file. */
  readonly feed?: 'service' | 'otherService';
  /** Whom it forbids, by the keys of their tokens in a target file; absent for all others. */
  readonly callers?: readonly string[];
}

interface WrittenParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

function isPlaced(place: string): place is OperationParameter['in'] {
  return place === 'path' || place === 'query';
}

function parametersOf(written: readonly unknown[]): OperationParameter[] {
  return written.flatMap((one) => {
    const { $ref } = one as { $ref?: string };
    const parameter = ($ref ? referenced(openapiDocument(), $ref) : one) as WrittenParameter;
    const { name, in: place, required = false, schema = {} } = parameter;
    return isPlaced(place)
      ? [{ name, in: place, isRequired: required, schema: followed(schema) }]
      : [];
  });
}

/** A request body or a response. */
interface Response {
  readonly content?: { readonly [type: string]: { readonly schema: Schema } };
}

function successIn(responses: { readonly [status: string]: unknown }): Response {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] as Response;
}

function jsonIn({ content }: Response = {}): Schema {
  return content?.['application/json']?.schema ?? {};
}

function schemaIn(response?: Response): string | undefined {
  return referredName(jsonIn(response));
}

/** A resource has clauses of its own. */
function successOf(name: string, response: Response): Pick<OperationPlace, 'success' | 'prefixes'> {
  const schema = schemaIn(response) ?? '';
  const { properties = {} } = schemaNamed(schema);
  const shown = [schema, ...Object.values(properties).map(referredName)];
  const prefixes = resources.flatMap((one) => (shown.includes(one.schema) ? one.prefix : []));
  const whole = resources.find((one) => one.schema === schema)?.prefix;
  return { success: { schema, clauses: whole ?? name }, prefixes: [name, ...prefixes] };
}

/** Each one suffices; an empty one is met by anybody. */
type SecurityRequirements = readonly object[];

const { paths, security: usual = [] } = openapiDocument() as {
  readonly paths: { readonly [path: string]: Item };
  readonly security?: SecurityRequirements;
};

function isOpenToAll(requirements: SecurityRequirements): boolean {
  return requirements.length === 0 || requirements.some((one) => Object.keys(one).length === 0);
}

/** By its summary. A report that a parameter names is a certain one. */
function actOf(summary: string, parameters: readonly OperationParameter[]): string {
  const act = summary.replace(/^./, (first) => first.toLowerCase());
  const namesReport = parameters.some(({ name }) => name === 'report');
  return namesReport ? act.replace(/\ba report\b/, 'the report') : act;
}

/** The operations, in the order of the contract. */
export const operationPlaces: readonly OperationPlace[] = Object.entries(paths).flatMap(
  ([path, item]) =>
    Object.entries(item).flatMap(([method, part]) => {
      const operation = part as {
        'x-operation'?: string;
        'x-section'?: string;
        'x-callers'?: string[];
        'x-caller-clauses'?: WrittenCallerClause[];
        summary?: string;
        tags: string[];
        parameters?: unknown[];
        requestBody?: Response & { readonly required?: boolean };
        security?: SecurityRequirements;
        responses: { readonly [status: string]: unknown };
      };
      const { 'x-operation': name, tags, parameters = [], requestBody, responses } = operation;
      if (name === undefined) return [];
      const points = collectOpenPoints(operation, openapiDocument());
      const success = successIn(responses);
      const own = parametersOf([...(item.parameters ?? []), ...parameters]);
      return {
        name,
        path,
        method: method.toUpperCase(),
        area: tags[0] ?? '',
        parameters: own,
        query: own.filter((one) => one.in === 'query').map((one) => one.name),
        hasBody: requestBody !== undefined,
        needsBody: requestBody?.required ?? false,
        body: followed(jsonIn(requestBody)),
        sends: schemaIn(requestBody),
        successPoint: collectOpenPoints(success).find(({ id }) => isStatus(id))?.id ?? '',
        section: operation['x-section'] ?? '4',
        ...successOf(name, success),
        describesErrors: points.every(({ id }) => id !== `${name}.error-body`),
        needsToken: points.every(({ patch = {} }) =>
          Object.values(patch).every((one) => !('security' in one)),
        ),
        isPublic: isOpenToAll(operation.security ?? usual),
        isCounted: points.some(({ id }) => id === `${name}.status.no-requests-left`),
        callers: operation['x-callers'],
        callerClauses: operation['x-caller-clauses'] ?? [],
        act: actOf(operation.summary ?? name, own),
        points,
        changes: method !== 'get',
      };
    }),
);

export function operationNamed(name: string): OperationPlace {
  const place = operationPlaces.find((one) => one.name === name);
  if (!place) throw new Error(`openapi.yaml has no operation ${name}`);
  return place;
}

/** A path of the contract. */
export interface ContractPath {
  /** That of its area, or of its first operation where the area has a path already. */
  readonly name: string;
  readonly area: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly operations: readonly OperationPlace[];
}

/** The paths, in the order of the contract. */
export const contractPaths: readonly ContractPath[] = pathsOf(operationPlaces);

function pathsOf(places: readonly OperationPlace[]): ContractPath[] {
  const found: ContractPath[] = [];
  for (const { name, area, path } of places) {
    if (found.some((one) => one.path === path)) continue;
    const isFirst = found.every((one) => one.area !== area);
    const operations = places.filter((one) => one.path === path);
    found.push({ name: isFirst ? area : name, area, path, operations });
  }
  return found;
}

/** `a create`, `an update`. */
export function articled(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
