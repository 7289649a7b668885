import { expect, test } from 'vitest';
import { jumpingClock } from './pace/clock.test.support.ts';
import { servedAtOnce, type TriedConnection } from './served-at-once.ts';

interface MadeUpServer {
  /** How long each answer takes, by its number. */
  readonly latency: (nth: number) => number;
  /** How many connections it serves at a time. */
  readonly workers?: number;
  /** Closes a connection that is idle for this long. */
  readonly idleMs?: number;
  /** How long that takes to be heard of, by the number of answers. */
  readonly heardAfter?: (nth: number) => number;
}

/** A server on a virtual clock. */
const tried = ({ latency, workers = Number.POSITIVE_INFINITY, ...server }: MadeUpServer) => {
  const { idleMs, heardAfter = () => 0 } = server;
  const clock = jumpingClock();
  const waiting: (() => void)[] = [];
  let [busy, answers] = [0, 0];
  const enter = async (): Promise<void> => {
    while (busy >= workers) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
  };
  const leave = (): void => {
    busy -= 1;
    for (const wake of waiting.splice(0)) wake();
  };
  const open = (): TriedConnection => {
    let state: 'new' | 'open' | 'closed' = 'new';
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const close = (): void => {
      if (state === 'open') leave();
      state = 'closed';
      const ms = heardAfter(answers);
      if (ms === 0) end();
      else void clock.sleep(ms).then(end);
    };
    return {
      ended,
      close,
      ask: async () => {
        await enter();
        if (state === 'closed') return leave();
        state = 'open';
        await clock.sleep(latency(answers++));
        if (idleMs !== undefined) void clock.sleep(idleMs).then(close);
      },
    };
  };
  return servedAtOnce({ open, clock, timeoutMs: 10_000 });
};

const speeds = [1, 300, 1100, 1600];

test.each(speeds)('after %i ms, one connection at a time is found out', async (ms) => {
  expect(await tried({ latency: () => ms, workers: 1 })).toBe(1);
  expect(await tried({ latency: () => ms, workers: 1, idleMs: 6_000 })).toBe(1);
});

test.each(speeds)('after %i ms, a few connections at a time are found out', async (ms) => {
  expect(await tried({ latency: () => ms, workers: 2 })).toBe(2);
  expect(await tried({ latency: () => ms, workers: 2, idleMs: 5_000 })).toBe(2);
  expect(await tried({ latency: () => ms, workers: 5 })).toBe(5);
});

test('a response that comes before the end of the idle connection has waited for it all the same', async () => {
  const varying = (nth: number): number => 300 + 1300 * ((nth * 0.618) % 1);
  const jitter = { latency: varying, heardAfter: (nth: number) => varying(7 * nth + 3) };
  expect(await tried({ ...jitter, workers: 2, idleMs: 5_000 })).toBe(2);
  expect(await tried({ ...jitter, idleMs: 5_000 })).toBeUndefined();
  expect(await tried({ ...jitter, workers: 6, idleMs: 5_000 })).toBeUndefined();
});

test.each(speeds)('after %i ms, others are not taken for such a server', async (ms) => {
  expect(await tried({ latency: () => ms })).toBeUndefined();
  expect(await tried({ latency: () => ms, workers: 6 })).toBeUndefined();
  expect(await tried({ latency: () => ms, idleMs: 5_000 })).toBeUndefined();
});

test('neither stalls nor jitter are taken for connections that wait', async () => {
  for (let stalled = 0; stalled < 12; stalled += 1)
    expect(await tried({ latency: (nth) => (nth === stalled ? 9_000 : 5) })).toBeUndefined();
  for (const every of [2, 3, 4, 5])
    expect(await tried({ latency: (nth) => (nth % every === 1 ? 9_000 : 5) })).toBeUndefined();
});

test('an answer that takes most of the time limit changes nothing', async () => {
  expect(await tried({ latency: () => 9_000 })).toBeUndefined();
  expect(await tried({ latency: () => 9_000, idleMs: 5_000 })).toBeUndefined();
  expect(await tried({ latency: () => 4_000, workers: 1 })).toBe(1);
});

const [answers, never] = [Promise.resolve(), new Promise<void>(() => undefined)];
test.each<[string, number, (nth: number, open: number) => Promise<void>]>([
  ['refuses', 1, () => Promise.reject(new Error('refused'))],
  ['never answers', 1, () => never],
  ['answers once', 3, (nth) => (nth === 0 ? answers : never)],
  ['hangs beside another, for good', 5, (_, open) => (open === 1 ? answers : never)],
])('a server that %s is asked %i times, and nothing stays open', async (_, times, answer) => {
  let [asked, connected] = [0, 0];
  const open = (): TriedConnection => {
    let isConnected = false;
    const close = (): void => {
      if (isConnected) connected -= 1;
      isConnected = false;
    };
    const ask = (): Promise<void> => {
      isConnected = true;
      return answer(asked++, ++connected);
    };
    return { ended: never, ask, close };
  };
  expect(await servedAtOnce({ open, clock: jumpingClock(), timeoutMs: 10_000 })).toBeUndefined();
  expect([asked, connected]).toEqual([times, 0]);
});
