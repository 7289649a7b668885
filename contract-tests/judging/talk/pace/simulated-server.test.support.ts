import { readAnswer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import { serviceAt } from '../client.test.support.ts';
import { someExchange } from '../exchange.test.support.ts';
import type { Exchange } from '../exchange.ts';
import { KnownRequests } from '../known-requests.ts';
import { jumpingClock } from './clock.test.support.ts';
import { Limiter } from './limiter.ts';
import { Retries } from './retries.ts';

const report = { id: '11111111-1111-4111-8111-111111111111' };
export const fine = { status: 200, body: JSON.stringify({ report, successful: true }) };
export const later = { status: 429, body: '{"error":"Too many requests","successful":false}' };
export const no = { status: 429, body: '{"error":"No such report","successful":false}' };

interface Server {
  /** Requests served at once, and how long each takes. */
  readonly atOnce?: number;
  readonly takesMs?: number;
  /** Requests served in one second, or in one window of another length. */
  readonly perSecond?: number;
  readonly windowMs?: number;
  /** Every so manieth request is turned away. */
  readonly everyNth?: number;
  /** Of what turns away, and the status of that. */
  readonly headers?: { readonly [name: string]: string };
  readonly status?: number;
  readonly answer: (ask: Ask) => { readonly status: number; readonly body: string };
}

/** A client of a server that is made up, by a clock that jumps. */
export function clientOf(server: Server) {
  const { perSecond = Number.POSITIVE_INFINITY, windowMs = 1000, headers = {}, answer } = server;
  const { status = 429, atOnce = Number.POSITIVE_INFINITY, takesMs = 0 } = server;
  const { everyNth = Number.POSITIVE_INFINITY } = server;
  const clock = jumpingClock();
  const exchanges: Exchange[] = [];
  let window = { second: 0, used: 0 };
  let sent = 0;
  let underWay = 0;
  const again: boolean[] = [];
  const known = new KnownRequests(serviceAt('http://127.0.0.1:9'));
  const retry = new Retries({
    known,
    limiter: new Limiter(undefined, clock),
    clock,
    signal: undefined,
    send: async (ask, isAgain) => {
      known.noteSending(ask);
      sent += 1;
      again.push(isAgain);
      const second = Math.floor(clock.now() / windowMs);
      if (second !== window.second) window = { second, used: 0 };
      window.used += 1;
      underWay += 1;
      const isNth = sent % everyNth === 0;
      const isTooMany = isNth || window.used > perSecond || underWay > atOnce;
      const response = isTooMany ? { ...later, status } : answer(ask);
      await (takesMs > 0 ? clock.sleep(takesMs) : Promise.resolve());
      underWay -= 1;
      const read = readAnswer(
        someExchange({
          number: sent,
          operation: ask.operation,
          about: ask.about,
          caller: ask.caller.key,
          response: { ...response, headers: response.status === status ? headers : {} },
        }),
      );
      known.noteAnswer(ask, read);
      return read;
    },
    record: (_, answer) => void exchanges.push(answer.exchange),
  });
  return { retry, exchanges, clock, again, sent: () => sent };
}

export function fetching(id: string): Ask {
  return {
    operation: 'fetch',
    caller: { key: 'tokens.researcher', authorization: 'secret' },
    about: { service: 'tunnelco', report: id },
  };
}

export function many(ask: Ask, times: number): Ask[] {
  return Array.from({ length: times }, () => ask);
}
