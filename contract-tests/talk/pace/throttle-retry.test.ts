import { expect, test } from 'vitest';
import { readAnswer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import { someExchange } from '../exchange.test.support.ts';
import type { Exchange } from '../exchange.ts';
import { jumpingClock } from './clock.test.support.ts';
import { Gate } from './gate.ts';
import { throttleRetry } from './throttle-retry.ts';

const report = { id: '11111111-1111-4111-8111-111111111111' };
const fine = { status: 200, body: JSON.stringify({ report, successful: true }) };
const later = { status: 429, body: '{"error":"Too many requests","successful":false}' };
const no = { status: 429, body: '{"error":"No such report","successful":false}' };

interface Server {
  /** Requests served at once, and how long each takes. */
  readonly atOnce?: number;
  readonly takesMs?: number;
  /** Requests served in one second, or in one window of another length. */
  readonly perSecond?: number;
  readonly windowMs?: number;
  /** Of what turns away, and the status of that. */
  readonly headers?: { readonly [name: string]: string };
  readonly status?: number;
  readonly answer: (ask: Ask) => { readonly status: number; readonly body: string };
}

/** A client of a server that is made up, by a clock that jumps. */
const clientOf = (server: Server) => {
  const { perSecond = Number.POSITIVE_INFINITY, windowMs = 1000, headers = {}, answer } = server;
  const { status = 429, atOnce = Number.POSITIVE_INFINITY, takesMs = 0 } = server;
  const clock = jumpingClock();
  const exchanges: Exchange[] = [];
  const window = { second: 0, used: 0 };
  let sent = 0;
  let underWay = 0;
  const again: boolean[] = [];
  const retry = throttleRetry({
    gate: new Gate(undefined, clock),
    clock,
    signal: undefined,
    send: async (ask, isAgain) => {
      sent += 1;
      again.push(isAgain);
      const second = Math.floor(clock.now() / windowMs);
      if (second !== window.second) Object.assign(window, { second, used: 0 });
      window.used += 1;
      underWay += 1;
      const isTooMany = window.used > perSecond || underWay > atOnce;
      const response = isTooMany ? { ...later, status } : answer(ask);
      await (takesMs > 0 ? clock.sleep(takesMs) : Promise.resolve());
      underWay -= 1;
      return readAnswer(
        someExchange({
          ...{ number: sent, operation: ask.operation, about: ask.about, caller: ask.caller.key },
          response: { ...response, headers: response.status === status ? headers : {} },
        }),
      );
    },
    noted: (_, answer) => {
      exchanges.push(answer.exchange);
      return answer;
    },
  });
  return { retry, exchanges, clock, again, sent: () => sent };
};

const fetching = (id: string): Ask => ({
  operation: 'fetch',
  caller: { key: 'tokens.researcher', authorization: 'secret' },
  about: { service: 'tunnelco', report: id },
});

const many = (ask: Ask, times: number): Ask[] => Array.from({ length: times }, () => ask);

test.each([
  [50, {}],
  [50, {}, 408],
  [50, {}, 503],
  [2, {}],
  [2, { 'retry-after': '1' }],
  [10, { 'retry-after': '1' }, 403],
  [10, { 'retry-after': '1' }, 400],
])(
  'a limit of %i a second with %j is never judged, and all are served',
  async (perSecond, headers, status = 429) => {
    const { retry, exchanges } = clientOf({ perSecond, headers, status, answer: () => fine });
    const answers = await Promise.all(many(fetching('a'), 200).map((ask) => retry.ask(ask)));
    expect(answers.filter(({ exchange }) => exchange.response.status !== 200)).toEqual([]);
    const judged = exchanges.filter(({ throttled }) => !throttled);
    expect(judged.every(({ response }) => response.status === 200)).toBe(true);
    expect(retry.times).toBeGreaterThan(0);
  },
);

/** So many at once, each one after the other, as the checks of a run ask. */
const askedBy = async (checks: number, requests: number, ask: () => Promise<unknown>) => {
  let left = requests;
  const check = async (): Promise<void> => {
    while (left-- > 0) await ask();
  };
  await Promise.all(Array.from({ length: checks }, check));
};

test.each([1, 2, 5])('of a limit of %i a second, nine tenths are used', async (perSecond) => {
  const { retry, clock } = clientOf({ perSecond, answer: () => fine });
  const requests = 300 * perSecond;
  await askedBy(30, requests, () => retry.ask(fetching('a')));
  expect(clock.now() / 1000).toBeLessThan(requests / perSecond / 0.9);
});

test('a limit of requests at once is no rate', async () => {
  const { retry, clock } = clientOf({ atOnce: 2, takesMs: 20, answer: () => fine });
  await askedBy(30, 2000, () => retry.ask(fetching('a')));
  expect(clock.now() / 1000).toBeLessThan(60);
});

test('of a limit by the minute, most is used', async () => {
  const { retry, clock } = clientOf({ perSecond: 120, windowMs: 60_000, answer: () => fine });
  await askedBy(30, 1200, () => retry.ask(fetching('a')));
  expect(clock.now() / 60_000).toBeLessThan(10 / 0.85);
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
  const [time, requests] = [clock.now(), sent()];
  expect(time).toBeLessThan(3000);
  expect(await retry.ask(fetching('b'))).toMatchObject({ exchange: { throttled: false } });
  expect([clock.now(), sent()]).toEqual([time, requests + 1]);
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

test('once a limit was met, each kind of refusal is waited for as long as a limit may last', async () => {
  const { retry, clock } = clientOf({
    perSecond: 20,
    answer: ({ about: { report: id } }) =>
      id === 'a' ? fine : { status: 429, body: `{"error":"No, ${id}","successful":false}` },
  });
  await Promise.all(many(fetching('a'), 60).map((ask) => retry.ask(ask)));
  expect(retry.times).toBeGreaterThan(0);
  for (const id of ['k', 'l']) {
    await clock.sleep(5000);
    const since = clock.now();
    await retry.ask(fetching(id));
    expect(clock.now() - since).toBeGreaterThanOrEqual(2000);
  }
});

const by = (key: string, id: string): Ask => ({
  ...fetching(id),
  caller: { key, authorization: key },
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
  const [time, requests] = [clock.now(), sent()];
  expect(await retry.ask(by('one', 'c'))).toMatchObject({ exchange: { throttled: true } });
  expect([clock.now(), sent()]).toEqual([time, requests + 1]);
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
  for (const id of ['b', ...'aaaaaaaa']) await retry.ask(fetching(id));
  for (const id of ['a', 'x']) gone.add(id);
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

test('a caller that was never served is not judged while another is turned away as well', async () => {
  let isOver = false;
  const { retry } = clientOf({ answer: () => (isOver ? later : fine) });
  await retry.ask(by('one', 'a'));
  isOver = true;
  expect(await retry.ask(by('other', 'b'))).toMatchObject({ exchange: { throttled: true } });
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
  ['without a word', {}, [later], false],
  ['with Retry-After', { 'retry-after': '1' }, [later], true],
  ['by a known limit', {}, [fine, later, fine, later], true],
])('a counted call is never repeated: turned away %s', async (_, headers, replies, throttled) => {
  const answers = [...replies];
  const { retry, sent } = clientOf({ headers, answer: () => answers.shift() ?? fine });
  while (answers.length > 1) await retry.ask(fetching('a'));
  const { exchange } = await retry.ask({ ...fetching('a'), once: true });
  expect([exchange.throttled, sent()]).toEqual([throttled, replies.length]);
});

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
