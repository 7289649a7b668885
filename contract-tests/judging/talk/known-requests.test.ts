import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import type { Ask } from './ask.ts';
import { caller, serviceAt } from './client.test.support.ts';
import { someExchange } from './exchange.test.support.ts';
import { KnownRequests } from './known-requests.ts';

const origin = 'http://127.0.0.1:9';

function fetching(report: string): Ask {
  return { operation: 'fetch', caller, about: { service: 'tunnelco', report } };
}

function deleting(report?: string): Ask {
  return {
    ...fetching(''),
    operation: 'delete',
    about: { service: 'tunnelco', ...(report && { report }) },
  };
}

const found = readAnswer(someExchange());
const refused = readAnswer(someExchange({ outcome: 'refusal' }));

test.each<[string, string | undefined, (known: KnownRequests) => void]>([
  ['nothing else', 'B2', () => undefined],
  ['it was deleted', 'A1', (known) => known.noteSending(deleting('b2'))],
  [
    'all were deleted',
    undefined,
    (known) => {
      for (const id of ['A1', 'B2']) known.noteSending(deleting(id));
    },
  ],
  [
    'it was deleted while a request for it was under way',
    'A1',
    (known) => {
      known.noteSending(deleting('b2'));
      known.noteAnswer(fetching('B2'), found);
    },
  ],
  ['a delete without an id was refused', 'B2', (known) => known.noteAnswer(deleting(), refused)],
  ['a delete without an id succeeded', undefined, (known) => known.noteAnswer(deleting(), found)],
  [
    'a delete in an odd form succeeded',
    undefined,
    (known) => known.noteAnswer({ ...deleting('C3'), way: { rawPath: '/' } }, found),
  ],
  [
    'a lookup, which is counted, was served',
    'B2',
    (known) => known.noteAnswer({ ...fetching('D4'), operation: 'lookup' }, found),
  ],
])('what shows whether a server has forgotten: %s', (_, id, then) => {
  const known = new KnownRequests(serviceAt(origin));
  for (const report of ['A1', 'B2']) known.noteAnswer(fetching(report), found);
  then(known);
  expect(known.at(origin)?.about.report).toBe(id);
  expect(known.at('http://127.0.0.1:8')).toBeUndefined();
});
