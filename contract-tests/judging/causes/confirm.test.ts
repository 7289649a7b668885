import { expect, test } from 'vitest';
import {
  created,
  deleted,
  exchangesOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  id,
  one,
  refused,
  service,
  two,
} from '../../service/model/history.test.support.ts';
import type { Ask } from '../talk/ask.ts';
import type { Exchange } from '../talk/exchange.ts';
import { NoAnswer } from '../talk/no-answer.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { findNeeded } from './circumstances.ts';
import { type Confirmation, confirm, triesOf, untried } from './confirm.ts';
import { type FakeClient, fakeClient, refusal, type Says } from './fake-client.test.support.ts';
import { recordedCalls } from './recorded-call.ts';
import { Tries } from './tries.ts';

const unknown = 'fetch/unknown-id-is-refused';

/** What a server knows when it is asked. */
interface Asked {
  readonly nth: number;
  /** The request before, and how long ago it was. */
  readonly before: Ask | undefined;
  readonly ms: number;
  /** How long ago a report was created or deleted. */
  readonly since: { readonly create: number; readonly delete: number };
}

/** Whether a server answers a fetch as if it knew the report; it may also throw, or say what it answers. */
type Fault = (ask: Ask, asked: Asked) => boolean | ReturnType<Says>;

/** A server that is right but for a fault. */
function serverWith(fault: Fault): FakeClient {
  const reports = new Set<string | undefined>();
  const at = { create: Number.NEGATIVE_INFINITY, delete: Number.NEGATIVE_INFINITY };
  let last = Number.NEGATIVE_INFINITY;
  let nth = 0;
  let before: Ask | undefined;
  const client: FakeClient = fakeClient((ask) => {
    const { operation, about } = ask;
    const now = client.clock.now();
    const since = { create: now - at.create, delete: now - at.delete };
    const said = fault(ask, { nth, before, ms: now - last, since });
    nth += 1;
    before = ask;
    last = now;
    if (typeof said === 'object') return said;
    if (operation === 'create') {
      const made = `${reports.size}`.padStart(8, '0') + id('a').slice(8);
      reports.add(made);
      at.create = now;
      return { status: 201, body: { id: made, successful: true } };
    }
    if (operation === 'delete' && reports.delete(about.report)) {
      at.delete = now;
      return { body: { message: 'gone', success: true } };
    }
    return said ? { body: fetched(one).body as object } : refusal;
  }, 20);
  return client;
}

function silent(): never {
  throw new NoAnswer('http://feed.example/', { message: 'nobody answers' });
}

interface Trial {
  readonly story: readonly HistoryEntry[];
  readonly fault: Fault;
  /** How the requests of the story were sent. */
  readonly sent?: (exchange: Exchange) => Exchange;
  readonly clause?: string;
  /** The exchanges that break it, by their place in the story. Default: the last. */
  readonly shown?: readonly number[];
  /** How often it was broken in the run. */
  readonly times?: number;
  readonly left?: number;
  readonly leavesThings?: boolean;
}

function brokenIn({ story, sent = (one) => one, shown = [-1], clause = unknown, times }: Trial) {
  const history = exchangesOf(story).map(sent);
  const findings = shown.map((at) => ({
    clause,
    expected: '',
    actual: '',
    exchange: history.at(at),
  }));
  return { history, clause: { id: clause, findings, times } as unknown as ClauseResult };
}

async function confirmed(trial: Trial) {
  const { fault, left = 300, leavesThings = false } = trial;
  const { clause, history } = brokenIn(trial);
  const client = serverWith(fault);
  const budget = { left };
  const options = { client, clock: client.clock, service, history, grace: 10_000, budget };
  const proof = await confirm(clause, { ...options, leavesThings });
  return { proof, client, spent: left - budget.left };
}

const always: Fault = () => true;
const never: Fault = () => false;
const guess = [fetched(one)];
const later = { scenario: 'later' };
const other = { scenario: 'another' };
const pair = [fetched(one, {}, { who: 'reader' }), fetched(one)];
/** A second apart. */
const apart = [fetched(one, {}, { who: 'reader', at: 0 }), fetched(one, {}, { at: 1_010 })];
const shortly = [fetched(one, {}, { who: 'reader', at: 0 }), fetched(one, {}, { at: 30 })];

/** Wrong to the researcher by the milliseconds since a request of the reader. */
function afterReader(is: (ms: number) => boolean): Fault {
  return ({ caller }, { before, ms }) =>
    caller.key === 'tokens.researcher' && before?.caller.key === 'tokens.reader' && is(ms);
}

function kept(exchange: Exchange): Exchange {
  return { ...exchange, kept: true };
}

function inBrotli({ request, ...exchange }: Exchange): Exchange {
  const headers = { ...request.headers, 'accept-encoding': 'br' };
  return { ...exchange, request: { ...request, headers } };
}

function chunked(exchange: Exchange): Exchange {
  return { ...exchange, way: { chunked: true } };
}

function isOnConnectionOf({ connection }: Ask, before: Ask | undefined): boolean {
  return connection !== undefined && before?.connection === connection;
}

/** A fetch that was refused at first, and one like it that found the report later. */
function refusedAtFirst(change: Partial<HistoryEntry> = {}, report = one): HistoryEntry[] {
  const first = { ...fetched(report, {}, { at: 0 }), ...refusal, ...change };
  return [first, fetched(one, {}, { at: 5_000, ...later })];
}

const stays = 'fetch/report-stays';
const [missing, back] = [
  { ...fetched(one, {}, { at: 20 }), ...refusal },
  fetched(one, {}, { at: 9_000 }),
];

/** Stories of so many fetches of a report each, close together. */
function storiesOf(...lengths: readonly number[]) {
  const story = lengths.flatMap((length, nth) =>
    Array.from({ length }, (_, at) =>
      fetched(id(`${nth}`), {}, { scenario: `${nth}`, at: nth * 1_000 + at * 20 }),
    ),
  );
  const shown = lengths.map((_, nth) => story.findLastIndex((one) => one.scenario === `${nth}`));
  return { story, shown };
}

/** Pairs that are so far apart. */
function pairsApart(...waits: readonly number[]) {
  const story = waits.flatMap((ms, nth) => {
    const own = { scenario: `${nth}`, at: nth * 20_000 };
    const report = id(`${nth}`);
    return [
      fetched(report, {}, { ...own, who: 'reader' }),
      fetched(report, {}, { ...own, at: own.at + ms }),
    ];
  });
  return { story, shown: waits.map((_, nth) => 2 * nth + 1) };
}

const limited = { who: 'limited[0]' };

/** What is expected of a proof; `only` and `isLater` are absent unless they are here. */
const proofs: readonly [string, Trial, Partial<Confirmation>][] = [
  [
    'always',
    { story: guess, fault: always },
    { shown: 3, of: 3, answers: [200], within: [], beside: 0 },
  ],
  ['once, until no request is left', { story: guess, fault: always, left: 2 }, { shown: 1, of: 2 }],
  [
    'now and then',
    { story: guess, fault: (_, { nth }) => nth % 4 === 3 },
    { shown: 5, of: 20, answers: [200] },
  ],
  ['never again', { story: guess, fault: never }, { shown: 0, of: 20 }],
  ['rarely, and never again', { story: guess, fault: never, times: 9 }, { shown: 0, of: 60 }],
  ['nothing', { story: guess, fault: silent }, { shown: 0, of: 0, why: 'nobody answers' }],
  [
    'always, and creates nothing that would stay',
    { story: guess, fault: always, leavesThings: true },
    { shown: 3, of: 3 },
  ],
  [
    'by requests of a limited token',
    { story: [found(hashes.sha256, {}, limited)], fault: never },
    { shown: 0, of: 0, why: 'it would use up requests of tokens.limited[0]' },
  ],
  [
    'by reports that stay',
    { story: [created(one), fetched(one)], fault: never, leavesThings: true },
    { shown: 0, of: 0, why: 'it would leave reports that cannot be deleted' },
  ],
  [
    'with more requests than allowed',
    { story: guess, fault: never, left: 0 },
    { shown: 0, of: 0, why: 'enough requests were made to confirm findings' },
  ],
  [
    'by no exchange',
    { story: [], fault: never },
    { calls: [], shown: 0, of: 0, why: 'nothing was exchanged' },
  ],
  // What it needs.
  [
    'on the connection of another caller',
    {
      story: pair,
      sent: kept,
      fault: (ask, { before }) =>
        isOnConnectionOf(ask, before) && before?.caller.key !== ask.caller.key,
    },
    { only: ['only on a connection that another caller used before'] },
  ],
  [
    'on a connection',
    {
      story: [fetched(one), fetched(one)],
      sent: kept,
      fault: (ask, { before }) => isOnConnectionOf(ask, before),
    },
    { only: ['only on a connection that was used before'] },
  ],
  ['on any connection', { story: pair, sent: kept, fault: always }, {}],
  [
    'in an encoding',
    { story: pair, sent: inBrotli, fault: ({ encoding }) => encoding === 'br' },
    { only: ['only with Accept-Encoding: br'] },
  ],
  [
    'in an encoding, without which nothing is answered',
    { story: pair, sent: inBrotli, fault: ({ encoding }) => encoding === 'br' || silent() },
    {},
  ],
  [
    'by a chunked body',
    { story: pair, sent: chunked, fault: ({ way }) => way?.chunked ?? false },
    {
      only: ['only with a chunked body'],
      calls: [expect.objectContaining({ way: chunked({} as Exchange).way })],
    },
  ],
  [
    'after a wait',
    { story: apart, fault: afterReader((ms) => ms > 900 && ms < 1_100) },
    {
      only: ['only some time later'],
      calls: [expect.anything(), expect.objectContaining({ after: 1_000 })],
    },
  ],
  [
    'after the longest of several waits',
    { ...pairsApart(400, 500, 600, 700, 3_000), fault: afterReader((ms) => ms > 2_500) },
    {
      only: ['only some time later'],
      calls: [expect.anything(), expect.objectContaining({ after: 2_990 })],
    },
  ],
  ['for long', { story: shortly, fault: afterReader((ms) => ms <= 9_000) }, { within: [1_010] }],
  ['at once only', { story: shortly, fault: afterReader((ms) => ms <= 30) }, { within: [30] }],
  // What led to it.
  [
    'for a moment after a create',
    {
      story: [created(one, { at: 0 }), fetched(id('9'), {}, { at: 20 })],
      fault: (_, { since }) => since.create < 400,
    },
    { calls: ['create', 'fetch'].map((operation) => expect.objectContaining({ operation })) },
  ],
  [
    'for a moment after a deletion, as the cleanup of each try makes them',
    {
      story: [
        created(one, { ...other, at: 0 }),
        deleted(one, { ...other, at: 20 }),
        created(id('2'), { at: 40 }),
        fetched(id('9'), {}, { at: 60 }),
      ],
      fault: (_, { since }) => since.delete < 1_500,
      left: 900,
    },
    {
      calls: ['create', 'delete', 'fetch'].map((operation) =>
        expect.objectContaining({ operation }),
      ),
    },
  ],
  [
    'long after a create by somebody else',
    {
      story: [created(one, { ...other, at: 0 }), fetched(id('9'), {}, { at: 20 })],
      fault: (_, { since }) => since.create < 60_000,
    },
    { from: expect.objectContaining({ calls: [expect.anything(), expect.anything()] }) },
  ],
  [
    'once, and is found later',
    { story: [missing, back], clause: stays, shown: [0], fault: never },
    { only: ['and found later: 1 of 2 times'] },
  ],
  [
    'once, and was found before',
    { story: [missing, { ...back, at: 0 }], clause: stays, shown: [0], fault: never },
    {},
  ],
  // What broke nothing at first.
  ['now, and not at first', { story: refusedAtFirst(), fault: always }, { isLater: true }],
  ['now and at first', { story: refusedAtFirst(fetched(one)), fault: always }, {}],
  ['now, with no request left', { story: refusedAtFirst(), fault: always, left: 3 }, {}],
  [
    'now, while what met it gets no answer',
    {
      story: refusedAtFirst({}, two),
      fault: ({ about }) => about.report === one || silent(),
    },
    {},
  ],
  [
    'now, and not at first, which came after what was not judged',
    {
      story: [
        { ...fetched(one, {}, { at: 0 }), status: 200, body: 'x' },
        { ...fetched(one, {}, { at: 1_000, scenario: 'met' }), ...refusal },
        fetched(one, {}, { at: 5_000, ...later }),
      ],
      fault: always,
    },
    { isLater: true },
  ],
];

test.each(proofs)('what shows %s is told so', async (_, trial, expected) => {
  const { proof } = await confirmed(trial);
  expect(proof).toMatchObject(expected);
  const { only, isLater } = proof;
  expect({ only, isLater }).toEqual({ only: expected.only, isLater: expected.isLater });
  if (expected.shown === undefined && trial.clause === undefined)
    expect(proof.shown).toBe(proof.of);
});

test('what nothing in the run explains is not proven by requests that showed it after others only', async () => {
  const client = serverWith((_, { since }) => since.create < 1_500);
  const { clause, history } = brokenIn({ story: guess, fault: never });
  await client.ask({ operation: 'create', caller: service.callers.stranger, about: {} });
  const options = { client, clock: client.clock, service, history, budget: { left: 900 } };
  expect(await confirm(clause, options)).toMatchObject({ shown: 0, of: 20 });
});

test('of several findings, the one with the fewest calls is tried first', async () => {
  const { client } = await confirmed({ ...storiesOf(5, 2, 3), fault: always });
  expect(new Set(client.exchanges.map(({ about }) => about.report))).toEqual(new Set([id('1')]));
});

test('a wait is paid for, and none of more than ten seconds is made', async () => {
  const fault = afterReader((ms) => ms > 900 && ms < 1_100);
  expect((await confirmed({ story: apart, fault })).spent).toBeGreaterThan(2 * 12 + 12 * 5);
  const far = [fetched(one, {}, { at: 0 }), fetched(one, {}, { at: 10_100 })];
  const { proof } = await confirmed({ story: far, fault: never, left: 60 });
  expect(proof.of).toBe(20);
});

test('neither a finding nor its connection is tried with a limited token', async () => {
  const by = (who: string, hash: string) => found(hash, {}, { who });
  const { proof, client } = await confirmed({
    story: [by('analyst', 'd'), by('limited[0]', 'e'), by('analyst', 'd')],
    sent: (exchange) => ({ ...exchange, connection: 1 }),
    clause: 'lookup/repeats-agree',
    shown: [2, 1],
    fault: never,
  });
  expect(proof.of).toBe(20);
  expect(client.exchanges.filter(({ caller }) => caller.includes('limited'))).toEqual([]);
});

const lookups: readonly [string, Trial, readonly (readonly [string, string])[]][] = [
  [
    'after the first one of that hash by somebody else',
    {
      story: [
        found(hashes.sha512),
        found(hashes.sha256),
        found(hashes.sha256, {}, { who: 'nobody' }),
      ],
      clause: 'lookup/token-required',
      fault: () => ({ body: found(hashes.sha256).body as object }),
    },
    [
      ['tokens.analyst', hashes.sha256],
      ['nobody', hashes.sha256],
    ],
  ],
  [
    'with the lookups of that hash, and no others of its caller',
    unknownHashFound(),
    [
      ['tokens.analyst', '{{hash-1}}'],
      ['tokens.analyst', '{{hash-1}}'],
    ],
  ],
];

/** A server that finds any hash when it is asked for it once more. */
function unknownHashFound(): Trial {
  const hash = '0123456789abcdef'.repeat(4);
  const others = Array.from({ length: 30 }, (_, nth) => `${nth}`.padStart(64, 'e'));
  const seen = new Set<string | undefined>();
  return {
    clause: 'lookup/unknown-hash-finds-nothing',
    story: [
      refused('lookup', { hash }),
      ...others.map((other) => refused('lookup', { hash: other })),
      refused('lookup', { hash, status: 200, body: { fileName: '', tags: [], sha256Hash: hash } }),
    ],
    fault: ({ about }) => {
      const isKnown = seen.has(about.hash);
      seen.add(about.hash);
      return isKnown ? { body: { fileName: '', tags: [] } } : refusal;
    },
  };
}

test.each(lookups)('a lookup is told %s', async (_, trial, expected) => {
  const { calls, shown, of } = (await confirmed(trial)).proof;
  expect(shown).toBe(of);
  expect(calls.map(({ caller, about }) => [caller, about.hash])).toEqual(expected);
});

test.each<[string, Fault, string[]]>([
  ['needs an encoding', ({ encoding }) => encoding === 'br', ['only with Accept-Encoding: br']],
  ['shows in every second try, whatever it is', (_, { nth }) => nth < 2 || nth % 8 < 4, []],
  [
    'stops to show after three turns',
    ({ connection }, { nth }) => nth < 14 && connection !== undefined,
    [],
  ],
  // A new connection takes as long as it does here.
  ['shows for half a second', (_, { ms }) => ms < 500, []],
])('a server that %s needs %s only if that was shown in every turn', async (_, fault, only) => {
  const sent = (exchange: Exchange) => inBrotli(kept(exchange));
  const { history } = brokenIn({ story: shortly, sent, fault });
  const client = serverWith(fault);
  const ask: typeof client.ask = async (one) => {
    if (!one.connection) await client.clock.sleep(1_000);
    return client.ask(one);
  };
  const budget = { left: 500 };
  const options = { client: { ...client, ask }, clock: client.clock, service, history, budget };
  const tries = new Tries(unknown, options);
  const calls = recordedCalls(service, history);
  expect(await tries.shows(calls)).toBe(true);
  expect(await findNeeded(calls, tries)).toEqual(only);
});

test('the rarer a fault was shown, the more tries it takes; what never was is tried a few times, a counted call once', () => {
  const calledBy = (caller: string) => ({ operation: 'lookup', caller, about: {} });
  const times = (shown: number, of: number, caller = 'tokens.researcher') =>
    triesOf(service, { calls: ['nobody', caller].map(calledBy), shown, of });
  expect([times(3, 3), times(10, 20), times(1, 20), times(1, 60)]).toEqual([6, 10, 270, 300]);
  expect([times(0, 20), times(1, 10, 'tokens.limited[0]')]).toEqual([3, 1]);
});

test('what was not tried again has its requests all the same, and says why', () => {
  const { clause, history } = brokenIn({ story: [created(one), fetched(one)], fault: never });
  expect(untried(clause, { service, history }, 'the run was stopped')).toMatchObject({
    calls: [{ operation: 'create', creates: 'report-1' }, { operation: 'fetch' }],
    shown: 0,
    of: 0,
    why: 'the run was stopped',
  });
});

test('a story of counted calls has those of one caller, and of others what may have touched them', () => {
  const hit = found(hashes.sha256, {}, { who: 'limited[1]' });
  const unrelated = found(hashes.sha512);
  const touching = found(hashes.blake3);
  const story = [hit, unrelated, unrelated, touching, unrelated, unrelated, hit, hit, hit, hit];
  const counts = 'lookup/every-call-counts';
  const { clause, history } = brokenIn({ story, clause: counts, fault: never });
  const { calls, finding } = untried(clause, { service, history }, 'they are counted');
  expect(finding).toBe(clause.findings[0]);
  const callers = calls.map(({ caller }) => caller.replace('tokens.', ''));
  expect(callers).toEqual(['limited[1]', 'analyst', ...Array(4).fill('limited[1]')]);
});
