import { expect, test } from 'vitest';
import type { Ask } from './ask.ts';
import { about, caller, targetAt } from './client.test.support.ts';
import { outgoingRequests } from './outgoing.ts';

const target = { ...targetAt('http://feed.example/v1//'), analysisUrl: 'http://files.example' };
const accept = 'application/json';
const always = { 'user-agent': 'abuse-feed-kit' };
const feed = 'http://feed.example/v1/feed/tunnelco/api';

test.each<[Partial<Ask>, object]>([
  [{}, { method: 'GET', url: `${feed}?report=none`, headers: { accept, ...always } }],
  [
    { operation: 'lookup', about: { hash: 'a' }, accept: '' },
    { method: 'GET', url: 'http://files.example/private/sample/a', headers: always },
  ],
  [
    { operation: 'create', caller, contentType: 'text/plain', body: '' },
    {
      ...{ method: 'POST', url: feed, body: '' },
      headers: { accept, ...always, authorization: 'secret-1', 'content-type': 'text/plain' },
    },
  ],
  [
    { method: 'HEAD', way: { rawPath: '/x', headers: { accept: 'b' } }, encoding: 'br' },
    {
      ...{ method: 'HEAD', url: 'http://feed.example/v1/x' },
      headers: { accept: 'b', 'accept-encoding': 'br', ...always },
    },
  ],
])('%o is sent as it says', (ask, sent) => {
  const nobody = { key: 'nobody' };
  expect(outgoingRequests(target)({ operation: 'fetch', caller: nobody, about, ...ask })).toEqual(
    sent,
  );
});
