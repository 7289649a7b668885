import { expect, test } from 'vitest';
import { judgeTarget } from '../service/judge-target.ts';
import {
  deletesNothing,
  deletions,
  dyingServer,
  isNoJson,
  isOddHash,
  judged,
  lookups,
  referenceAt,
} from './dying-server.test.support.ts';

test.each([
  [
    'a body that is no JSON',
    {
      diesAt: isNoJson,
      only: ['create/body-is-json', 'create/error-present'],
      request: /POST \S+ as tokens\.\w+, with \{/,
    },
  ],
  [
    'a hash that is none',
    {
      diesAt: isOddHash,
      only: lookups,
      request: /In flight: .*GET \S+\/private\/sample\/no-hash as tokens\./,
    },
  ],
])(
  'at %s, a server ends and is started again: the run goes on, and a remark names the request',
  async (_, { diesAt, only, request }) => {
    const server = await dyingServer({ diesAt, isSupervised: true });
    const { counts, remarks, ...result } = await judged(server, only);
    expect(server.seen.deaths).toBeGreaterThan(0);
    expect(result).toMatchObject({ aborted: false, problems: [] });
    expect(counts.broken).toBe(0);
    expect(remarks?.[0]).toMatchObject({ id: 'crash', says: expect.stringMatching(request) });
  },
);

test('a server that stops just after its answer is found out as well', async () => {
  const server = await dyingServer({
    diesAt: deletesNothing,
    how: 'after answering',
    isSupervised: true,
  });
  const { remarks } = await judged(server);
  expect(remarks?.[0]?.says).toMatch(/In flight: .*DELETE \S+\/api as tokens/);
});

test('a server that forgets at each start makes a run not even twice as long', async () => {
  const whole = await dyingServer({ diesAt: () => false });
  await judgeTarget(referenceAt(whole.url), { clock: whole.clock });
  const server = await dyingServer({ diesAt: deletesNothing, isSupervised: true });
  await judgeTarget(referenceAt(server.url), { clock: server.clock });
  expect(server.seen.deaths).toBeGreaterThan(1);
  expect(server.seen.asked).toBeLessThan(2 * whole.seen.asked);
});

test('a server that takes connections and answers none has stopped as well', async () => {
  const server = await dyingServer({ diesAt: deletesNothing, how: 'hang', speed: 100 });
  const target = { ...referenceAt(server.url), pace: { timeoutMs: 2_000 } };
  const result = await judgeTarget(target, { only: deletions, clock: server.clock });
  expect(result).toMatchObject({ exitCode: 3, aborted: true, problems: [] });
});
