import { expect, test } from 'vitest';
import type { Answer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import { clientOf, fetching, fine, later, many, no } from './simulated-server.test.support.ts';

const sayingWhen = { 'retry-after': '1' };
const aDateInTwoSeconds = {
  date: 'Thu, 01 Jan 2026 00:00:00 GMT',
  'retry-after': 'Thu, 01 Jan 2026 00:00:02 GMT',
};

function by(key: string, id: string): Ask {
  return { ...fetching(id), caller: { key, authorization: key } };
}

/** Asks for so many, thirty at a time, as the checks of a run do. */
async function askMany(requests: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let left = requests;
  const check = async (): Promise<void> => {
    while (left-- > 0) answers.push(await ask());
  };
  await Promise.all(Array.from({ length: 30 }, check));
  return answers;
}

test.each([
  { limit: { perSecond: 1 }, requests: 100, seconds: 115 },
  { limit: { perSecond: 5 }, requests: 500, seconds: 115 },
  { limit: { perSecond: 50 }, requests: 5_000, seconds: 115 },
  { limit: { perSecond: 50, status: 408 }, requests: 500, seconds: 15 },
  { limit: { perSecond: 50, status: 503 }, requests: 500, seconds: 15 },
  { limit: { perSecond: 2, headers: sayingWhen }, requests: 200, seconds: 115 },
  { limit: { perSecond: 50, headers: sayingWhen }, requests: 5_000, seconds: 115 },
  { limit: { perSecond: 10, status: 403, headers: sayingWhen }, requests: 200, seconds: 30 },
  { limit: { perSecond: 10, status: 400, headers: sayingWhen }, requests: 200, seconds: 30 },
  { limit: { perSecond: 120, windowMs: 60_000 }, requests: 1_200, seconds: 15 * 60 },
  { limit: { everyNth: 9, takesMs: 20 }, requests: 2_000, seconds: 6 },
  { limit: { everyNth: 9, takesMs: 20, headers: sayingWhen }, requests: 2_000, seconds: 15 },
  { limit: { everyNth: 9, takesMs: 20, headers: aDateInTwoSeconds }, requests: 2_000, seconds: 17 },
])(
  'a limit is never judged, nearly all of it is used, and all are served: $limit',
  async ({ limit, requests, seconds }) => {
    const { retry, exchanges, clock } = clientOf({ ...limit, answer: () => fine });
    const answers = await askMany(requests, () => retry.ask(fetching('a')));
    expect(answers.filter(({ exchange }) => exchange.response.status !== 200)).toEqual([]);
    const judged = exchanges.filter(({ throttled }) => !throttled);
    expect(judged.every(({ response }) => response.status === 200)).toBe(true);
    expect(retry.throttledCount).toBeGreaterThan(0);
    expect(clock.now() / 1000).toBeLessThan(seconds);
  },
);

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
  const asks = ['b', 'b'].flatMap((id) => [...many(fetching('a'), 20), fetching(id)]);
  const answers = await Promise.all(asks.map((ask) => retry.ask(ask)));
  for (const { exchange } of answers)
    expect([exchange.throttled, exchange.response.status]).toEqual([
      false,
      exchange.about.report === 'a' ? 200 : 429,
    ]);
});

test('a refusal of one caller is none of another, and its text may be a limit as well', async () => {
  let isLimited = false;
  const { retry } = clientOf({
    answer: ({ about }) => (about.report === 'x' || isLimited ? later : fine),
  });
  for (const key of ['one', 'other']) await retry.ask(by(key, 'a'));
  expect(await retry.ask(by('one', 'x'))).toMatchObject({ exchange: { throttled: false } });
  isLimited = true;
  expect(await retry.ask(by('other', 'a'))).toMatchObject({ exchange: { throttled: true } });
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

test('pauses double while the same caller is served nothing at all; then nobody waits any more', async () => {
  const asked: string[] = [];
  let isOver = false;
  const { retry, clock, sent } = clientOf({
    answer: ({ about: { report: id = '' }, caller: { key } }) => {
      asked.push(`${key} ${id} ${clock.now()}`);
      return isOver && key === 'one' ? later : fine;
    },
  });
  for (const key of ['one', 'other']) await retry.ask(by(key, 'a'));
  isOver = true;
  const last = await retry.ask(by('one', 'b'));
  expect(last.exchange.throttled).toBe(true);
  const times = asked.flatMap((line) => (line.startsWith('one b') ? [Number(line.slice(6))] : []));
  const pauses = times.slice(1).map((time, nth) => time - (times[nth] ?? 0));
  expect(pauses).toEqual([200, 600, 1200, 2400, 4800, 9600, 19_200, 38_400, 76_800]);
  // Another caller is served, which says nothing about this one.
  expect(asked.filter((line) => line.startsWith('other'))).toHaveLength(1);
  const time = clock.now();
  const requests = sent();
  expect(await retry.ask(by('one', 'c'))).toMatchObject({ exchange: { throttled: true } });
  expect(clock.now()).toEqual(time);
  expect(sent()).toEqual(requests + 1);
});

test.each([
  ['in five seconds', '5', [7, 4, 2, 1]],
  ['at once', '0', [12, 12, 12, 12]],
])(
  'a server that always asks to retry %s is asked a few times, and never judged',
  async (_, seconds, most) => {
    const { retry, again } = clientOf({ headers: { 'retry-after': seconds }, answer: () => later });
    const tries: number[] = [];
    for (const id of ['a', 'b', 'c', 'd']) {
      const before = again.length;
      expect(await retry.ask(fetching(id))).toMatchObject({ exchange: { throttled: true } });
      expect(again.slice(before, before + 2)).toEqual(
        [false, true].slice(0, again.length - before),
      );
      tries.push(again.length - before);
    }
    expect(tries).toEqual(most);
  },
);

test.each([
  { seconds: 60, sent: 2, throttled: false },
  { seconds: 86_400, sent: 1, throttled: true },
])(
  'the first wait may last a minute, as limits by the minute do, and no day: Retry-After $seconds',
  async ({ seconds, sent: times, throttled }) => {
    const replies = [later, fine];
    const { retry, sent, clock } = clientOf({
      headers: { 'retry-after': `${seconds}` },
      answer: () => replies.shift() ?? fine,
    });
    expect(await retry.ask(fetching('a'))).toMatchObject({ exchange: { throttled } });
    expect(sent()).toBe(times);
    expect(clock.now()).toBe(throttled ? 0 : 60_000);
  },
);

test('a success is one, whatever its status and headers ask for', async () => {
  for (const status of [200, 429, 503]) {
    const { retry, sent } = clientOf({
      status,
      headers: sayingWhen,
      answer: () => ({ ...fine, status }),
    });
    expect(await retry.ask(fetching('a'))).toMatchObject({ exchange: { throttled: false } });
    expect(sent()).toBe(1);
  }
});

test.each([
  ['without a word', { headers: {}, replies: [later], throttled: false }],
  ['with Retry-After', { headers: sayingWhen, replies: [later], throttled: true }],
  ['by a known limit', { headers: {}, replies: [fine, later, fine, later], throttled: true }],
])(
  'a counted call is never repeated: turned away %s',
  async (_, { headers, replies, throttled }) => {
    const answers = [...replies];
    const { retry, sent } = clientOf({ headers, answer: () => answers.shift() ?? fine });
    while (answers.length > 1) await retry.ask(fetching('a'));
    const { exchange } = await retry.ask({ ...fetching('a'), once: true });
    expect(exchange.throttled).toEqual(throttled);
    expect(sent()).toEqual(replies.length);
  },
);

const gone: Ask = { ...fetching('a'), operation: 'delete' };

test.each<[string, readonly Ask[], number]>([
  ['what was served', [fetching('a')], 2],
  ['a counted call', [{ ...fetching('a'), once: true }], 1],
  ['a deletion', [gone], 1],
  ['what is deleted meanwhile', [fetching('a'), gone], 2],
  ['another, if one of them is gone', [fetching('c'), fetching('a'), gone], 2],
])(
  'whether others are served is seen by a request that can be repeated: %s',
  async (_, before, times) => {
    const asked: (string | undefined)[] = [];
    let isDeleted = false;
    const { retry } = clientOf({
      answer: ({ about, operation }) => {
        asked.push(about.report);
        isDeleted ||= operation === 'delete';
        if (operation === 'delete') return { status: 200, body: '{"message":"","success":true}' };
        return about.report === 'x' || (about.report === 'a' && isDeleted) ? no : fine;
      },
    });
    for (const ask of before) await retry.ask(ask);
    expect(await retry.ask(fetching('x'))).toMatchObject({ exchange: { throttled: false } });
    expect(asked.filter((id) => id === 'a')).toHaveLength(times);
  },
);

test('a report that is gone proves nothing, where the same caller is served another', async () => {
  const missing = new Set<string>();
  const { retry, clock } = clientOf({
    answer: ({ about }) => (missing.has(about.report ?? '') ? no : fine),
  });
  for (const id of ['b', 'a']) await retry.ask(fetching(id));
  for (const id of ['a', 'x']) missing.add(id);
  expect(await retry.ask(fetching('x'))).toMatchObject({ exchange: { throttled: false } });
  expect(clock.now()).toBeLessThan(10_000);
});
