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

function answerTo(ask: Ask, status = 200) {
  return readAnswer(
    someExchange({
      operation: ask.operation,
      about: ask.about,
      caller: caller.key,
      request,
      response: { status, headers: {}, body: '{"report":{},"successful":true}' },
    }),
  );
}

test('a report that is deleted while it is fetched does not show later that a server has forgotten', () => {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  const one = record.sending(fetching, request, 1);
  record.sending({ operation: 'delete', caller, about: { ...about, report: 'a1' } }, request, 2);
  record.noteAnswer(one, answerTo(fetching), 3);
  expect(record.control).toBe(fetching);
  expect(record.known.of(record.origin)).toEqual([]);
});

test('reports that were found show it, except those that are deleted, or all if any may be', () => {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  const asks = ['A1', 'B2'].map((report): Ask => ({ ...fetching, about: { ...about, report } }));
  for (const ask of [...asks, ...asks])
    record.noteAnswer(record.sending(ask, request, 1), answerTo(ask), 2);
  expect(record.known.of(record.origin)).toEqual([...asks].reverse());
  const deleting: Ask = { ...fetching, operation: 'delete', about: { ...about, report: 'b2' } };
  record.sending(deleting, request, 3);
  expect(record.known.of(record.origin)).toEqual(asks.slice(0, 1));
  record.sending({ ...deleting, about: { service: 'tunnelco' } }, request, 3);
  expect(record.known.of(record.origin)).toEqual([]);
});

test('suspects are those without an answer, oldest first, until something sent later is answered', () => {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  const second = record.sending(fetching, request, 2);
  const first = record.sending(fetching, request, 1);
  const later = record.sending(fetching, request, 5);
  record.noteNoAnswer(second, true, 4);
  second.end();
  record.noteNoAnswer(first, false, 4);
  expect(record.suspects()).toEqual([first, second, later]);
  first.end();
  record.noteAnswer(later, answerTo(fetching), 6);
  later.end();
  expect(record.suspects()).toEqual([]);
});

/** A server after one request that was answered with this status. */
function recordAfter(ask: Ask, status: number): ServerRecord {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  record.noteAnswer(record.sending(ask, request, 1), answerTo(ask, status), 2);
  return record;
}

test('a fetch that was answered is sent again to see if a server is up, and if it has forgotten', () => {
  const record = recordAfter(fetching, 200);
  expect(record.control).toBe(fetching);
  expect(record.known.of(record.origin)).toEqual([fetching]);
});

test('a lookup that was answered is sent again to see if a server is up', () => {
  const lookup: Ask = { ...fetching, operation: 'lookup' };
  const record = recordAfter(lookup, 404);
  expect(record.control).toBe(lookup);
  expect(record.known.of(record.origin)).toEqual([]);
});

test.each<{ readonly what: string; readonly ask: Partial<Ask>; readonly status?: number }>([
  { what: 'throttled', ask: {}, status: 429 },
  { what: 'a create', ask: { operation: 'create' } },
  { what: 'a deletion', ask: { operation: 'delete' } },
  { what: 'counted', ask: { once: true } },
  { what: 'of an odd path', ask: { way: { rawPath: '/' } } },
  { what: 'of another method', ask: { method: 'HEAD' } },
])('what is $what is not sent again to see if a server is up', ({ ask, status = 200 }) => {
  const record = recordAfter({ ...fetching, ...ask }, status);
  expect(record.control).toBeUndefined();
  expect(record.known.of(record.origin)).toEqual([]);
});

/** A server that has answered at one second, and then not so often, all at the same time. */
function recordWithFailures(failures: number, at: number): ServerRecord {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 1_000);
  const sending = record.sending(fetching, request, 1_000);
  for (let nth = 0; nth < failures; nth += 1) record.noteNoAnswer(sending, true, at);
  return record;
}

test('many requests without a response soon after one do not mean silence', () => {
  expect(recordWithFailures(100, 5_000).isSilent).toBe(false);
});

test('one request without a response does not mean silence, however late it is', () => {
  expect(recordWithFailures(1, 60_000).isSilent).toBe(false);
});

test('eight without a response in five seconds mean silence, and so do two in 25', () => {
  expect(recordWithFailures(8, 6_000).isSilent).toBe(true);
  expect(recordWithFailures(2, 26_000).isSilent).toBe(true);
});

test('a response in between begins anew, and one that comes too late ends no silence', () => {
  const record = recordWithFailures(7, 11_000);
  record.noteAnswer(record.sending(fetching, request, 11_000), answerTo(fetching), 12_000);
  record.noteNoAnswer(record.sending(fetching, request, 14_000), true, 14_000);
  expect(record.isSilent).toBe(false);
  const silent = recordWithFailures(8, 11_000);
  silent.noteAnswer(silent.sending(fetching, request, 11_000), answerTo(fetching), 12_000);
  expect(silent.isSilent).toBe(true);
  silent.endSilence(12_000);
  silent.noteNoAnswer(silent.sending(fetching, request, 60_000), true, 60_000);
  expect(silent.isSilent).toBe(false);
});
