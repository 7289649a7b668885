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

test('a server whose responses take long gets fewer requests at once, before they take too long', async () => {
  const limiter = new Limiter(undefined);
  await busiest(limiter, 200);
  limiter.recordDuration(Number.POSITIVE_INFINITY, 2_500, 10_000);
  expect(await busiest(limiter, 100)).toBe(24);
  limiter.recordDuration(Number.POSITIVE_INFINITY, 2_501, 10_000);
  expect(await busiest(limiter, 12)).toBe(12);
});

test('a pace is kept', async () => {
  const { sentAt } = timed(10);
  expect(await sentAt()).toBe(0);
  expect(await sentAt()).toBe(100);
  expect(await sentAt()).toBe(200);
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
