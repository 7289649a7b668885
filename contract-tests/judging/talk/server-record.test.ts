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

const okBody = '{"report":{},"successful":true,"success":true,"message":""}';
const refusalBody = '{"error":"no","successful":false}';

function answerTo(ask: Ask, status = 200) {
  return readAnswer(
    someExchange({
      operation: ask.operation,
      about: ask.about,
      caller: caller.key,
      request,
      response: { status, headers: {}, body: status === 200 ? okBody : refusalBody },
    }),
  );
}

/** A server that has answered at one second, and then not so often, all at the same time. */
function recordWithFailures(failures: number, at: number): ServerRecord {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 1_000);
  const sending = record.sending(fetching, request, 1_000);
  for (let nth = 0; nth < failures; nth += 1) record.noteNoAnswer(sending, true, at);
  return record;
}

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

test.each<[string, boolean, Partial<Ask>, number?]>([
  ['a fetch that was answered', true, {}],
  ['a lookup that was answered', true, { operation: 'lookup' }, 404],
  ['what was throttled', false, {}, 429],
  ['a create', false, { operation: 'create' }],
  ['a deletion', false, { operation: 'delete' }],
  ['a counted call', false, { once: true }],
  ['a request of an odd path', false, { way: { rawPath: '/' } }],
  ['a request of another method', false, { method: 'HEAD' }],
])('%s is sent again to see if a server is up: %s', (_, isControl, ask, status = 200) => {
  const record = new ServerRecord(service, 'http://127.0.0.1:9', 0);
  const asked = { ...fetching, ...ask };
  record.noteAnswer(record.sending(asked, request, 1), answerTo(asked, status), 2);
  expect(record.control).toBe(isControl ? asked : undefined);
});

test.each([
  [100, 4, false],
  [1, 59, false],
  [8, 5, true],
  [2, 25, true],
])(
  '%i requests without a response in %i seconds mean silence: %s',
  (failures, seconds, isSilent) => {
    expect(recordWithFailures(failures, 1_000 + seconds * 1_000).isSilent).toBe(isSilent);
  },
);
