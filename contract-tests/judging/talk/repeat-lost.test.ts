import { expect, test } from 'vitest';
import { feedTargetAt } from '../../service/target/target.test.support.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { Connections } from './connections.ts';
import { someExchange } from './exchange.test.support.ts';
import type { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import type { Outage } from './outage.ts';
import { RepeatingSender } from './repeat-lost.ts';

const origin = 'http://127.0.0.1:9';
const outage = { origin, error: 'gone', inFlight: [] } as unknown as Outage;

const answered = readAnswer(someExchange());
const cut = readAnswer(
  someExchange({ response: { status: 200, headers: {}, body: '{', cut: true } }),
);
const dropped = lost('ECONNRESET');
const late = lost('TIMEOUT');
const refused = lost('ECONNREFUSED');

function lost(code: string, how = {}): NoAnswer {
  return new NoAnswer(`${origin}/`, { code }, { lost: someExchange(), ...how });
}

const fetching: Ask = { operation: 'fetch', caller, about };
const creating: Ask = { ...fetching, operation: 'create' };
const deleting: Ask = { ...fetching, operation: 'delete' };
const counting: Ask = { ...fetching, once: true };
const sharing: Ask = {
  ...creating,
  connection: new Connections(feedTargetAt(origin)).share(() => undefined),
};

/** Sends a request whose attempts end so; returns what was done, and how it ended. */
async function sendTo(
  ends: readonly (Answer | Error)[],
  ask: Ask,
  { isDown = false } = {},
): Promise<{ readonly done: string[]; readonly end: Answer | Error }> {
  const done: string[] = [];
  const left = [...ends];
  const liveness = {
    untilReady: async () => undefined,
    explained: async (error: NoAnswer) => {
      done.push('server examined');
      return isDown ? lost(error.code, { outage }) : error;
    },
  } as unknown as Liveness;
  const sender = new RepeatingSender({
    service: serviceAt(origin),
    liveness,
    send: async (_, isAgain) => {
      done.push(isAgain ? 'sent again' : 'sent');
      const end = left.shift() ?? new Error('sent too often');
      if (end instanceof Error) throw end;
      return end;
    },
    onLost: () => void done.push('lost'),
  });
  const end = await sender.send(ask, false).catch((error: Error) => error);
  return { done, end };
}

test('a response is returned', async () => {
  for (const ask of [fetching, creating, sharing]) {
    const { done, end } = await sendTo([answered], ask);
    expect(done).toEqual(['sent']);
    expect(end).toBe(answered);
  }
});

test('a read without a response is sent again', async () => {
  const { done, end } = await sendTo([late, answered], fetching);
  expect(done).toEqual(['sent', 'sent again']);
  expect(end).toBe(answered);
});

test('a read whose response is cut off is sent again, and the first one is lost', async () => {
  const { done, end } = await sendTo([cut, answered], fetching);
  expect(done).toEqual(['sent', 'lost', 'sent again']);
  expect(end).toBe(answered);
});

test('the server is examined after the last attempt', async () => {
  const silent = await sendTo([late, late], fetching);
  expect(silent.done).toEqual(['sent', 'sent again', 'server examined']);
  expect(silent.end).toBe(late);
  const short = await sendTo([cut, cut], fetching);
  expect(short.done).toEqual(['sent', 'lost', 'sent again', 'server examined']);
  expect(short.end).toBe(cut);
  const down = await sendTo([cut, cut], fetching, { isDown: true });
  expect(down.end).toMatchObject({ outage });
});

test('where nobody listens, the server is examined before the read is sent again', async () => {
  const { done, end } = await sendTo([refused, answered], fetching);
  expect(done).toEqual(['sent', 'server examined', 'sent again']);
  expect(end).toBe(answered);
});

test('a fault of ours is no missing response', async () => {
  const fault = new TypeError('ours');
  const { done, end } = await sendTo([fault], fetching);
  expect(done).toEqual(['sent']);
  expect(end).toBe(fault);
});

test.each([
  { what: 'a create', ask: creating, end: dropped },
  { what: 'a create', ask: creating, end: cut },
  { what: 'a deletion', ask: deleting, end: late },
  { what: 'a counted call', ask: counting, end: late },
  { what: 'a counted call', ask: counting, end: cut },
])('$what is never sent again', async ({ ask, end }) => {
  const sent = await sendTo([end], ask);
  expect(sent.done).toEqual(['sent', 'server examined']);
  expect(sent.end).toBe(end);
  const down = await sendTo([end], ask, { isDown: true });
  expect(down.end).toMatchObject({ outage });
});

test('a server may close a shared connection: the request is sent again on another', async () => {
  const closed = await sendTo([dropped, answered], sharing);
  expect(closed.done).toEqual(['sent', 'sent again']);
  expect(closed.end).toBe(answered);
  const both = await sendTo([dropped, dropped], sharing);
  expect(both.done).toEqual(['sent', 'sent again', 'server examined']);
  expect(both.end).toBe(dropped);
  const silent = await sendTo([late], sharing);
  expect(silent.done).toEqual(['sent', 'server examined']);
});
