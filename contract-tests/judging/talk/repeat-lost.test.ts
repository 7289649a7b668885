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

test.each<[string, Ask, readonly (Answer | NoAnswer)[], string]>([
  ['a response to a read is returned', fetching, [answered], 'sent'],
  ['a response to a create is returned', creating, [answered], 'sent'],
  ['a read without a response is sent again', fetching, [late, answered], 'sent, sent again'],
  [
    'a read whose response is cut off is sent again, and the first one is lost',
    fetching,
    [cut, answered],
    'sent, lost, sent again',
  ],
  [
    'the server is examined after the last attempt',
    fetching,
    [late, late],
    'sent, sent again, server examined',
  ],
  [
    'a response that is cut off twice is returned',
    fetching,
    [cut, cut],
    'sent, lost, sent again, server examined',
  ],
  [
    'where nobody listens, the server is examined before the read is sent again',
    fetching,
    [refused, answered],
    'sent, server examined, sent again',
  ],
  ['a create is never sent again', creating, [dropped], 'sent, server examined'],
  ['a create that is cut off is never sent again', creating, [cut], 'sent, server examined'],
  ['a deletion is never sent again', deleting, [late], 'sent, server examined'],
  ['a counted call is never sent again', counting, [late], 'sent, server examined'],
  ['a counted call that is cut off is never sent again', counting, [cut], 'sent, server examined'],
  [
    'what was closed with a shared connection is sent again on another',
    sharing,
    [dropped, answered],
    'sent, sent again',
  ],
  [
    'what is closed on that as well is examined',
    sharing,
    [dropped, dropped],
    'sent, sent again, server examined',
  ],
  ['what is late on a shared connection is examined', sharing, [late], 'sent, server examined'],
])('%s', async (_, ask, ends, expected) => {
  const { done, end } = await sendTo(ends, ask);
  expect(done.join(', ')).toBe(expected);
  expect(end).toBe(ends.at(-1));
});

test.each([
  { ask: fetching, ends: [cut, cut] },
  { ask: creating, ends: [dropped] },
])('where the server is down, $ask.operation is lost in its outage', async ({ ask, ends }) => {
  expect((await sendTo(ends, ask, { isDown: true })).end).toMatchObject({ outage });
});
