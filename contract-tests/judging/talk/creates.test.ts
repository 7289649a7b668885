import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { CreatesUnderWay } from './creates.ts';
import { someExchange } from './exchange.test.support.ts';

const no = '{"error":"no","successful":false}';
test.each([
  ['one that is stored', 201, '{"id":"a","successful":true}', 0, 1],
  ['one that is refused', 200, no, 1, 1],
  ['an error that nobody can read', 400, 'no', 1, 1],
  ['a success without an id', 201, '{"successful":true}', 0, 0],
  ['a page', 200, '<p>', 0, 0],
  ['no connection', 0, 'ECONNREFUSED', 1, 1],
  ['no answer', 0, 'ECONNRESET', 0, 0],
])(
  'a create is settled when its id is recorded, or nothing was stored: %s',
  (_what, status, body, whenAnswered, whenNoted) => {
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
    if (status === 0) creating.failed({ code: body });
    else creating.answered(readAnswer(exchange));
    expect(settled).toBe(whenAnswered);
    for (const one of [exchange, exchange]) creates.noted(one);
    expect(settled).toBe(whenNoted);
  },
);
