import type { Reply } from '../../../src/http/reply/reply.ts';
import type { Service } from '../../../src/http/service.ts';
import { intercept, type MutantCall, type MutantHandler } from '../mutant.ts';

export type LookupCall = MutantCall & { operation: 'lookup' };

/** Intercepts lookups. */
export const onLookup = (
  make: () => (honest: MutantHandler, served: Service, call: LookupCall) => Promise<Reply>,
) =>
  intercept(() => {
    const lie = make();
    return (honest, served, call) =>
      call.operation === 'lookup' ? lie(honest, served, call) : honest(served, call);
  });
