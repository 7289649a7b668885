import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { jumpingClock } from './clock.test.support.ts';
import { type Admission, Limiter } from './limiter.ts';

/** Requests through a limiter: how many are under way, how many were at most, and what ends the oldest. */
function requests(limiter: Limiter) {
  const ends: (() => void)[] = [];
  const all: Promise<void>[] = [];
  const state = { running: 0, most: 0 };
  const send = async (admission: Admission): Promise<void> => {
    const leave = await limiter.enter(admission);
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    await new Promise<void>((resolve) => ends.push(resolve));
    state.running -= 1;
    limiter.recordServed();
    leave();
  };
  const settle = async (): Promise<void> => {
    for (let nth = 0; nth < 5; nth += 1) await turn();
  };
  return {
    state,
    ask: async (count: number, admission: Admission = {}) => {
      for (let nth = 0; nth < count; nth += 1) all.push(send(admission));
      await settle();
    },
    end: async (count: number) => {
      for (const resolve of ends.splice(0, count)) resolve();
      await settle();
    },
    endAll: async () => {
      while (ends.length > 0) {
        for (const resolve of ends.splice(0)) resolve();
        await settle();
      }
      await Promise.all(all);
      return state.most;
    },
  };
}

async function mostAtOnce(limiter: Limiter, count: number): Promise<number> {
  const { ask, endAll } = requests(limiter);
  await ask(count);
  return endAll();
}

test('the first requests are two at a time, more the more are served, and fewer where responses take long', async () => {
  const limiter = new Limiter(undefined);
  expect(await mostAtOnce(limiter, 2)).toBe(2);
  expect(await mostAtOnce(limiter, 200)).toBe(24);
  limiter.recordDuration(Number.POSITIVE_INFINITY, 2_500, 10_000);
  expect(await mostAtOnce(limiter, 100)).toBe(24);
  limiter.recordDuration(Number.POSITIVE_INFINITY, 2_501, 10_000);
  expect(await mostAtOnce(limiter, 12)).toBe(12);
});

test('those that ask at once are sent together, when there is room for all of them', async () => {
  const limiter = new Limiter(undefined);
  await mostAtOnce(limiter, 200);
  const { state, ask, end, endAll } = requests(limiter);
  await ask(24);
  await ask(4, { atOnce: true });
  await ask(1);
  await end(3);
  expect(state.running).toBe(21);
  await end(1);
  expect(state.running).toBe(24);
  await end(24);
  expect(state.running).toBe(1);
  // More than there may ever be go as a part and the rest.
  await ask(30, { atOnce: true });
  await end(1);
  expect(state.running).toBe(24);
  await end(24);
  expect(state.running).toBe(6);
  await endAll();
});

/** When each of some requests is let in. */
async function times(perSecond: number, admissions: readonly Admission[], startMs = 0) {
  const clock = jumpingClock();
  const limiter = new Limiter(perSecond, clock);
  if (startMs > 0) await clock.sleep(startMs);
  const enter = async (admission: Admission) => {
    (await limiter.enter(admission))();
    return clock.now();
  };
  const first = await enter({});
  return [first, ...(await Promise.all(admissions.map(enter)))];
}

test('a pace is kept; who goes first or is inside takes the next turn', async () => {
  expect(await times(10, [{}, {}])).toEqual([0, 100, 200]);
  expect(await times(10, [{}, {}, { isFirst: true }])).toEqual([0, 200, 300, 100]);
  expect(await times(10, [{}, {}, { isInside: true }])).toEqual([0, 200, 300, 100]);
});

test('those that go together save up their turns, also where these are no whole numbers', async () => {
  for (const count of [3, 5, 7])
    for (let perSecond = 1; perSecond < 60; perSecond += 0.7) {
      const group = Array.from({ length: count }, () => ({ atOnce: true }));
      const [first = 0, ...all] = await times(perSecond, group, 1000 * count + 1 / 3);
      expect(new Set(all).size).toBe(1);
      expect((all[0] ?? 0) - first).toBeCloseTo((1000 * count) / perSecond);
    }
});

test('a request that is sent alone waits for those under way, and holds back all but those inside', async () => {
  const limiter = new Limiter(undefined);
  const order: string[] = [];
  const say = (name: string) => async (): Promise<void> => {
    order.push(`${name} begins`);
    await turn();
    order.push(`${name} ends`);
  };
  const run = async (name: string, admission: Admission = {}): Promise<void> => {
    const leave = await limiter.enter(admission);
    await say(name)();
    leave();
  };
  const leave = await limiter.enter({ isConnection: true });
  const all = [limiter.alone(say('alone')), limiter.alone(say('alone too')), run('last')];
  await run('inside', { isInside: true });
  leave();
  await Promise.all(all);
  const names = ['inside', 'alone', 'alone too', 'last'];
  expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('a request that is stopped while it waits passes its turn on', async () => {
  const limiter = new Limiter(1, jumpingClock());
  const stop = new AbortController();
  (await limiter.enter({}))();
  const stopped = limiter.enter({ signal: stop.signal });
  const last = limiter.enter({});
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  (await last)();
});
