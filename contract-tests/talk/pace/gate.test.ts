import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

/** The most requests that were under way at once. */
const busiest = async (gate: Gate, requests: number): Promise<number> => {
  let running = 0;
  let most = 0;
  const send = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await sleep(1);
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
  for (let time = 0; time < 3; time += 1) gate.took(2_600, 10_000);
  expect(await busiest(gate, 30)).toBe(3);
  for (let time = 0; time < 3; time += 1) gate.took(2_400, 10_000);
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
