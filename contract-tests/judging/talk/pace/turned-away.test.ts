import { expect, test } from 'vitest';
import type { Ask } from '../ask.ts';
import { clientOf, fetching, fine, later, many, no } from './throttled-client.test.support.ts';

function by(key: string, id: string): Ask {
  return {
    ...fetching(id),
    caller: { key, authorization: key },
  };
}

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

test.each([[['c', 'a']], [['a']]])(
  'of %j, one that is being deleted proves nothing about who is served',
  async (ids) => {
    let isDeleted = false;
    const { retry } = clientOf({
      answer: ({ operation, about }) => {
        isDeleted ||= operation === 'delete';
        return (about.report === 'a' && isDeleted) || about.report === 'b' ? later : fine;
      },
    });
    for (const id of ids) await retry.ask(fetching(id));
    await retry.ask({ ...fetching('a'), operation: 'delete' });
    expect(await retry.ask(fetching('b'))).toMatchObject({ exchange: { throttled: false } });
  },
);

test('a report that is gone proves nothing either, where the same caller is served another', async () => {
  const gone = new Set<string>();
  const { retry, clock } = clientOf({
    answer: ({ about }) => (gone.has(about.report ?? '') ? no : fine),
  });
  await retry.ask(fetching('b'));
  for (let time = 0; time < 8; time += 1) await retry.ask(fetching('a'));
  gone.add('a');
  gone.add('x');
  const { exchange } = await retry.ask(fetching('x'));
  expect(exchange.throttled).toBe(false);
  expect(clock.now()).toBeLessThan(10_000);
});

test('a server that turns everybody away for good is left in the end, and not judged', async () => {
  let served = 3;
  const { retry } = clientOf({ answer: () => (served-- > 0 ? fine : later) });
  const answers = await Promise.all(many(fetching('a'), 40).map((ask) => retry.ask(ask)));
  const turned = answers.filter(({ exchange }) => exchange.response.status === 429);
  expect(turned.every(({ exchange }) => exchange.throttled)).toBe(true);
  expect(turned.length).toBeGreaterThan(30);
});

test('a server that always asks to retry later is waited for less each time, and never judged', async () => {
  const { retry, again } = clientOf({ headers: { 'retry-after': '5' }, answer: () => later });
  const tries: number[] = [];
  for (const id of ['a', 'b', 'c', 'd']) {
    const before = again.length;
    expect(await retry.ask(fetching(id))).toMatchObject({ exchange: { throttled: true } });
    expect(again.slice(before, before + 2)).toEqual([false, true].slice(0, again.length - before));
    tries.push(again.length - before);
  }
  expect(tries).toEqual([7, 4, 2, 1]);
});

test('a success is one, whatever its status and headers ask for', async () => {
  for (const status of [200, 429, 503]) {
    const headers = { 'retry-after': '1' };
    const { retry, sent } = clientOf({ status, headers, answer: () => ({ ...fine, status }) });
    expect(await retry.ask(fetching('a'))).toMatchObject({ exchange: { throttled: false } });
    expect(sent()).toBe(1);
  }
});

test.each([
  ['without a word', { headers: {}, replies: [later], throttled: false }],
  ['with Retry-After', { headers: { 'retry-after': '1' }, replies: [later], throttled: true }],
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

test.each([{ once: true }, { operation: 'delete' as const }])(
  'what may not be repeated is not sent again to see who is served: %o',
  async (how) => {
    const asked: (string | undefined)[] = [];
    const done = { status: 200, body: '{"message":"Gone","success":true}' };
    const { retry } = clientOf({
      answer: ({ about, operation }) => {
        asked.push(about.report);
        if (about.report === 'x') return no;
        return operation === 'delete' ? done : fine;
      },
    });
    expect(await retry.ask({ ...fetching('a'), ...how })).toMatchObject({ outcome: 'success' });
    await retry.ask(fetching('x'));
    expect(asked.filter((id) => id === 'a')).toHaveLength(1);
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
