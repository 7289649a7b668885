import { type OperationName, operations } from '../spec/operations.generated.ts';

export type { OperationName };

export const operationNames = Object.keys(operations) as OperationName[];
