import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { serviceAt } from './client.test.support.ts';
import { someExchange } from './exchange.test.support.ts';
import { ServerRecord } from './server-record.ts';

const caller = { key: 'tokens.researcher' };
const about = { service: 'tunnelco', report: 'A1' };
const service = serviceAt('http://127.0.0.1:9');
const fetching: Ask = { operation: 'fetch', caller, about };
const request = { method: 'GET', url: 'http://127.0.0.1:9/', headers: {} };

const answerTo = (ask: Ask, status = 200) =>
  readAnswer(
    someExchange({
      operation: ask.operation,
      about: ask.about,
      caller: caller.key,
      request,
      response: { status, headers: {}, body: '{"report":{},"successful":true}' },
    }),
  );

test('a report that is deleted while it is fetched does not show later that a server has forgotten', () => {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  const one = record.sending(fetching, request, 1);
  record.sending({ operation: 'delete', caller, about: { ...about, report: 'a1' } }, request, 2);
  record.answered(one, answerTo(fetching), 3);
  expect(record.control).toBe(fetching);
  expect(record.found).toEqual([]);
});

test('reports that were found show it, except those that are deleted, or all if any may be', () => {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  const asks = ['A1', 'B2'].map((report): Ask => ({ ...fetching, about: { ...about, report } }));
  for (const ask of [...asks, ...asks])
    record.answered(record.sending(ask, request, 1), answerTo(ask), 2);
  expect(record.found).toEqual(asks);
  const deleting: Ask = { ...fetching, operation: 'delete', about: { ...about, report: 'b2' } };
  record.sending(deleting, request, 3);
  expect(record.found).toEqual(asks.slice(0, 1));
  record.sending({ ...deleting, about: { service: 'tunnelco' } }, request, 3);
  expect(record.found).toEqual([]);
});

test('suspects are those without an answer, oldest first, until something sent later is answered', () => {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  const [second, first, later] = [2, 1, 5].map((at) => record.sending(fetching, request, at));
  if (!second || !first || !later) throw new Error('not sent');
  record.notAnswered(second, true, 4);
  second.end();
  record.notAnswered(first, false, 4);
  expect(record.suspects()).toEqual([first, second, later]);
  first.end();
  record.answered(later, answerTo(fetching), 6);
  later.end();
  expect(record.suspects()).toEqual([]);
});

test.each<[Partial<Ask>, number, boolean, boolean]>([
  [{}, 200, true, true],
  [{}, 429, false, false],
  [{ operation: 'lookup' }, 404, true, false],
  [{ operation: 'create' }, 200, false, false],
  [{ operation: 'delete' }, 200, false, false],
  [{ once: true }, 200, false, false],
  [{ way: { rawPath: '/' } }, 200, false, false],
  [{ method: 'HEAD' }, 200, false, false],
  [{ inFront: true }, 200, false, false],
])(
  'only what is harmless is sent again to see if a server is up: %o, %i',
  (part, status, ...is) => {
    const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
    const ask = { ...fetching, ...part };
    record.answered(record.sending(ask, request, 1), answerTo(ask, status), 2);
    expect([record.control === ask, record.found.includes(ask)]).toEqual(is);
  },
);
