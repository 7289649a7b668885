import type { OperationName } from '../domain/operation.ts';
import { create } from './create.ts';
import { deleteReport } from './delete.ts';
import { fetchReport } from './fetch.ts';
import { lookup } from './lookup.ts';
import type { Operation } from './operation.ts';

/** Every operation of openapi.yaml; a missing one does not compile. */
export const operations: { readonly [name in OperationName]: Operation } = {
  create,
  fetch: fetchReport,
  delete: deleteReport,
  lookup,
};

export function operationOf(name: OperationName): Operation {
  const operation = operations[name];
  if (!operation)
    throw new Error(`src/operations/operations.ts has no line for ${name}, which openapi.yaml has`);
  return operation;
}
