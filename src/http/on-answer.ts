import type { OperationName } from '../domain/operation.ts';

/** Told of every answer: to which operation, where it is one, and the name of its outcome. */
export type OnAnswer = (operation: OperationName | undefined, outcome: string) => void;
