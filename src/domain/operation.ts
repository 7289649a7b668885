import type { OperationName } from '../spec/operations.generated.ts';
import { operationPlaces } from '../spec/operations.ts';

export type { OperationName };

/** The operations that this process serves. */
export const operationNames = operationPlaces.map(({ name }) => name) as readonly OperationName[];

/** 8: those that take from the requests that a caller has left. */
export const countedOperations = operationPlaces
  .filter(({ isCounted }) => isCounted)
  .map(({ name }) => name) as readonly OperationName[];
