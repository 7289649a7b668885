import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { someExchange } from './exchange.test.support.ts';
import { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import { jumpingClock } from './pace/clock.test.support.ts';

test('after a stop, what was in flight is tried alone, except for counted calls, and the culprit never again', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const asking = (scenario: string, more: Partial<Ask> = {}): Ask => ({
    ...{ operation: 'create', caller, about, scenario, ...more },
  });
  const control = asking('control', { operation: 'fetch' });
  const counted = asking('counted', { operation: 'lookup', once: true });
  const [harmless, culprit, other] = ['harmless', 'culprit', 'other'].map((name) => asking(name));
  if (!harmless || !culprit || !other) throw new Error('not made');
  const sent: (string | undefined)[] = [];
  const restarts: string[] = [];
  let [isUp, waits] = [true, 1];
  const liveness = new Liveness({
    service: serviceAt('http://127.0.0.1:9'),
    clock: jumpingClock(),
    signal: undefined,
    timeoutMs: 1000,
    send: async (ask) => {
      sent.push(ask.scenario);
      if (ask === culprit) [isUp, waits] = [false, 1];
      else isUp ||= waits-- === 0;
      if (!isUp) throw new Error('gone');
      return readAnswer(someExchange());
    },
    onRestart: (origin) => restarts.push(origin),
  });
  const request = { method: 'GET', url, headers: {} };
  const [first, ...lost] = [control, counted, harmless, culprit, other].map((ask) =>
    liveness.sending(ask, request),
  );
  first?.end();
  if (first) liveness.answered(first, readAnswer(someExchange()));
  isUp = false;
  for (const one of lost) {
    liveness.notAnswered(one);
    one.end();
  }
  const hungUp = new NoAnswer(url, { code: 'ECONNRESET' });
  const [told, same] = [await liveness.explained(hungUp, other), liveness.outages[0]];
  expect(told).toMatchObject({ outage: same, isCulprit: false, isBystander: true });
  expect(same).toMatchObject({ tried: 2, culprit: 2, hasComeBack: true, hasForgotten: false });
  const probed = ['control', 'control', 'harmless', 'control', 'culprit', 'control', 'control'];
  expect([sent, restarts.length]).toEqual([probed, 2]);
  await expect(liveness.ready(url, culprit)).rejects.toMatchObject({ isCulprit: true });
  await expect(liveness.ready(url, other)).resolves.toBeUndefined();
  expect(liveness.isDead(url)).toBe(false);
});
