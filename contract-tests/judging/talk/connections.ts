import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent, Client, type Dispatcher, Pool } from 'undici';
import type { CalledService } from '../service.ts';
import type { JudgedTarget } from '../target.ts';
import type { Ask } from './ask.ts';

/** Parsing the certificates takes longer than everything else, so that connections share the result. */
export const secureContextOf = ({ authority }: JudgedTarget) =>
  authority && { secureContext: createSecureContext({ ca: [...rootCertificates, authority] }) };

/** Reused by GETs; with the shared connection, a run holds one more. */
const mostReused = 4;

/** The connection of one request. */
export interface UsedConnection {
  readonly agent: Dispatcher;
  /** The number of the shared connection, if the request uses it: another one after either side has closed it. */
  readonly number?: () => number | undefined;
  readonly done: () => void;
}

/**
 * The connections of one client. `atOnce` is how many the server serves at once, if idle ones keep others
 * waiting: then only the shared connection is kept, and from a server that serves one, only while it is in use.
 */
export const connectionsTo = ({ target, operations }: CalledService, atOnce?: number) => {
  const { timeoutMs: timeout } = target.pace;
  const common = {
    connect: { timeout, ...secureContextOf(target) },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  };
  let opened = 0;
  const numbers = new Map<Client, number>();
  // An Agent of undici keeps no connection any more once the server has closed one.
  const kept = new Map<string, Client>();
  const pools = new Map<string, Pool>();
  const keptOf = (origin: string): Client => {
    const known = kept.get(origin);
    if (known) return known;
    const client = new Client(origin, common);
    // Bun replaces undici's dispatchers by its own, which have no events, and nothing to close.
    client.on?.('connect', () => numbers.set(client, opened++));
    kept.set(origin, client);
    return client;
  };
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? new Pool(origin, { ...common, connections: mostReused });
    pools.set(origin, pool);
    return pool;
  };
  // Requests that are never retried must not use a connection that may be closing.
  const fresh = new Agent({ ...common, pipelining: 0 });
  let reused = 0;

  const plain = (agent: Dispatcher): UsedConnection => ({ agent, done: () => undefined });

  const left = async (...which: readonly Map<string, Client | Pool>[]): Promise<void> => {
    const idle = which.flatMap((one) => [...one.values()]);
    for (const one of which) one.clear();
    await Promise.all(idle.map((one) => one.close?.()));
  };

  return {
    async use(ask: Ask, isAgain: boolean, url: string): Promise<UsedConnection> {
      const { operation, once } = ask;
      const { origin } = new URL(url);
      if (ask.kept && !isAgain) {
        const agent = keptOf(origin);
        return { ...plain(agent), number: () => numbers.get(agent) };
      }
      if (atOnce === 1 && kept.size > 0) await left(kept);
      const mayReuse = !once && !isAgain && ask.kept !== false;
      const isReused = mayReuse && operations.of(operation).method === 'GET';
      if (!isReused || atOnce !== undefined || reused >= mostReused) return plain(fresh);
      reused += 1;
      const done = (): void => {
        reused -= 1;
      };
      return { agent: poolOf(origin), done };
    },
    /** Leaves all connections, with whatever the server keeps for each. */
    renew: (): Promise<void> => left(kept, pools),
    close: async (): Promise<void> => {
      const all = [fresh, ...kept.values(), ...pools.values()];
      await Promise.all(all.map((one) => one.destroy?.()));
    },
  };
};
