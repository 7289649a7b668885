import { target } from '../../service/model/history.test.support.ts';
import { readAnswer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import type { Client } from '../talk/client.ts';
import { Connections } from '../talk/connections.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Clock } from '../talk/pace/clock.ts';

/** The response of a fake server. */
export type Says = (ask: Ask) => { readonly status?: number; readonly body: object };

export const refusal = { status: 404, body: { error: 'no', successful: false } };

export interface FakeClient extends Pick<Client, 'ask' | 'overOneConnection'> {
  readonly exchanges: Exchange[];
  /** The clock of its exchanges: a wait takes no time. */
  readonly clock: Clock;
}

/** A client whose responses come from a function, two seconds apart. */
export function fakeClient(says: Says, every = 2000): FakeClient {
  const exchanges: Exchange[] = [];
  let time = 0;
  return {
    exchanges,
    clock: {
      now: () => time,
      sleep: async (ms) => {
        time += ms;
      },
    },
    overOneConnection: (work) => work(new Connections(target).share(() => undefined)),
    ask: async (ask) => {
      const { operation, caller, about, body, contentType, accept = 'application/json' } = ask;
      const { status = 200, ...said } = says(ask);
      time += every;
      const exchange = someExchange({
        number: exchanges.length + 1,
        operation,
        caller: caller.key,
        about,
        ...(ask.sent !== undefined && { sent: ask.sent }),
        request: {
          method: operation,
          url: 'http://feed.example/',
          headers: { accept, ...(contentType !== undefined && { 'content-type': contentType }) },
          ...(body !== undefined && { body }),
        },
        response: {
          status,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(said.body),
        },
        startedAt: time,
        endedAt: time + 10,
        ...(ask.scenario !== undefined && { scenario: ask.scenario }),
        ...(ask.connection && { kept: true }),
        ...(ask.way && { way: ask.way }),
      });
      exchanges.push(exchange);
      const answer = readAnswer(exchange);
      ask.onAnswer?.(answer);
      return answer;
    },
  };
}
