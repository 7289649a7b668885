import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { operationPlace } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';
import type { Ask } from './ask.ts';

/** The connections of one client. */
export const connectionsTo = ({ pace: { timeoutMs: timeout }, authority }: Target) => {
  // Shared by all connections: parsing the certificates takes longer than everything else.
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
    // Requests that are never retried must not use a connection that may be closing.
    fresh: () => new Agent({ ...common, pipelining: 0 }),
    kept: () => new Agent({ ...common, connections: 1 }),
  };
  const open = { reused: agents.reused(), fresh: agents.fresh(), kept: agents.kept() };
  let helped = 0;
  let isClosed = false;
  return {
    of({ operation, once, kept: isKept }: Ask, isAgain: boolean): Agent {
      if (helped >= leastHelped) return open.fresh;
      if (isKept && !isAgain) return open.kept;
      return operationPlace(operation).method !== 'GET' || once || isAgain
        ? open.fresh
        : open.reused;
    },
    /**
     * Some servers serve one connection at a time. If a response is slow, idle connections are closed; if
     * that has helped a few times, connections are no longer kept alive.
     */
    waiting() {
      let closedAt = Number.NaN;
      const closeAfter = (ms: number, which: 'reused' | 'kept'): NodeJS.Timeout =>
        setTimeout(() => {
          // A stop does not wait for requests whose response does not matter.
          if (isClosed) return;
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
      isClosed = true;
      // Bun replaces undici's agents by its own, which have nothing to close.
      await Promise.all(Object.values(open).map((agent) => agent.destroy?.()));
    },
  };
};

const slow = 1_000;
const leastHelped = 3;
