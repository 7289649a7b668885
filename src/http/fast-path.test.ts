import { expect, test } from 'vitest';
import { randomDialect } from '../dialects/random.ts';
import { startServer } from '../start-server.ts';
import { exchange } from './raw-exchange.test.support.ts';
import { badRequests, goodRequests } from './request-corpus.test.support.ts';

const still = { clock: { mode: 'frozen', at: '2026-01-31T13:45:00Z' }, ids: 'same' } as const;

/** A server whose every request goes the long way: a fault that does nothing is enough. */
async function longWayServer(options: Parameters<typeof startServer>[0]) {
  const server = await startServer(options);
  server.addFault({ type: 'delay', ms: 0 });
  return server;
}

const dialects = [
  ['default', {}],
  ...[3, 42].map((seed) => [`random ${seed}`, { dialect: randomDialect(seed) }] as const),
] as const;

test.each(dialects)(
  'the short way answers and stores as the long way does, under the dialect %s',
  async (_name, dialect) => {
    await using short = await startServer({ ...still, ...dialect });
    await using long = await longWayServer({ ...still, ...dialect });
    for (const { what, bytes } of [...goodRequests, ...badRequests, ...goodRequests]) {
      const [one, other] = [
        await exchange(short.baseUrl, bytes),
        await exchange(long.baseUrl, bytes),
      ];
      expect({ what, ...stable(one) }).toEqual({ what, ...stable(other) });
      expect(short.state(), what).toEqual(long.state());
    }
  },
);

const stable = <T extends { headers: { readonly [name: string]: string } }>(answer: T) => {
  const { date: _, ...headers } = answer.headers;
  return { ...answer, headers };
};
