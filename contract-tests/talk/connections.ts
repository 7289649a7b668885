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
  const agents = {
    reused: () => new Agent({ ...common, connections: 32 }),
    // What is not sent again must not be lost to a connection that is just being closed.
    fresh: () => new Agent({ ...common, pipelining: 0 }),
    kept: () => new Agent({ ...common, connections: 1 }),
  };
  const open = { reused: agents.reused(), fresh: agents.fresh(), kept: agents.kept() };
  let helped = 0;
  return {
    of({ operation, once, kept: isKept }: Ask, isAgain: boolean): Agent {
      if (helped >= leastHelped) return open.fresh;
      if (isKept && !isAgain) return open.kept;
      return operationPlace(operation).method !== 'GET' || once || isAgain
        ? open.fresh
        : open.reused;
    },
    /**
     * Some servers answer nobody else while a connection is open. Where an answer is slow, idle connections
     * are closed; where that has helped a few times, no connection is kept any more.
     */
    waiting() {
      let closedAt = Number.NaN;
      const closeAfter = (ms: number, which: 'reused' | 'kept'): NodeJS.Timeout =>
        setTimeout(() => {
          closedAt = performance.now();
          const idle = open[which];
          open[which] = agents[which]();
          void idle.close?.();
        }, ms);
      const timers = [closeAfter(slow, 'reused'), closeAfter(3 * slow, 'kept')];
      return {
        answered(): void {
          if (performance.now() - closedAt < slow / 4) helped += 1;
        },
        over: (): void => timers.forEach(clearTimeout),
      };
    },
    close: async (): Promise<void> => {
      // Bun has agents of its own in the place of undici's, and those have nothing to end.
      await Promise.all(Object.values(open).map((agent) => agent.destroy?.()));
    },
  };
};

const slow = 1_000;
const leastHelped = 3;
