import type { Answer, Answering, Call } from '../../../src/http/answer.ts';
import type { Reply } from '../../../src/http/reply/reply.ts';
import { answer } from '../mutant.ts';

export type Lookup = Call & { operation: 'lookup' };

/** Stands between a lookup and the service. */
export const onLookup = (
  make: () => (honest: Answer, served: Answering, call: Lookup) => Promise<Reply>,
) =>
  answer(() => {
    const lie = make();
    return (honest, served, call) =>
      call.operation === 'lookup' ? lie(honest, served, call) : honest(served, call);
  });
