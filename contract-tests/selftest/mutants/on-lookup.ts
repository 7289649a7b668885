import type { Reply } from '../../../src/http/reply/reply.ts';
import type { Service } from '../../../src/http/service.ts';
import { type Answer, answer, type Call } from '../mutant.ts';

export type Lookup = Call & { operation: 'lookup' };

/** Stands between a lookup and the service. */
export const onLookup = (
  make: () => (honest: Answer, served: Service, call: Lookup) => Promise<Reply>,
) =>
  answer(() => {
    const lie = make();
    return (honest, served, call) =>
      call.operation === 'lookup' ? lie(honest, served, call) : honest(served, call);
  });
