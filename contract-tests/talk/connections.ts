import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { operationPlace } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';
import type { Ask } from './ask.ts';

/** The connections of one client. */
export const connectionsTo = ({ pace: { timeoutMs: timeout }, authority }: Target) => {
  // One for all connections: to read all certificates takes longer than everything else.
  const trusted = authority && {
    secureContext: createSecureContext({ ca: [...rootCertificates, authority] }),
  };
  const common = {
    connect: { timeout, ...trusted },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  };
  const reused = new Agent({ ...common, connections: 32 });
  // What is not sent again must not be lost to a connection that is just being closed.
  const fresh = new Agent({ ...common, pipelining: 0 });
  const kept = new Agent({ ...common, connections: 1 });
  return {
    of({ operation, once, kept: isKept }: Ask, isAgain: boolean): Agent {
      if (isKept && !isAgain) return kept;
      return operationPlace(operation).method !== 'GET' || once || isAgain ? fresh : reused;
    },
    close: async (): Promise<void> => {
      // Bun has agents of its own in the place of undici's, and those have nothing to end.
      await Promise.all([reused, fresh, kept].map((agent) => agent.destroy?.()));
    },
  };
};
