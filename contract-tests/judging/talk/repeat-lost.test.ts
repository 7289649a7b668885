import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { someExchange } from './exchange.test.support.ts';
import type { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import type { Outage } from './outage.ts';
import { repeatingLost } from './repeat-lost.ts';

const outage = { origin: 'http://127.0.0.1:9', sign: 'gone', inFlight: [] } as unknown as Outage;
const lost = (code: string, how = {}) =>
  new NoAnswer('http://127.0.0.1:9/', { code }, { lost: someExchange(), ...how });
const response = { status: 200, headers: {}, body: '{' };
const ends: { readonly [sign: string]: Error | { readonly cut?: true } } = {
  '+': {},
  cut: { cut: true },
  drop: lost('ECONNRESET'),
  late: lost('TIMEOUT'),
  refused: lost('ECONNREFUSED'),
  culprit: lost('ECONNRESET', { outage, isCulprit: true }),
  bug: new TypeError('ours'),
};

/** What is sent, n on a new connection as a repetition, and how it ends; ? where the server is examined. */
const sentBy = async (ask: Partial<Ask>, signs: string, isDown = false): Promise<string> => {
  const [left, log] = [signs.split(' '), [] as string[]];
  const liveness = {
    ready: async () => undefined,
    explained: async (error: NoAnswer) => {
      log.push('?');
      return isDown ? lost(error.code, { outage }) : error;
    },
  } as unknown as Liveness;
  const send = async (_: Ask, isAgain: boolean) => {
    const end = ends[left.shift() ?? ''] ?? new Error('asked too often');
    log.push(isAgain ? 'n' : 'o');
    if (end instanceof Error) throw end;
    return readAnswer(someExchange({ response: { ...response, ...end } }));
  };
  const onLost = (): void => void log.push('lost');
  const asking = repeatingLost({ service: serviceAt(outage.origin), liveness, send, onLost });
  const end = await asking({ operation: 'fetch', caller, about, ...ask }, false).then(
    ({ exchange }) => (exchange.response.cut ? 'cut' : 'answered'),
    (error: NoAnswer) => (error.outage ? 'outage' : error.code || error.message),
  );
  return [...log, end].join(' ');
};

const [create, once, kept] = [{ operation: 'create' }, { once: true }, { kept: true }] as const;
test.each<[Partial<Ask>, string, string, boolean?]>([
  [{}, '+', 'o answered'],
  [{}, 'late +', 'o n answered'],
  [{}, 'cut +', 'o lost n answered'],
  [{}, 'late late', 'o n ? TIMEOUT'],
  [{}, 'cut cut', 'o lost n ? cut'],
  [{}, 'cut cut', 'o lost n ? outage', true],
  [{}, 'refused +', 'o ? n answered'],
  [{}, 'culprit', 'o outage'],
  [{}, 'bug', 'o ours'],
  [create, '+', 'o answered'],
  [create, 'drop', 'o ? ECONNRESET'],
  [create, 'drop', 'o ? outage', true],
  [create, 'cut', 'o ? cut'],
  [{ operation: 'delete' }, 'late', 'o ? TIMEOUT'],
  [once, 'late', 'o ? TIMEOUT'],
  [once, 'cut', 'o ? cut'],
  [kept, 'drop +', 'o o answered'],
  [kept, 'drop drop +', 'o o n answered'],
  [kept, 'drop drop drop', 'o o n ? ECONNRESET'],
  [kept, 'late +', 'o n answered'],
])('%o without an answer: %s', async (ask, signs, log, isDown) => {
  expect(await sentBy(ask, signs, isDown)).toBe(log);
});
