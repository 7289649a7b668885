import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listening } from '../../../src/traffic/listening.test.support.ts';
import { feedTargetAt } from '../../service/target/target.test.support.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { Connections } from './connections.ts';
import { someExchange } from './exchange.test.support.ts';
import { KnownRequests } from './known-requests.ts';
import { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import { jumpingClock } from './pace/clock.test.support.ts';

const answered = readAnswer(someExchange());
const cut = readAnswer(
  someExchange({ response: { status: 200, headers: {}, body: '{', cut: true } }),
);

const fetching: Ask = { operation: 'fetch', caller, about };
const creating: Ask = { ...fetching, operation: 'create' };
const deleting: Ask = { ...fetching, operation: 'delete' };
const counting: Ask = { ...fetching, once: true };
const sharing: Ask = {
  ...creating,
  connection: new Connections(feedTargetAt('http://127.0.0.1:9')).share(() => undefined),
};

/** How a request ends: an answer, or the code of an error. */
type End = Answer | string;

/** Liveness of a server that has answered before, whose requests end so; and what is done. */
function livenessAt(origin: string, ends: readonly End[], trials: readonly End[] = []) {
  const service = serviceAt(origin);
  const url = `${origin}/`;
  const request = { method: 'GET', url, headers: {} };
  const done: string[] = [];
  const endWith = (end: End = 'sent too often'): Answer => {
    if (typeof end !== 'string') return end;
    throw new NoAnswer(url, { code: end }, { lost: someExchange() });
  };
  const [left, leftTrials] = [[...ends], [...trials]];
  const liveness = new Liveness({
    service,
    known: new KnownRequests(service),
    clock: jumpingClock(),
    signal: undefined,
    timeoutMs: 1000,
    send: async (_, isAgain) => {
      done.push(isAgain ? 'sent again' : 'sent');
      return endWith(left.shift());
    },
    sendTrial: async () => {
      done.push('server examined');
      return endWith(leftTrials.shift() ?? answered);
    },
    onLost: () => void done.push('lost'),
    onRestart: () => void done.push('is back'),
  });
  const first = liveness.sending(fetching, request);
  liveness.noteAnswer(first, answered);
  first.end();
  return { liveness, url, request, done };
}

test.each<[string, Ask, readonly End[], string]>([
  ['a response to a read is returned', fetching, [answered], 'sent'],
  ['a response to a create is returned', creating, [answered], 'sent'],
  ['a read without a response is sent again', fetching, ['TIMEOUT', answered], 'sent, sent again'],
  [
    'a read whose response is cut off is sent again, and the first one is lost',
    fetching,
    [cut, answered],
    'sent, lost, sent again',
  ],
  [
    'the server is examined after the last attempt',
    fetching,
    ['ECONNRESET', 'ECONNRESET'],
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
    ['ECONNREFUSED', answered],
    'sent, server examined, sent again',
  ],
  ['a create is never sent again', creating, ['ECONNRESET'], 'sent, server examined'],
  ['a create that is cut off is never sent again', creating, [cut], 'sent, server examined'],
  ['a deletion is never sent again', deleting, ['EPIPE'], 'sent, server examined'],
  ['a counted call is never sent again', counting, ['ECONNRESET'], 'sent, server examined'],
  ['a counted call that is cut off is never sent again', counting, [cut], 'sent, server examined'],
  [
    'what was closed with a shared connection is sent again on another',
    sharing,
    ['ECONNRESET', answered],
    'sent, sent again',
  ],
  [
    'what is closed on that as well is examined',
    sharing,
    ['ECONNRESET', 'ECONNRESET'],
    'sent, sent again, server examined',
  ],
  ['what is late on a shared connection is not sent again', sharing, ['TIMEOUT'], 'sent'],
])('%s', async (_, ask, ends, expected) => {
  const { liveness, done } = livenessAt(await listening(createServer()), ends);
  const end = await liveness.send(ask, false).catch((error: NoAnswer) => error.code);
  expect(done.join(', ')).toBe(expected);
  expect(end).toBe(ends.at(-1));
});

test.each<[Ask, readonly End[]]>([
  [fetching, [cut, cut]],
  [creating, ['ECONNRESET']],
])(
  'where the server is down, %o is lost in its outage, and nothing is sent any more',
  async (ask, ends) => {
    const origin = 'http://127.0.0.1:9';
    const { liveness, url, done } = livenessAt(origin, ends);
    const outage = { origin, hasComeBack: false };
    await expect(liveness.send(ask, false)).rejects.toMatchObject({ outage });
    expect(liveness.isDead(url)).toBe(true);
    const before = done.length;
    await expect(liveness.send(ask, false)).rejects.toMatchObject({ outage });
    expect(done).toHaveLength(before);
  },
);

test.each<[string, End, object]>([
  ['with what it had stored', answered, { hasComeBack: true, hasForgotten: false }],
  [
    'without',
    readAnswer(
      someExchange({
        response: { status: 404, headers: {}, body: '{"error":"","successful":false}' },
      }),
    ),
    { hasComeBack: true, hasForgotten: true },
  ],
])(
  'a server that has stopped and comes back %s is told with what was in flight',
  async (_, end, told) => {
    const origin = await listening(createServer());
    const { liveness, url, request, done } = livenessAt(
      origin,
      ['ECONNRESET'],
      ['ECONNRESET', end],
    );
    const lost = [1, 2].map(() => liveness.sending({ ...creating }, request));
    for (const one of lost) {
      liveness.noteNoAnswer(one);
      one.end();
    }
    const [outage] = [
      await liveness.send(creating, false).catch((error: NoAnswer) => error.outage),
    ];
    expect(outage).toMatchObject(told);
    expect(liveness.outages).toEqual([outage]);
    const inFlight = (outage as { readonly inFlight: readonly object[] }).inFlight;
    expect(inFlight.map((one) => 'isAnswered' in one)).toEqual([false, false, true]);
    expect(done).toContain('is back');
    expect(liveness.isDead(url)).toBe(false);
  },
);
