import type { OperationName } from '../domain/operation.ts';
import { create } from './create.ts';
import { deleteReport } from './delete.ts';
import { fetchReport } from './fetch.ts';
import { lookup } from './lookup.ts';
import type { Operation } from './operation.ts';

/** Every operation of openapi.yaml; one that is missing does not compile. */
export const operations = {
  create,
  fetch: fetchReport,
  delete: deleteReport,
  lookup,
} as const satisfies Record<OperationName, Operation>;

export const operationOf = (name: OperationName): Operation => operations[name];
