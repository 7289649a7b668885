import type { OperationName } from '../domain/operation.ts';
import type { World } from '../worlds/world.ts';

/** A request and its outcome; the URL is relative to the base URL of the world. */
interface Answered {
  readonly url: string;
  readonly world: World;
  readonly req: { readonly method: string };
  readonly body: unknown;
  readonly unreadBody: string | undefined;
  /** The reply of the operation, even where a fault replaced it. */
  readonly reply: { readonly outcome: string } | undefined;
  readonly interference: { readonly faults: readonly string[] } | undefined;
}

/** Called after every response, with the operation, if any, and the name of the outcome. */
export type OnAnswer = (
  operation: OperationName | undefined,
  outcome: string,
  request: Answered,
) => void;
