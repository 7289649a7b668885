import type { Call } from '../../../src/http/answer.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { ServedWorld } from '../../../src/http/served-world.ts';
import { answer } from '../mutant.ts';

export type Lookup = Call & { operation: 'lookup' };
type Answer = ServedWorld['answer'];

/** Stands between a lookup and the service. */
export const onLookup = (
  make: () => (honest: Answer, served: ServedWorld, call: Lookup) => Promise<Reply>,
) =>
  answer(() => {
    const lie = make();
    return (honest, served, call) =>
      call.operation === 'lookup' ? lie(honest, served, call) : honest(served, call);
  });
