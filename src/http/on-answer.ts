import type { OperationName } from '../domain/operation.ts';
import type { World } from '../worlds/world.ts';

/** A request that was answered: where it went, below the base URL of its world. */
export interface Answered {
  readonly url: string;
  readonly world: World;
}

/** Told of every answer: to which operation, where it is one, and the name of its outcome. */
export type OnAnswer = (
  operation: OperationName | undefined,
  outcome: string,
  request: Answered,
) => void;
