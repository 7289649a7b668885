import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { CreatesUnderWay } from './creates.ts';
import { someExchange } from './exchange.test.support.ts';

/** What comes of a create, and when it is settled. */
interface Ending {
  readonly what: string;
  /** A response, or an error of the connection. */
  readonly status?: number;
  readonly body?: string;
  readonly code?: string;
  readonly settled: 'when answered' | 'when its id is recorded' | 'never';
}

const endings: readonly Ending[] = [
  {
    what: 'one that is stored',
    status: 201,
    body: '{"id":"a","successful":true}',
    settled: 'when its id is recorded',
  },
  {
    what: 'one that is refused',
    status: 200,
    body: '{"error":"no","successful":false}',
    settled: 'when answered',
  },
  { what: 'an error that nobody can read', status: 400, body: 'no', settled: 'when answered' },
  { what: 'a success without an id', status: 201, body: '{"successful":true}', settled: 'never' },
  { what: 'a page', status: 200, body: '<p>', settled: 'never' },
  { what: 'no connection', code: 'ECONNREFUSED', settled: 'when answered' },
  { what: 'no answer', code: 'ECONNRESET', settled: 'never' },
];

test.each(endings)(
  'a create is settled when its id is recorded, or nothing was stored: $what',
  ({ status = 0, body = '', code, settled: when }) => {
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
