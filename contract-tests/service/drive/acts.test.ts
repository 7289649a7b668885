import { expect, test } from 'vitest';
import type { Headers } from '../../../src/traffic/exchange.ts';
import { type Answer, readAnswer } from '../../judging/talk/answer.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import { fetches, nobody, overOneConnection, Stage } from './acts.ts';
import type { Context } from './context.ts';

/** A server whose next answers come over these connections; counts the requests of two fetches that share one. */
async function sentOver(
  connections: readonly (number | undefined)[],
  headers: Headers = {},
): Promise<number> {
  const response = { status: 200, headers, body: '{}' };
  const left = [...connections];
  const send = async (): Promise<Answer> => {
    const connection = left.shift();
    const exchange = someExchange({ ...(connection !== undefined && { connection }), response });
    return readAnswer(exchange);
  };
  const overOne = <T>(work: (connection: object) => Promise<T>) => work({});
  const context = {
    api: { send, overOneConnection: overOne },
    callers: { nobody: { key: 'nobody' } },
    target: { service: 'tunnelco' },
    draft: () => ({}),
  } as unknown as Context;
  const step = overOneConnection(fetches(nobody), fetches(nobody));
  if (typeof step === 'function') await step(new Stage(context));
  return connections.length - left.length;
}

const none = Array.from({ length: 40 }, () => undefined);

test.each([
  ['once if they have shared a connection', [0, 0, 1, 1], {}, 2],
  ['until they have shared one', [0, undefined, 1, undefined, 2, 2], {}, 6],
  ['a few times if it is closed in between each time', none, {}, 12],
  ['once to a server that says that it closes connections', none, { connection: 'close' }, 2],
])('requests are sent %s', async (_, connections, headers, sent) => {
  expect(await sentOver(connections, headers)).toBe(sent);
});
