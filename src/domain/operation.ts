import { operationIds } from '../spec/operations.generated.ts';

export { operationIds };

/** The operations of openapi.yaml, by the name their open points begin with. */
export type OperationName = keyof typeof operationIds;

export const operationNames = Object.keys(operationIds) as OperationName[];
