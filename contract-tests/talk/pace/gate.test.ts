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

test('a server that does not throttle gets many requests at once', async () => {
  expect(await busiest(new Gate(undefined), 100)).toBe(24);
});
