import type { operations } from '../spec/api.generated.ts';

/** The four operations, by the name their open points begin with. */
export type OperationName = 'create' | 'fetch' | 'delete' | 'lookup';

/** What openapi.yaml calls them. */
export const operationIds = {
  create: 'createReport',
  fetch: 'fetchReport',
  delete: 'deleteReport',
  lookup: 'getStaticAnalysis',
} as const satisfies Record<OperationName, keyof operations>;

export const operationNames = Object.keys(operationIds) as OperationName[];
