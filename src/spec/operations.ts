import { collectOpenPoints, isStatus, referenced } from './open-point.ts';
import { openapiDocument } from './openapi.ts';
import { referredName, type Schema, schemaNamed } from './schemas.ts';
import { resources } from './statements.ts';

interface Item {
  readonly parameters?: readonly unknown[];
  readonly [method: string]: unknown;
}

/** An operation of the contract: its path, its method, and its short name. */
export interface OperationPlace {
  readonly name: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** Query parameters. */
  readonly query: readonly string[];
  /** The part of the API it belongs to; each has its own base URL. */
  readonly area: string;
  readonly hasBody: boolean;
  /** The schema of the body that is sent. */
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
  /** Whether it may change what is stored. */
  readonly changes: boolean;
}

const queryOf = (parameters: readonly unknown[]): string[] =>
  parameters
    .map((one) => {
      const { $ref } = one as { $ref?: string };
      return ($ref ? referenced(openapiDocument(), $ref) : one) as { name: string; in: string };
    })
    .flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : []));

/** A request body or a response. */
interface Response {
  readonly content?: { readonly [type: string]: { readonly schema: Schema } };
}

const successIn = (responses: { readonly [status: string]: unknown }): Response =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] as Response;

const schemaIn = ({ content }: Response = {}): string | undefined =>
  referredName(content?.['application/json']?.schema ?? {});

/** A resource has clauses of its own. */
const successOf = (
  name: string,
  response: Response,
): Pick<OperationPlace, 'success' | 'prefixes'> => {
  const schema = schemaIn(response) ?? '';
  const { properties = {} } = schemaNamed(schema);
  const shown = [schema, ...Object.values(properties).map(referredName)];
  const prefixes = resources.flatMap((one) => (shown.includes(one.schema) ? one.prefix : []));
  const whole = resources.find((one) => one.schema === schema)?.prefix;
  return { success: { schema, clauses: whole ?? name }, prefixes: [name, ...prefixes] };
};

const { paths } = openapiDocument() as { readonly paths: { readonly [path: string]: Item } };

/** The operations, in the order of the contract. */
export const operationPlaces: readonly OperationPlace[] = Object.entries(paths).flatMap(
  ([path, item]) =>
    Object.entries(item).flatMap(([method, part]) => {
      const operation = part as {
        'x-operation'?: string;
        'x-section'?: string;
        tags: string[];
        parameters?: unknown[];
        requestBody?: Response;
        responses: { readonly [status: string]: unknown };
      };
      const { 'x-operation': name, tags, parameters = [], requestBody, responses } = operation;
      if (name === undefined) return [];
      const points = collectOpenPoints(operation, openapiDocument());
      const success = successIn(responses);
      return {
        ...{ name, path, method: method.toUpperCase(), area: tags[0] ?? '' },
        query: queryOf([...(item.parameters ?? []), ...parameters]),
        hasBody: requestBody !== undefined,
        sends: schemaIn(requestBody),
        successPoint: collectOpenPoints(success).find(({ id }) => isStatus(id))?.id ?? '',
        section: operation['x-section'] ?? '4',
        ...successOf(name, success),
        describesErrors: points.every(({ id }) => id !== `${name}.error-body`),
        needsToken: points.every(({ patch = {} }) =>
          Object.values(patch).every((one) => !('security' in one)),
        ),
        changes: method !== 'get',
      };
    }),
);

/** `a create`, `an update`. */
export const articled = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
