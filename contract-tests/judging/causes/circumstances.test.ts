import { expect, test } from 'vitest';
import {
  created,
  fetched,
  type HistoryEntry,
  one,
  service,
  two,
} from '../../service/model/history.test.support.ts';
import type { Ask } from '../talk/ask.ts';
import type { Exchange } from '../talk/exchange.ts';
import { findNeeded } from './circumstances.ts';
import { confirm } from './confirm.ts';
import {
  brokenBy,
  confirmed,
  guessed,
  refusal,
  silent,
  unknown,
} from './confirmed.test.support.ts';
import { fakeClient, type Says } from './fake-client.test.support.ts';
import { recordedCalls } from './recorded-call.ts';
import { Tries } from './tries.ts';

function onKept(exchange: Exchange): Exchange {
  return { ...exchange, kept: true };
}

function inBrotli({ request, ...exchange }: Exchange): Exchange {
  return {
    ...exchange,
    request: { ...request, headers: { ...request.headers, 'accept-encoding': 'br' } },
  };
}

function chunked(exchange: Exchange): Exchange {
  return { ...exchange, way: { chunked: true } };
}

function isOnConnectionOf({ connection }: Ask, before: Ask | undefined): boolean {
  return connection !== undefined && before?.connection === connection;
}

test.each<
  [
    string,
    {
      who: string;
      sent: typeof onKept;
      isShown: (ask: Ask, before?: Ask) => unknown;
      where?: string;
    },
  ]
>([
  [
    'needs the connection of another caller',
    {
      who: 'reader',
      sent: onKept,
      isShown: (ask, before) =>
        isOnConnectionOf(ask, before) && before?.caller.key !== ask.caller.key,
      where: 'only on a connection that another caller used before',
    },
  ],
  [
    'needs a connection',
    {
      who: 'researcher',
      sent: onKept,
      isShown: isOnConnectionOf,
      where: 'only on a connection that was used before',
    },
  ],
  ['needs no connection', { who: 'reader', sent: onKept, isShown: () => true }],
  [
    'needs an encoding',
    {
      who: 'reader',
      sent: inBrotli,
      isShown: ({ encoding }) => encoding === 'br',
      where: 'only with Accept-Encoding: br',
    },
  ],
  [
    'gets no response without an encoding',
    { who: 'reader', sent: inBrotli, isShown: (ask) => ask.encoding === 'br' || silent(ask) },
  ],
  [
    'needs a chunked body',
    {
      who: 'reader',
      sent: chunked,
      isShown: ({ way }) => way?.chunked,
      where: 'only with a chunked body',
    },
  ],
])('what %s is told so', async (_, { who, sent, isShown, where }) => {
  const story = [fetched(one, {}, { who }), fetched(one)];
  const { clause, ...found } = brokenBy(unknown, ...story);
  const history = found.history.map(sent);
  const findings = clause.findings.map((finding) => ({ ...finding, exchange: history.at(-1) }));
  let before: Ask | undefined;
  const client = fakeClient((asked) => {
    const answer = isShown(asked, before) ? guessed(asked) : refusal;
    before = asked;
    return answer;
  });
  const { shown, of, only, calls } = await confirm(
    { ...clause, findings },
    {
      client,
      clock: client.clock,
      service,
      history,
      grace: 10_000,
      budget: { left: 200 },
    },
  );
  expect(shown).toEqual(of);
  expect(only).toEqual(where && [where]);
  expect(calls.some(({ way }) => way)).toBe(where === 'only with a chunked body');
});

const later = { at: 9_000 };

test.each<[string, { first: HistoryEntry; second: HistoryEntry; only?: readonly string[] }]>([
  [
    'is not found, and found later',
    {
      first: { ...fetched(one), ...refusal },
      second: fetched(one, {}, later),
      only: ['and found later: 1 of 2 times'],
    },
  ],
  [
    'is never found',
    { first: { ...fetched(one), ...refusal }, second: { ...fetched(one, {}, later), ...refusal } },
  ],
  [
    'was found before',
    { first: { ...fetched(one), ...refusal, at: 20 }, second: fetched(one, {}, { at: 0 }) },
  ],
])('a report that %s', async (_, { first, second, only }) => {
  const { clause, history } = brokenBy('fetch/report-stays', first, second, created(two));
  const findings = clause.findings.map((finding) => ({ ...finding, exchange: history[0] }));
  const client = fakeClient(() => refusal);
  const { clock } = client;
  const options = { client, clock, service, history, budget: { left: 100 } };
  expect((await confirm({ ...clause, findings }, options)).only).toEqual(only);
});

/** A fetch like the one that is found, some time before it. */
interface FetchBefore {
  readonly that: string;
  /** What it asks for, where that is another report. */
  readonly report?: string;
  /** How it differs from a fetch by the same caller that is refused. */
  readonly change?: Partial<HistoryEntry>;
  /** How the server answers now whoever asks for another report. */
  readonly others?: Says;
  /** The requests that are left. */
  readonly left?: number;
  readonly isLater?: true;
}

const fetchesBefore: readonly FetchBefore[] = [
  { that: 'broke nothing at first', isLater: true },
  { that: 'broke it then, too', change: fetched(one) },
  { that: 'were not judged then', change: { status: 200, body: 'x' } },
  { that: 'cannot be made any more', left: 3 },
  { that: 'get no response now', report: two, others: silent },
];

test.each(fetchesBefore)('calls like it that $that', async (before) => {
  const { report = one, change, others = () => refusal, left = 100, isLater } = before;
  const story = [
    { ...fetched(report, {}, { at: 0 }), ...refusal, ...change },
    fetched(one, {}, { at: 5_000, scenario: 'later' }),
  ];
  const says: Says = (ask) => (ask.about.report === one ? guessed : others)(ask);
  const result = await confirmed(says, unknown, story, { budget: { left } });
  expect(result.shown).toEqual(result.of);
  expect(result.isLater).toEqual(isLater);
});

test('the first calls that met a clause count, though one before them was not judged', async () => {
  const unjudged = { ...fetched(one, {}, { at: 0 }), status: 200, body: 'x' };
  const met = { ...fetched(one, {}, { at: 1_000, scenario: 'met' }), ...refusal };
  const story = [unjudged, met, fetched(one, {}, { at: 5_000, scenario: 'later' })];
  const result = await confirmed(guessed, unknown, story, { budget: { left: 100 } });
  expect(result.isLater).toBe(true);
});

/** A story over a kept connection, in an encoding: the last call breaks the clause. */
async function needsOf(isShown: (nth: number, ask: Ask) => boolean) {
  const found = brokenBy(
    unknown,
    fetched(one, {}, { who: 'reader', at: 0 }),
    fetched(one, {}, { at: 20 }),
  );
  const history = found.history.map(onKept).map(inBrotli);
  const calls = recordedCalls(service, history);
  let nth = 0;
  const client = fakeClient((ask) => (isShown(nth++, ask) ? guessed(ask) : refusal));
  const shows = new Tries(unknown, {
    client,
    clock: client.clock,
    service,
    history,
    budget: { left: 500 },
  });
  await shows.shows(calls);
  return findNeeded(calls, shows);
}

test('a condition is named if it is shown with it and not without, in every turn', async () => {
  expect(await needsOf((_, { encoding }) => encoding === 'br')).toEqual([
    'only with Accept-Encoding: br',
  ]);
});

test.each<[string, (nth: number, ask: Ask) => boolean]>([
  // Both requests of the first try; then two without the connection, two with it, and so on.
  ['shows once and never again', (nth) => nth < 2],
  ['shows in every second try, whatever it is', (nth) => nth < 2 || nth % 8 < 4],
  [
    'stops to show after three turns',
    (nth, { connection }) => nth < 14 && connection !== undefined,
  ],
])('a server that %s needs nothing', async (_, isShown) => {
  expect(await needsOf(isShown)).toEqual([]);
});

test('what is slower without a condition does not prove it', async () => {
  const found = brokenBy(
    unknown,
    fetched(one, {}, { who: 'reader', at: 0 }),
    fetched(one, {}, { at: 20 }),
  );
  const history = found.history.map(onKept);
  const calls = recordedCalls(service, history);
  // Breaks it for half a second; a new connection takes a second.
  let before = Number.NEGATIVE_INFINITY;
  const client = fakeClient((ask) => {
    const isSoon = client.clock.now() - before < 500;
    before = client.clock.now();
    return isSoon ? guessed(ask) : refusal;
  }, 100);
  const slowly: typeof client = {
    ...client,
    ask: async (ask) => {
      if (!ask.connection) await client.clock.sleep(1_000);
      return client.ask(ask);
    },
  };
  const shows = new Tries(unknown, {
    client: slowly,
    clock: client.clock,
    service,
    history,
    budget: { left: 500 },
  });
  expect(await shows.shows(calls)).toBe(true);
  expect(await findNeeded(calls, shows)).toEqual([]);
});
