import { openapiDocument } from './openapi.ts';

interface Paths {
  readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } };
}

/** An operation of the contract: where it is called, and the short name that all else knows it by. */
export interface OperationPlace {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The part of the API that it belongs to, each with a URL of its own. */
  readonly area: string;
}

/** The operations of the contract, in its order. */
export const operationPlaces: readonly OperationPlace[] = Object.entries(
  (openapiDocument() as Paths).paths,
).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => {
    const { 'x-operation': name, tags } = operation as { 'x-operation'?: string; tags: string[] };
    if (name === undefined) return [];
    return [{ name, method: method.toUpperCase(), path, area: tags[0] ?? '' }];
  }),
);
