import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';
import { ServerRecord } from './server-record.ts';

const caller = { key: 'tokens.researcher' };
const about = { service: 'tunnelco', report: 'A1' };
const fetching: Ask = { operation: 'fetch', caller, about };
const request = { method: 'GET', url: 'http://127.0.0.1:9/', headers: {} };

test('a report that is deleted while it is fetched does not show later that a server has forgotten', () => {
  const record = new ServerRecord('http://127.0.0.1:9', 0);
  const one = record.sending(fetching, request, 1);
  record.sending({ operation: 'delete', caller, about: { ...about, report: 'a1' } }, request, 2);
  const exchange: Exchange = {
    ...{ number: 1, operation: 'fetch', about, caller: caller.key, request, throttled: false },
    response: { status: 200, headers: {}, body: '{"report":{},"successful":true}' },
    ...{ startedAt: 1, endedAt: 3 },
  };
  record.answered(one, readAnswer(exchange), 3);
  expect(record.control).toBe(fetching);
  expect(record.found).toEqual([]);
});
