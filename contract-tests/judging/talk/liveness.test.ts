import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listening } from '../../../src/traffic/listening.test.support.ts';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { someExchange } from './exchange.test.support.ts';
import { KnownRequests } from './known-requests.ts';
import { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import { jumpingClock } from './pace/clock.test.support.ts';

test('a server that has stopped and comes back is told with what was in flight, and may be asked again', async () => {
  const url = `${await listening(createServer())}/`;
  const control: Ask = { operation: 'fetch', caller, about };
  const other: Ask = { operation: 'create', caller, about };
  const sent: Ask[] = [];
  const restarts: string[] = [];
  let failures = 2;
  const liveness = new Liveness({
    service: serviceAt('http://127.0.0.1:9'),
    known: new KnownRequests(serviceAt('http://127.0.0.1:9')),
    clock: jumpingClock(),
    signal: undefined,
    timeoutMs: 1000,
    send: async (ask) => {
      sent.push(ask);
      failures -= 1;
      if (failures >= 0) throw new Error('gone');
      return readAnswer(someExchange());
    },
    onRestart: (origin) => restarts.push(origin),
  });
  const request = { method: 'GET', url, headers: {} };
  const first = liveness.sending(control, request);
  const lost = [other, other].map((ask) => liveness.sending({ ...ask }, request));
  first.end();
  liveness.noteAnswer(first, readAnswer(someExchange()));
  for (const one of lost) {
    liveness.noteNoAnswer(one);
    one.end();
  }
  const told = await liveness.explained(new NoAnswer(url, { code: 'ECONNRESET' }));
  const [same] = liveness.outages;
  expect(told).toMatchObject({ outage: same, isOver: true });
  expect(same).toMatchObject({ hasComeBack: true, hasForgotten: false });
  expect(same?.inFlight.map(({ isAnswered }) => isAnswered)).toEqual([undefined, undefined, true]);
  expect(sent).toEqual([control, control, control]);
  expect(restarts).toHaveLength(1);
  await expect(liveness.untilReady(url)).resolves.toBeUndefined();
  expect(liveness.isDead(url)).toBe(false);
});
