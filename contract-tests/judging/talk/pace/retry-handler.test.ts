import { expect, test } from 'vitest';
import type { Ask } from '../ask.ts';
import { clientOf, fetching, fine, later, many, no } from './throttled-client.test.support.ts';

const sayingWhen = { 'retry-after': '1' };

test.each([
  { perSecond: 50, status: 429, headers: {} },
  { perSecond: 50, status: 408, headers: {} },
  { perSecond: 50, status: 503, headers: {} },
  { perSecond: 2, status: 429, headers: {} },
  { perSecond: 2, status: 429, headers: sayingWhen },
  { perSecond: 10, status: 403, headers: sayingWhen },
  { perSecond: 10, status: 400, headers: sayingWhen },
])(
  'a limit of $perSecond a second with $status and $headers is never judged, and all are served',
  async ({ perSecond, status, headers }) => {
    const { retry, exchanges } = clientOf({ perSecond, headers, status, answer: () => fine });
    const answers = await Promise.all(many(fetching('a'), 200).map((ask) => retry.ask(ask)));
    expect(answers.filter(({ exchange }) => exchange.response.status !== 200)).toEqual([]);
    const judged = exchanges.filter(({ throttled }) => !throttled);
    expect(judged.every(({ response }) => response.status === 200)).toBe(true);
    expect(retry.throttledCount).toBeGreaterThan(0);
  },
);

/** So many at once, each one after the other, as the checks of a run ask. */
async function askedBy(checks: number, requests: number, ask: () => Promise<unknown>) {
  let left = requests;
  const check = async (): Promise<void> => {
    while (left-- > 0) await ask();
  };
  await Promise.all(Array.from({ length: checks }, check));
}

test.each([
  ...[1, 2, 5, 50].map((perSecond) => ({ perSecond, headers: {} })),
  ...[2, 5, 50].map((perSecond) => ({ perSecond, headers: sayingWhen })),
])('nearly all of a limit of $perSecond a second with $headers is used', async (limit) => {
  const { retry, clock } = clientOf({ ...limit, answer: () => fine });
  await askedBy(30, 100 * limit.perSecond, () => retry.ask(fetching('a')));
  expect(clock.now() / 1000).toBeLessThan(115);
});

const aDateInTwoSeconds = {
  date: 'Thu, 01 Jan 2026 00:00:00 GMT',
  'retry-after': 'Thu, 01 Jan 2026 00:00:02 GMT',
};

test.each([
  { what: 'that does not say when', headers: {}, seconds: 6 },
  { what: 'with Retry-After: 1', headers: sayingWhen, seconds: 15 },
  { what: 'with a date two seconds ahead', headers: aDateInTwoSeconds, seconds: 15 },
])('who meets every ninth refusal $what waits alone, and the others go on', async (server) => {
  const { headers, seconds } = server;
  const { retry, clock, sent } = clientOf({
    everyNth: 9,
    headers,
    takesMs: 20,
    answer: () => fine,
  });
  await askedBy(30, 2000, () => retry.ask(fetching('a')));
  expect(clock.now() / 1000).toBeLessThan(seconds);
  expect(sent()).toBe(2249);
});

test('of a limit by the minute, two thirds are used', async () => {
  const { retry, clock } = clientOf({ perSecond: 120, windowMs: 60_000, answer: () => fine });
  await askedBy(30, 1200, () => retry.ask(fetching('a')));
  expect(clock.now() / 60_000).toBeLessThan(10 * 1.5);
});

test.each([
  ['429', { answer: no }],
  [
    'Retry-After',
    { status: 404, headers: { 'retry-after': '30' }, answer: { ...no, status: 404 } },
  ],
])('a refusal with %s is recognised, and soon not waited for', async (_what, server) => {
  const answer = ({ about }: Ask) => (about.report === 'a' ? fine : server.answer);
  const { retry, clock, sent } = clientOf({ ...server, answer });
  await retry.ask(fetching('a'));
  const [first] = await Promise.all(many(fetching('b'), 50).map((ask) => retry.ask(ask)));
  expect(first).toMatchObject({ exchange: { throttled: false, response: server.answer } });
  const time = clock.now();
  const requests = sent();
  expect(time).toBeLessThan(3000);
  expect(await retry.ask(fetching('b'))).toMatchObject({ exchange: { throttled: false } });
  expect(clock.now()).toEqual(time);
  expect(sent()).toEqual(requests + 1);
});

test('a limit and a refusal with the same text are distinguished', async () => {
  const answer = ({ about }: Ask) => (about.report === 'a' ? fine : later);
  const { retry } = clientOf({ perSecond: 5, answer });
  const asks = [
    ...many(fetching('a'), 20),
    fetching('b'),
    ...many(fetching('a'), 20),
    fetching('b'),
  ];
  const answers = await Promise.all(asks.map((ask) => retry.ask(ask)));
  const seen = answers.map(({ exchange: { about, throttled, response } }) => [
    about.report,
    throttled,
    response.status,
  ]);
  expect(seen.filter(([id]) => id === 'a').every(([, , status]) => status === 200)).toBe(true);
  expect(seen.filter(([id]) => id === 'b')).toEqual([
    ['b', false, 429],
    ['b', false, 429],
  ]);
});

test('each kind of refusal is waited for less, and the fourth not at all', async () => {
  const answer = ({ about: { report: id = '' } }: Ask) =>
    id === 'a' ? fine : { status: 429, body: `{"error":"No, ${id}","successful":false}` };
  const { retry, clock } = clientOf({ answer });
  await retry.ask(fetching('a'));
  const waited: number[] = [];
  for (const id of ['k', 'l', 'm', 'n', 'n']) {
    const since = clock.now();
    expect(await retry.ask(fetching(id))).toMatchObject({ exchange: { throttled: false } });
    waited.push(clock.now() - since);
  }
  expect(waited).toEqual([2000, 800, 200, 0, 0]);
});
