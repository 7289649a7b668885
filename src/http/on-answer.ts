import type { OperationName } from '../domain/operation.ts';
import type { World } from '../worlds/world.ts';

/** A request that was answered, or not: where it went, below the base URL of its world, and what came of it. */
export interface Answered {
  readonly url: string;
  readonly world: World;
  readonly req: { readonly method: string };
  readonly body: unknown;
  readonly unreadBody: string | undefined;
  /** What the service said, whatever was sent. */
  readonly reply: { readonly outcome: string } | undefined;
  readonly interference: { readonly faults: readonly string[] } | undefined;
}

/** Called for every answer: to which operation, where it is one, and the name of its outcome. */
export type OnAnswer = (
  operation: OperationName | undefined,
  outcome: string,
  request: Answered,
) => void;
