import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { jumpingClock } from './clock.test.support.ts';
import { Limiter } from './limiter.ts';

/** Sends requests that are all served; returns how many were under way at once at most. */
async function busiest(limiter: Limiter, requests: number): Promise<number> {
  let running = 0;
  let most = 0;
  const send = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
  };
  const ask = async (): Promise<void> => {
    await limiter.run(send, {});
    limiter.recordServed();
  };
  await Promise.all(Array.from({ length: requests }, ask));
  return most;
}

/** A limiter by a clock that jumps, and when a request is let through. */
function timed(requestsPerSecond?: number) {
  const clock = jumpingClock();
  const limiter = new Limiter(requestsPerSecond, clock);
  const sentAt = () => limiter.run(async () => clock.now(), {});
  return { clock, limiter, sentAt };
}

/** Halves what is sent at once until one at a time is left. */
function sendOneAtATime(limiter: Limiter): void {
  for (let sentAt = 1; sentAt < 6; sentAt += 1) limiter.sendFewerAtOnce(Number.POSITIVE_INFINITY);
}

test('the first requests are two at a time, and more the more are served', async () => {
  expect(await busiest(new Limiter(undefined), 2)).toBe(2);
  expect(await busiest(new Limiter(undefined), 8)).toBeLessThan(8);
  expect(await busiest(new Limiter(undefined), 200)).toBe(24);
});

test('those that ask at once are sent together, when there is room for all of them', async () => {
  const limiter = new Limiter(undefined);
  await busiest(limiter, 200);
  const ends: (() => void)[] = [];
  let running = 0;
  const send = async (): Promise<void> => {
    running += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  const sent: Promise<void>[] = [];
  const ask = async (count: number, atOnce: boolean): Promise<void> => {
    for (let nth = 0; nth < count; nth += 1) sent.push(limiter.run(send, { atOnce }));
    await turn();
    await turn();
  };
  const end = async (count: number): Promise<void> => {
    for (const resolve of ends.splice(0, count)) resolve();
    await turn();
  };
  await ask(24, false);
  await ask(4, true);
  await ask(1, false);
  await end(3);
  expect(running).toBe(21);
  await end(1);
  expect(running).toBe(24);
  await end(24);
  expect(running).toBe(1);
  // More than there may ever be go as a part and the rest.
  await end(1);
  await ask(30, true);
  expect(running).toBe(24);
  await end(23);
  expect(running).toBe(7);
  await end(7);
  await Promise.all(sent);
});

test('requests one after the other do not show that a server takes more at once', async () => {
  const limiter = new Limiter(undefined);
  for (let nth = 0; nth < 50; nth += 1) await busiest(limiter, 1);
  expect(await busiest(limiter, 2)).toBe(2);
});

test('what is sent at once is halved, and grows the more are served', async () => {
  const limiter = new Limiter(undefined);
  await busiest(limiter, 200);
  limiter.sendFewerAtOnce(Number.POSITIVE_INFINITY);
  expect(await busiest(limiter, 12)).toBe(12);
  sendOneAtATime(limiter);
  expect(await busiest(limiter, 30)).toBe(1);
  expect(await busiest(limiter, 10)).toBe(2);
});

test('a server whose responses take long gets fewer requests at once, before they take too long', async () => {
  const limiter = new Limiter(undefined);
  await busiest(limiter, 200);
  limiter.recordDuration(Number.POSITIVE_INFINITY, 2_500, 10_000);
  expect(await busiest(limiter, 100)).toBe(24);
  limiter.recordDuration(Number.POSITIVE_INFINITY, 2_501, 10_000);
  expect(await busiest(limiter, 12)).toBe(12);
});

test('of requests that were sent before the last change, none changes anything', async () => {
  const { clock, limiter } = timed();
  await busiest(limiter, 200);
  await clock.sleep(1_000);
  limiter.sendFewerAtOnce(1_000);
  await clock.sleep(1_000);
  limiter.sendFewerAtOnce(999);
  limiter.slowDown(999);
  expect(await busiest(limiter, 12)).toBe(12);
  expect(limiter.foundRate).toBeUndefined();
});

test('a pace is kept', async () => {
  const { sentAt } = timed(10);
  expect(await sentAt()).toBe(0);
  expect(await sentAt()).toBe(100);
  expect(await sentAt()).toBe(200);
});

test.each([
  { share: 'one in nine', every: 9, isSlower: false },
  { share: 'one in four', every: 4, isSlower: true },
])(
  'that a server turns $share away slows all others down: $isSlower',
  async ({ every, isSlower }) => {
    const { clock, limiter, sentAt } = timed();
    await busiest(limiter, 200);
    for (let nth = 1; nth <= 900; nth += 1)
      if (nth % every === 0) limiter.recordTurnedAway(clock.now(), 1_000);
      else limiter.recordServed();
    expect((await sentAt()) > 0).toBe(isSlower);
    expect((await busiest(limiter, 200)) < 24).toBe(isSlower);
  },
);

test('a few that are turned away in a row are borne, and more in a row are not', async () => {
  const { clock, limiter, sentAt } = timed();
  for (let nth = 0; nth < 4; nth += 1) limiter.recordTurnedAway(clock.now(), 5_000);
  expect(await sentAt()).toBe(0);
  limiter.recordTurnedAway(clock.now(), 5_000);
  expect(await sentAt()).toBe(5_000);
});

test('fewer at once are tried first, and then a rate: what was served so far', async () => {
  const { clock, limiter } = timed();
  for (let nth = 0; nth < 20; nth += 1) limiter.recordServed();
  await clock.sleep(1_000);
  limiter.slowDown(clock.now());
  expect(limiter.foundRate).toBeUndefined();
  await clock.sleep(1_000);
  limiter.slowDown(clock.now());
  expect(limiter.foundRate).toBe(10);
});

test.each([
  { what: 'fewer at once than before limits their rate', tried: 20, most: 12, isRate: true },
  { what: 'as many at once as before limits their number', tried: 1_000, most: 24, isRate: false },
])('a server that has enough of $what', async ({ tried, most, isRate }) => {
  const { clock, limiter } = timed();
  await busiest(limiter, 200);
  await clock.sleep(1_000);
  limiter.slowDown(clock.now());
  await clock.sleep(2_000);
  expect(await busiest(limiter, tried)).toBe(most);
  limiter.slowDown(clock.now());
  expect(limiter.foundRate !== undefined).toBe(isRate);
});

test('a rate is lowered by a quarter when the server asks to wait, and has recovered half a minute later', async () => {
  const { clock, limiter, sentAt } = timed(8);
  limiter.slowDown(clock.now());
  limiter.slowDown(clock.now() + 1_000);
  expect(limiter.foundRate).toBe(6);
  await sentAt();
  const since = clock.now();
  while (limiter.foundRate !== undefined) {
    await sentAt();
    limiter.recordServed();
  }
  expect((clock.now() - since) / 1_000).toBeCloseTo(30, 0);
});

test('all wait, longer each time, until a request is served', async () => {
  const { clock, limiter, sentAt } = timed();
  const holds: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    const now = clock.now();
    limiter.slowDown(now);
    holds.push((await sentAt()) - now);
  }
  expect(holds).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000]);
  limiter.recordServed();
  const served = clock.now();
  limiter.slowDown(served);
  expect(await sentAt()).toBeLessThanOrEqual(served + 2_000);
});

test('all wait as long as the server says', async () => {
  const { limiter, sentAt } = timed();
  limiter.slowDown(0, 30_000);
  expect(await sentAt()).toBe(30_000);
});

test('a request that is sent alone waits for those under way, and holds back all others', async () => {
  const { limiter } = timed();
  const order: string[] = [];
  const send = (name: string) => async (): Promise<void> => {
    order.push(`${name} begins`);
    await turn();
    order.push(`${name} ends`);
  };
  await Promise.all([
    limiter.run(send('first'), {}),
    limiter.alone(send('alone')),
    limiter.alone(send('alone too')),
    limiter.run(send('last'), {}),
  ]);
  expect(order).toEqual([
    'first begins',
    'first ends',
    'alone begins',
    'alone ends',
    'alone too begins',
    'alone too ends',
    'last begins',
    'last ends',
  ]);
});

test('who has entered sends several requests, and others wait until it has left', async () => {
  const { limiter, sentAt } = timed();
  sendOneAtATime(limiter);
  const leave = await limiter.enter({});
  await limiter.untilTurn({});
  await limiter.untilTurn({});
  let isSent = false;
  const other = sentAt().then(() => {
    isSent = true;
  });
  await turn();
  expect(isSent).toBe(false);
  leave();
  await other;
  expect(isSent).toBe(true);
});

test('a request that cannot wait is sent before all others that do', async () => {
  const { limiter } = timed();
  sendOneAtATime(limiter);
  const sent: string[] = [];
  const run = (name: string, isFirst?: boolean) =>
    limiter.run(async () => void sent.push(name), { isFirst });
  await Promise.all([run('under way'), run('waits'), run('waits too'), run('cannot wait', true)]);
  expect(sent).toEqual(['under way', 'cannot wait', 'waits', 'waits too']);
});

test('a request that cannot wait takes the next turn, before those that were let in earlier', async () => {
  const { clock, limiter } = timed(10);
  const sent: string[] = [];
  const take = async (name: string, isFirst?: boolean): Promise<void> => {
    await limiter.untilTurn({ isFirst });
    sent.push(`${name} at ${clock.now()}`);
  };
  await take('the one before');
  await Promise.all([take('waits'), take('waits too'), take('cannot wait', true)]);
  expect(sent).toEqual([
    'the one before at 0',
    'cannot wait at 100',
    'waits at 200',
    'waits too at 300',
  ]);
});

test('a request that cannot wait and is stopped leaves its turn to others', async () => {
  const { clock, limiter } = timed(10);
  await limiter.untilTurn({});
  const stop = new AbortController();
  const stopped = limiter.untilTurn({ signal: stop.signal, isFirst: true });
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  await limiter.untilTurn({});
  expect(clock.now()).toBe(100);
});

test('a request that is stopped while it waits passes its turn on', async () => {
  const limiter = new Limiter(undefined);
  sendOneAtATime(limiter);
  const stop = new AbortController();
  const sent: string[] = [];
  const run = (name: string, signal?: AbortSignal) =>
    limiter.run(async () => void sent.push(name), { signal });
  const first = run('first');
  const stopped = run('stopped', stop.signal);
  const last = run('last');
  stop.abort();
  await first;
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  await last;
  expect(sent).toEqual(['first', 'last']);
});

test('turns that are no whole numbers come, for those that go together as well', async () => {
  for (const count of [3, 5, 7])
    for (let perSecond = 1; perSecond < 60; perSecond += 0.7) {
      const { limiter, sentAt, clock } = timed(perSecond);
      await clock.sleep(1000 * count + 1 / 3);
      await sentAt();
      const together = Array.from({ length: count }, () =>
        limiter.run(async () => clock.now(), { atOnce: true }),
      );
      expect(new Set(await Promise.all(together)).size).toBe(1);
    }
});
