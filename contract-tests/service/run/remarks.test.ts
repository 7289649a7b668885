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

function written(score: string) {
  return `{"successful":true,"report":{"id":"${id}","confidenceScore": ${score}}}`;
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

const swapped = { ...found(), caller: 'tokens.researcher in another case' };

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
    'token-case',
    {
      exchanges: [swapped, refused('who?', { caller: 'unknown token' })],
      says: /in another case, too/,
    },
  ],
  [
    'integer-form',
    {
      exchanges: [fetched({}, { response: { status: 200, headers: {}, body: written('5.0') } })],
      says: /written with a fraction, .*: "confidenceScore": 5\.0\.$/,
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
  const open = [swapped, head, { ...found(), caller: 'unknown token' }];
  expect(remarksIn([found(), found(), found(), refused('no'), ...open])).toEqual([]);
});

test.each(['5', '50', '-1', '5.5'])('%s is written as an integer, or judged', (score) => {
  const response = { status: 200, headers: {}, body: written(score) };
  expect(remarksIn([fetched({}, { response })])).toEqual([]);
});

interface Stored {
  readonly creator?: string;
  readonly sent?: object;
  readonly shown: object;
}

function remarksOn(...stored: readonly Stored[]) {
  const reports = new Reports({ isAlone: true });
  for (const [nth, { creator = 'a', sent = {}, shown }] of stored.entries()) {
    reports.created(`${nth}`, { ...found(), about: { service: 'a' }, sent, caller: creator });
    Object.assign(reports.withId(`${nth}`) ?? {}, { firstFetched: shown });
  }
  return remarksIn([], reports).map((one) => one.id);
}

test('two creators under one name are remarked, and one for each is not', () => {
  const first = { creator: 'a', shown: { reportedBy: 'A' } };
  const sameName = { creator: 'b', shown: { reportedBy: 'A' } };
  const ownName = { creator: 'b', shown: { reportedBy: 'B' } };
  expect(remarksOn(first, sameName)).toEqual(['same-name']);
  expect(remarksOn(first, ownName, first)).toEqual([]);
});

/** What is remarked where the nth report is stored so many seconds late. */
function remarksWhere(late: (nth: number) => number) {
  const reports = new Reports({ isAlone: true });
  for (let nth = 0; nth < 4; nth += 1) {
    reports.add({ id: `${nth}`, service: 'tunnelco', creator: 'tokens.researcher' });
    const known = reports.withId(`${nth}`);
    const at = new Date(performance.timeOrigin + late(nth) * 1000);
    const reportedAt = at.toISOString().slice(0, 19).replace('T', ' ');
    if (known) known.firstFetched = { reportedAt };
  }
  return remarksIn([], reports).map((one) => one.id);
}

test('reportedAt by a clock that is late, of whatever zone, is not worth a word', () => {
  expect(remarksWhere(() => 0)).toEqual([]);
  expect(remarksWhere(() => 5.75 * 3600 - 100)).toEqual([]);
});

test('reportedAt that no clock explains is remarked', () => {
  const monthsLate = () => -300 * 24 * 3600;
  const runsAway = (nth: number) => nth * 600;
  expect(remarksWhere(monthsLate)).toEqual(['reported-at']);
  expect(remarksWhere(runsAway)).toEqual(['reported-at']);
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
