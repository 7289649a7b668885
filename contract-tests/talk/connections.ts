import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { operationPlace } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';
import type { Ask } from './ask.ts';

/** Parsing the certificates takes longer than everything else, so that connections share the result. */
export const secureContextOf = ({ authority }: Target) =>
  authority && { secureContext: createSecureContext({ ca: [...rootCertificates, authority] }) };

/** Reused by GETs; with the shared connection, a run holds one more. */
const mostReused = 4;

/** Whether the server closed a connection, or asked for it; otherwise it was our end. */
const isServers = (error: { readonly code?: string; readonly message?: string }): boolean =>
  /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(error.code ?? '') || error.message === 'reset';

/** The connection of one request. */
export interface UsedConnection {
  readonly agent: Agent;
  /** The number of the shared connection, if the request uses it. The same if the server has closed it since. */
  readonly number?: () => number;
  readonly done: () => void;
}

/**
 * The connections of one client. `atOnce` is how many the server serves at once, if idle ones keep others
 * waiting: then only the shared connection is kept, and from a server that serves one, only while it is in use.
 */
export const connectionsTo = (target: Target, atOnce?: number) => {
  const { timeoutMs: timeout } = target.pace;
  const common = {
    connect: { timeout, ...secureContextOf(target) },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  };
  let number = 0;
  const shared = (): Agent => {
    const agent = new Agent({ ...common, connections: 1 });
    // Bun replaces undici's agents by its own, which have no events, and nothing to close.
    agent.on?.('disconnect', (_origin, _targets, error) => {
      if (agent === open.kept && !isServers(error)) number += 1;
    });
    return agent;
  };
  const open = {
    reused: new Agent({ ...common, connections: mostReused }),
    // Requests that are never retried must not use a connection that may be closing.
    fresh: new Agent({ ...common, pipelining: 0 }),
    kept: shared(),
  };
  let reused = 0;
  let isKeptUsed = false;

  const plain = (agent: Agent): UsedConnection => ({ agent, done: () => undefined });

  return {
    async use({ operation, once, kept }: Ask, isAgain: boolean): Promise<UsedConnection> {
      if (kept && !isAgain) {
        isKeptUsed = true;
        return { agent: open.kept, number: () => number, done: () => undefined };
      }
      if (atOnce === 1 && isKeptUsed) {
        isKeptUsed = false;
        number += 1;
        const idle = open.kept;
        open.kept = shared();
        await idle.close?.();
      }
      const isReused = operationPlace(operation).method === 'GET' && !once && !isAgain;
      if (!isReused || atOnce !== undefined || reused >= mostReused) return plain(open.fresh);
      reused += 1;
      const done = (): void => {
        reused -= 1;
      };
      return { agent: open.reused, done };
    },
    close: async (): Promise<void> => {
      await Promise.all(Object.values(open).map((agent) => agent.destroy?.()));
    },
  };
};
