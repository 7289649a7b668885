import type { Caller } from '../domain/caller.ts';
import { type Outcome, refused } from '../domain/refusal.ts';
import { durably } from '../store/durably.ts';
import { StorageFailure } from '../store/store.ts';
import type { WorldDependencies } from './dependencies.ts';
import type { Operation } from './operation.ts';

/**
 * Runs an operation. Nobody learns of its outcome before what it has read and changed is durable; a change
 * that cannot be stored is refused.
 */
export async function perform<Input, Result>(
  operation: Operation<Input, Result>,
  dependencies: WorldDependencies,
  caller: Caller | undefined,
  input: Input,
): Promise<Outcome<Result>> {
  try {
    return await durably(dependencies.store, (store) =>
      operation.run({ ...dependencies, store }, caller, input),
    );
  } catch (error) {
    if (error instanceof StorageFailure) return refused({ kind: 'unavailable' });
    throw error;
  }
}
