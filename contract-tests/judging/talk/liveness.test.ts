import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listening } from '../../../src/traffic/listening.test.support.ts';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { someExchange } from './exchange.test.support.ts';
import { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import { jumpingClock } from './pace/clock.test.support.ts';

test('after a stop, what was in flight is tried alone, except for counted calls, and the culprit never again', async () => {
  const url = `${await listening(createServer())}/`;
  const control: Ask = { operation: 'fetch', caller, about, scenario: 'control' };
  const counted: Ask = { operation: 'lookup', caller, about, scenario: 'counted', once: true };
  const harmless: Ask = { operation: 'create', caller, about, scenario: 'harmless' };
  const culprit: Ask = { operation: 'create', caller, about, scenario: 'culprit' };
  const other: Ask = { operation: 'create', caller, about, scenario: 'other' };
  const sent: (string | undefined)[] = [];
  const restarts: string[] = [];
  let isUp = true;
  let waits = 1;
  const liveness = new Liveness({
    service: serviceAt('http://127.0.0.1:9'),
    clock: jumpingClock(),
    signal: undefined,
    timeoutMs: 1000,
    send: async (ask) => {
      sent.push(ask.scenario);
      if (ask === culprit) {
        isUp = false;
        waits = 1;
      } else if (!isUp) {
        isUp = waits === 0;
        waits -= 1;
      }
      if (!isUp) throw new Error('gone');
      return readAnswer(someExchange());
    },
    onRestart: (origin) => restarts.push(origin),
  });
  const request = { method: 'GET', url, headers: {} };
  const first = liveness.sending(control, request);
  const lost = [counted, harmless, culprit, other].map((ask) => liveness.sending(ask, request));
  first.end();
  liveness.noteAnswer(first, readAnswer(someExchange()));
  isUp = false;
  for (const one of lost) {
    liveness.noteNoAnswer(one);
    one.end();
  }
  const hungUp = new NoAnswer(url, { code: 'ECONNRESET' });
  const told = await liveness.explained(hungUp, other);
  const [same] = liveness.outages;
  expect(told).toMatchObject({ outage: same, isCulprit: false, isBystander: true });
  expect(same).toMatchObject({ tried: 2, culprit: 2, hasComeBack: true, hasForgotten: false });
  const probed = ['control', 'control', 'harmless', 'control', 'culprit', 'control', 'control'];
  expect(sent).toEqual(probed);
  expect(restarts).toHaveLength(2);
  await expect(liveness.untilReady(url, culprit)).rejects.toMatchObject({ isCulprit: true });
  await expect(liveness.untilReady(url, other)).resolves.toBeUndefined();
  expect(liveness.isDead(url)).toBe(false);
});
