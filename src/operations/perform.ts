import type { Caller } from '../domain/caller.ts';
import { countedOperations } from '../domain/operation.ts';
import { type Outcome, refused } from '../domain/refusal.ts';
import { StorageFailure } from '../store/store.ts';
import type { Dependencies } from './dependencies.ts';
import type { Operation } from './operation.ts';

/**
 * Runs an operation. Nobody learns of its outcome before what it has read and changed is durable; a change
 * that cannot be stored is refused.
 */
export async function perform<Input, Result>(
  operation: Operation<Input, Result>,
  dependencies: Dependencies,
  caller: Caller | undefined,
  input: Input,
): Promise<Outcome<Result>> {
  try {
    return await dependencies.store.durably(
      () => operation.run(dependencies, caller, input),
      countedOperations.includes(operation.name) ? 'everything' : 'feeds',
    );
  } catch (error) {
    if (error instanceof StorageFailure) return refused({ kind: 'unavailable' });
    throw error;
  }
}
