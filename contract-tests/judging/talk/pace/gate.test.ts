import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { jumpingClock } from './clock.test.support.ts';
import { Gate } from './gate.ts';

/** The most requests that were under way at once. */
const busiest = async (gate: Gate, requests: number): Promise<number> => {
  let running = 0;
  let most = 0;
  const send = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
  };
  await Promise.all(Array.from({ length: requests }, () => gate.through('somebody', send)));
  return most;
};

test('a server that throttles concurrent requests gets one at a time, for a while', async () => {
  const gate = new Gate(undefined);
  for (let time = 0; time < 20; time += 1) gate.onResult('somebody else', 1);
  expect(await busiest(gate, 30)).toBe(1);
  for (let time = 0; time < 20; time += 1) gate.onResult('somebody', undefined);
  expect(await busiest(gate, 30)).toBe(1);
  for (let time = 0; time < 20; time += 1) gate.onResult('somebody', undefined);
  expect(await busiest(gate, 30)).toBe(2);
});

test('a server that does not throttle gets many requests at once, and more from then on', async () => {
  const gate = new Gate(undefined);
  expect(await busiest(gate, 100)).toBe(8);
  for (let time = 0; time < 16; time += 1) gate.onResult('somebody', undefined);
  expect(await busiest(gate, 100)).toBe(24);
});

test('a server whose answers take long gets fewer requests at once, before they take too long', async () => {
  const gate = new Gate(undefined);
  for (let time = 0; time < 3; time += 1) gate.took(2_501, 10_000);
  expect(await busiest(gate, 30)).toBe(3);
  for (let time = 0; time < 3; time += 1) gate.took(2_500, 10_000);
  expect(await busiest(gate, 30)).toBe(3);
});

test('a server that serves few connections at a time gets no more requests', async () => {
  const gate = new Gate(undefined, undefined, 1);
  for (let time = 0; time < 20; time += 1) gate.onResult('somebody', undefined);
  expect(await busiest(gate, 30)).toBe(1);
});

test('requests over the shared connection come first, one after the other', async () => {
  const gate = new Gate(undefined, undefined, 1);
  const order: string[] = [];
  const send = (name: string, isKept: boolean) =>
    gate.through('somebody', async () => void order.push(name), { isKept });
  const others = ['a', 'b', 'c'].map((name) => send(name, false));
  await send('kept 1', true);
  await send('kept 2', true);
  await Promise.all(others);
  expect(order).toEqual(['a', 'kept 1', 'kept 2', 'b', 'c']);
});

/** A gate by a clock that jumps, and when a request is let through. */
const timed = (requestsPerSecond?: number) => {
  const clock = jumpingClock();
  const gate = new Gate(requestsPerSecond, clock);
  const sentAt = (token: string, how = {}) => gate.through(token, async () => clock.now(), how);
  return { gate, sentAt };
};

test('a token waits as long as it was last told to if 4 of its last 10 requests were throttled', async () => {
  const { gate, sentAt } = timed();
  for (let time = 0; time < 3; time += 1) gate.onResult('a', 700);
  expect(await sentAt('a')).toBe(0);
  gate.onResult('a', 500);
  gate.onResult('a', 100);
  expect([await sentAt('b'), await sentAt('a')]).toEqual([0, 500]);
  for (let time = 0; time < 6; time += 1) gate.onResult('a', undefined);
  gate.onResult('a', 300);
  expect(await sentAt('a')).toBe(800);
  for (let time = 0; time < 7; time += 1) gate.onResult('a', undefined);
  gate.onResult('a', 300);
  expect(await sentAt('a')).toBe(800);
});

test('a pace is kept', async () => {
  const { sentAt } = timed(10);
  expect([await sentAt('a'), await sentAt('b'), await sentAt('a')]).toEqual([0, 100, 200]);
});

test('a request that is sent alone waits for those under way, and holds back all others', async () => {
  const { gate } = timed();
  const order: string[] = [];
  const send = (name: string) => async (): Promise<void> => {
    order.push(`${name} begins`);
    await turn();
    order.push(`${name} ends`);
  };
  await Promise.all([
    gate.through('a', send('first')),
    ...['alone', 'alone too'].map((name) => gate.alone(send(name))),
    gate.through('a', send('last')),
  ]);
  expect(order).toEqual(
    ['first', 'alone', 'alone too', 'last'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('a request that is stopped while it waits passes its turn on', async () => {
  const gate = new Gate(undefined, undefined, 1);
  const stop = new AbortController();
  const sent: string[] = [];
  const through = (name: string, how = {}) =>
    gate.through('a', async () => void sent.push(name), how).catch(({ name }: Error) => name);
  const ends = [through('first'), through('stopped', { signal: stop.signal }), through('last')];
  stop.abort();
  expect([await Promise.all(ends), sent]).toEqual([
    [undefined, 'AbortError', undefined],
    ['first', 'last'],
  ]);
});
