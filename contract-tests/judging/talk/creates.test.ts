import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { CreatesUnderWay } from './creates.ts';
import { someExchange } from './exchange.test.support.ts';

type Settled = 'when answered' | 'when its id is recorded' | 'never';

test.each<[string, { status?: number; body?: string; code?: string }, Settled]>([
  ['stored', { status: 201, body: '{"id":"a","successful":true}' }, 'when its id is recorded'],
  ['refused', { status: 200, body: '{"error":"no","successful":false}' }, 'when answered'],
  ['an error that nobody can read', { status: 400, body: 'no' }, 'when answered'],
  ['a success without an id', { status: 201, body: '{"successful":true}' }, 'never'],
  ['a page', { status: 200, body: '<p>' }, 'never'],
  ['no connection', { code: 'ECONNREFUSED' }, 'when answered'],
  ['no answer', { code: 'ECONNRESET' }, 'never'],
])(
  'a create is settled when its id is recorded, or nothing was stored: %s',
  (_, { status = 0, body = '', code }, when) => {
    let settled = 0;
    const announced: unknown[] = [];
    const creates = new CreatesUnderWay(serviceAt('http://127.0.0.1:9'), (create) => {
      announced.push(create);
      return () => {
        settled += 1;
      };
    });
    const ask = { caller, about, body: '{}' };
    creates.sending({ ...ask, operation: 'delete' });
    const creating = creates.sending({ ...ask, operation: 'create' });
    expect(announced).toEqual([{ about, creator: caller.key, sent: '{}' }]);
    const exchange = someExchange({ operation: 'create', response: { status, headers: {}, body } });
    if (code === undefined) creating.noteAnswer(readAnswer(exchange));
    else creating.noteFailure({ code });
    expect(settled).toBe(when === 'when answered' ? 1 : 0);
    for (const one of [exchange, exchange]) creates.noteRecorded(one);
    expect(settled).toBe(when === 'never' ? 0 : 1);
  },
);
