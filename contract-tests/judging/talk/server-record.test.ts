import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { about, caller, serviceAt } from './client.test.support.ts';
import { someExchange } from './exchange.test.support.ts';
import { ServerRecord } from './server-record.ts';

const origin = 'http://127.0.0.1:9';
const service = serviceAt(origin);
const fetching: Ask = { operation: 'fetch', caller, about };
const request = { method: 'GET', url: `${origin}/`, headers: {} };

function answerWith(status: number) {
  return readAnswer(someExchange({ response: { status, headers: {}, body: '{}' } }));
}

/** Events at these seconds: responses, or so many requests without one. */
type Event = readonly ['answered' | number, second: number];

test.each<[readonly Event[], boolean]>([
  [[[100, 4]], false],
  [[[1, 59]], false],
  [[[8, 5]], true],
  [[[2, 25]], true],
  // A response begins anew; one that comes too late ends nothing.
  [
    [
      [7, 10],
      ['answered', 11],
      [1, 13],
    ],
    false,
  ],
  [
    [
      [8, 10],
      ['answered', 11],
    ],
    true,
  ],
])(
  'so many requests without a response in so many seconds mean silence: %j, %s',
  (events, isSilent) => {
    const record = new ServerRecord(service, origin, 0);
    for (const [what, second] of events) {
      const sending = record.sending(fetching, request, second * 1000);
      if (what === 'answered') record.noteAnswer(sending, answerWith(200), second * 1000);
      else
        for (let nth = 0; nth < what; nth += 1) record.noteNoAnswer(sending, true, second * 1000);
    }
    expect(record.isSilent).toBe(isSilent);
    record.endSilence(60_000);
    record.noteNoAnswer(record.sending(fetching, request, 60_000), true, 90_000);
    expect(record.isSilent).toBe(false);
  },
);

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
  const record = new ServerRecord(service, origin, 0);
  const asked = { ...fetching, ...ask };
  record.noteAnswer(record.sending(asked, request, 1), answerWith(status), 2);
  expect(record.control).toBe(isControl ? asked : undefined);
});
