import { collectOpenPoints, isStatus, referenced } from './open-point.ts';
import { openapiDocument } from './openapi.ts';

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
  /** The open point of its success status. */
  readonly successPoint: string;
}

const queryOf = (parameters: readonly unknown[]): string[] =>
  parameters
    .map((one) => {
      const { $ref } = one as { $ref?: string };
      return ($ref ? referenced(openapiDocument(), $ref) : one) as { name: string; in: string };
    })
    .flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : []));

const successIn = (responses: { readonly [status: string]: unknown }): unknown =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];

const { paths } = openapiDocument() as { readonly paths: { readonly [path: string]: Item } };

/** The operations, in the order of the contract. */
export const operationPlaces: readonly OperationPlace[] = Object.entries(paths).flatMap(
  ([path, item]) =>
    Object.entries(item).flatMap(([method, part]) => {
      const operation = part as {
        'x-operation'?: string;
        tags: string[];
        parameters?: unknown[];
        requestBody?: unknown;
        responses: { readonly [status: string]: unknown };
      };
      const { 'x-operation': name, tags, parameters = [], requestBody, responses } = operation;
      if (name === undefined) return [];
      return {
        ...{ name, path, method: method.toUpperCase(), area: tags[0] ?? '' },
        query: queryOf([...(item.parameters ?? []), ...parameters]),
        hasBody: requestBody !== undefined,
        successPoint:
          collectOpenPoints(successIn(responses)).find(({ id }) => isStatus(id))?.id ?? '',
      };
    }),
);
