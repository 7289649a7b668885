import { expect, test } from 'vitest';
import { readAnswer } from '../../judging/talk/answer.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { Reports } from '../model/known/reports.ts';
import { targetAt } from '../target/target.test.support.ts';
import { Remarks } from './remarks.ts';

const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const url = `http://a.example/feed/tunnelco/api?report=${id}`;

function fetched(body: object, more: Partial<Exchange> = {}, status = 200): Exchange {
  return someExchange({
    about: { service: 'tunnelco', report: id },
    request: { method: 'GET', url, headers: { authorization: 'Bearer s3cret-token' } },
    response: { status, headers: {}, body: JSON.stringify(body) },
    ...more,
  });
}

function found() {
  return fetched({ report: { id }, successful: true });
}

function refused(error: string, more: Partial<Exchange> = {}, status = 404) {
  return fetched({ error, successful: false }, more, status);
}

const deletedTwice = fetched(
  { message: 'gone', success: true },
  {
    operation: 'delete',
    request: { method: 'DELETE', url: `${url}&report=${id}`, headers: {} },
    way: { isOdd: true },
  },
);

const tokens = { researcher: 'Bearer s3cret-token', reader: 'Bearer an0ther-token' };
const target = targetAt(undefined, { tokens: { ...tokens, analyst: 'a' } });

function remarksIn(
  exchanges: readonly Exchange[],
  reports = new Reports({ isAlone: true }),
  answeredInFront: readonly Exchange[] = [],
) {
  const remarks = new Remarks(target, { reports, answeredInFront });
  for (const exchange of exchanges) remarks.onAnswer(readAnswer(exchange));
  return remarks.list();
}

test.each<[string, { exchanges: Exchange[]; says: RegExp }]>([
  [
    '5xx',
    {
      exchanges: [found(), refused('oh', {}, 500), refused('no', { throttled: true }, 503)],
      says: /^1 of 2 valid fetches got 500, such as GET /,
    },
  ],
  [
    'token-shown',
    { exchanges: [refused('who is s3cret-token?')], says: /shows tokens\.researcher: GET/ },
  ],
  [
    'token-shown',
    {
      exchanges: [refused('ask an0ther-token')],
      says: /shows tokens\.reader: GET .* as tokens.researcher/,
    },
  ],
  [
    'two-meanings',
    {
      exchanges: [found(), deletedTwice],
      says: /read differently was served: DELETE /,
    },
  ],
])('%s is remarked', (kind, { exchanges, says }) => {
  expect(remarksIn(exchanges)).toEqual([{ id: kind, says: expect.stringMatching(says) }]);
});

test('what something in front has answered is remarked, with each status once', () => {
  const page = (status: number) => fetched({}, {}, status);
  const said = remarksIn([], undefined, [page(429), page(413), page(429)]);
  expect(said).toEqual([
    { id: 'in-front', says: expect.stringMatching(/3 requests \(413, 429\)/) },
  ]);
});

test('what is as it should be is not worth a word', () => {
  const head = fetched({}, { request: { method: 'HEAD', url, headers: {} } }, 501);
  const open = [head, { ...found(), caller: 'unknown token' }];
  expect(remarksIn([found(), found(), found(), refused('no'), ...open])).toEqual([]);
});

test('what comes late is said, with the time that it takes', () => {
  const reports = new Reports({ isAlone: true });
  reports.appearing.note(1600, 1400);
  expect(remarksIn([], reports)).toEqual([
    { id: 'late-reports', says: 'Reports appear about 1.5 s after their creation.' },
  ]);
  reports.appearing.note(600, 200);
  reports.disappearing.note(2100, 1900);
  const [{ says } = { says: '' }] = remarksIn([], reports);
  expect(says).toBe(
    'Reports appear 0.6 to 1.4 s after their creation; reports disappear about 2.0 s after a deletion with 202.',
  );
});
