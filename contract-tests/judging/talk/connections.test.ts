import { expect, test } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { checkedTarget } from '../../service/target/target-check.ts';
import { connectionsTo } from './connections.ts';

const target = checkedTarget({
  baseUrl: 'http://127.0.0.1:9',
  service: 'tunnelco',
  areas: ['feed'],
  tokens: { researcher: 'secret-1' },
});
const ask = { caller: { key: 'nobody' }, about: {} } as const;
const fetching = { ...ask, operation: 'fetch' } as const;
const deleting = { ...ask, operation: 'delete' } as const;
const kept = { ...fetching, kept: true } as const;

test('only GETs reuse connections, four at a time, and what is repeated or counted has a new one', async () => {
  const connections = connectionsTo(abuseFeed(target));
  const { agent: fresh } = await connections.use(deleting, false, target.baseUrl);
  for (const [one, isAgain] of [
    [fetching, true],
    [kept, true],
    [{ ...fetching, once: true }, false],
  ] as const)
    expect((await connections.use(one, isAgain, target.baseUrl)).agent).toBe(fresh);
  const gets = await Promise.all(
    [1, 2, 3, 4, 5].map(() => connections.use(fetching, false, target.baseUrl)),
  );
  expect(new Set(gets.slice(0, 4).map(({ agent }) => agent)).size).toBe(1);
  expect(gets[4]?.agent).toBe(fresh);
  gets[0]?.done();
  expect((await connections.use(fetching, false, target.baseUrl)).agent).toBe(gets[0]?.agent);
  gets[1]?.done();
  await connections.renew();
  const renewed = await connections.use(fetching, false, target.baseUrl);
  expect([gets[0]?.agent, fresh]).not.toContain(renewed.agent);
  await connections.close();
});

test.each([1, 2])('of a server that serves %i at once, GETs do not keep any', async (atOnce) => {
  const connections = connectionsTo(abuseFeed(target), atOnce);
  const { agent } = await connections.use(deleting, false, target.baseUrl);
  expect((await connections.use(fetching, false, target.baseUrl)).agent).toBe(agent);
  await connections.close();
});

test('one at a time: the shared connection is closed before another is opened', async () => {
  const isKept = async (atOnce: number) => {
    const connections = connectionsTo(abuseFeed(target), atOnce);
    const sharing = async () => (await connections.use(kept, false, target.baseUrl)).agent;
    const before = [await sharing(), await sharing()];
    await connections.use(fetching, false, target.baseUrl);
    const after = await sharing();
    await connections.close();
    return [before[0] === before[1], before[0] === after];
  };
  expect(await isKept(1)).toEqual([true, false]);
  expect(await isKept(2)).toEqual([true, true]);
});
