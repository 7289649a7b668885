import { expect, test } from 'vitest';
import {
  created,
  exchangesOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  id,
  one,
  refused,
  service,
} from '../../service/model/history.test.support.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { confirm, triesOf, untried } from './confirm.ts';
import {
  brokenBy,
  confirmed,
  guessed,
  refusal,
  silent,
  unknown,
} from './confirmed.test.support.ts';
import { fakeClient, type Says } from './fake-client.test.support.ts';

/** Answers so at every fourth call. */
function nowAndThen(): Says {
  let calls = 0;
  return (ask) => (calls++ % 4 === 3 ? guessed(ask) : refusal);
}

/** Requests that may be made: a new number for each test, since they are counted down. */
function left(requests: number) {
  return () => ({ budget: { left: requests } });
}

test.each<[string, Says, object, (() => object)?]>([
  ['always', guessed, { shown: 3, of: 3, answers: [200], within: [], beside: 0 }],
  ['once, until none are left', guessed, { shown: 1, of: 2 }, left(2)],
  ['now and then', nowAndThen(), { shown: 5, of: 20, answers: [200] }],
  ['never again', () => refusal, { shown: 0, of: 20 }],
  ['nothing', silent, { shown: 0, of: 0, why: 'nobody answers' }],
  ['always, and creates nothing', guessed, { shown: 3, of: 3 }, () => ({ leavesThings: true })],
])('what shows %s is told so', async (_, says, expected, more) => {
  const result = await confirmed(says, unknown, [fetched(one)], more?.());
  expect(result).toMatchObject(expected);
  expect('answers' in result).toBe(result.shown > 0);
  expect(result).not.toHaveProperty('isLater');
});

test('a lookup is replayed after the first one of that hash by somebody else', async () => {
  const story = [
    found(hashes.sha512),
    found(hashes.sha256),
    found(hashes.sha256, {}, { who: 'nobody' }),
  ];
  const served: Says = () => ({ body: found(hashes.sha256).body as object });
  const { calls, shown, of } = await confirmed(served, 'lookup/token-required', story);
  expect(shown).toBe(of);
  expect(calls.map(({ caller, about }) => [caller, about.hash])).toEqual([
    ['tokens.analyst', hashes.sha256],
    ['nobody', hashes.sha256],
  ]);
});

test('a lookup of an unknown hash is told with the lookups of that hash, and with no others of its caller', async () => {
  const clause = 'lookup/unknown-hash-finds-nothing';
  const hash = '0123456789abcdef'.repeat(4);
  const others = Array.from({ length: 30 }, (_, nth) => `${nth}`.padStart(64, 'e'));
  const story = [
    refused('lookup', { hash }),
    ...others.map((other) => refused('lookup', { hash: other })),
    refused('lookup', { hash, status: 200, body: { fileName: '', tags: [], sha256Hash: hash } }),
  ];
  const seen = new Set<string | undefined>();
  const stub: Says = ({ about }) => {
    const isKnown = seen.has(about.hash);
    seen.add(about.hash);
    return isKnown ? { body: { fileName: '', tags: [] } } : refusal;
  };
  const { calls, shown, of } = await confirmed(stub, clause, story);
  expect(calls.map(({ about }) => about.hash)).toEqual(['{{hash-1}}', '{{hash-1}}']);
  expect(shown).toBe(of);
  expect(seen.size).toBeGreaterThan(1);
});

function calledBy(caller: string) {
  return ['nobody', caller].map(
    (one) => ({ operation: 'lookup', caller: one, about: {} }) as const,
  );
}

const free = calledBy('tokens.researcher');
const counted = calledBy('tokens.limited[0]');

test('the rarer a fault was shown, the more tries it takes; what never was is tried a few times, a counted call once', () => {
  expect(triesOf(service, { calls: free, shown: 3, of: 3 })).toBe(6);
  expect(triesOf(service, { calls: free, shown: 10, of: 20 })).toBe(10);
  expect(triesOf(service, { calls: free, shown: 1, of: 20 })).toBe(270);
  expect(triesOf(service, { calls: free, shown: 1, of: 60 })).toBe(300);
  expect(triesOf(service, { calls: free, shown: 0, of: 20 })).toBe(3);
  expect(triesOf(service, { calls: counted, shown: 1, of: 10 })).toBe(1);
});

test.each<[string, readonly HistoryEntry[], () => object, string]>([
  [
    'requests of a limited token',
    [found(hashes.sha256, {}, { who: 'limited[0]' })],
    () => ({}),
    'it would use up requests of tokens.limited[0]',
  ],
  [
    'reports that stay',
    [created(one), fetched(one)],
    () => ({ leavesThings: true }),
    'it would leave reports that cannot be deleted',
  ],
  [
    'more requests than allowed',
    [fetched(one)],
    left(0),
    'enough requests were made to confirm findings',
  ],
  ['no exchange', [], () => ({}), 'nothing was exchanged'],
])('nothing is tried at the price of %s', async (_, story, more, why) => {
  const refusing: Says = () => refusal;
  expect(await confirmed(refusing, unknown, story, more())).toMatchObject({
    shown: 0,
    of: 0,
    why,
  });
});

/** Stories of these lengths, each of which ends with a finding. */
async function confirmedOf(lengths: readonly number[], says: Says, times = 0) {
  // Close together, since a replay waits as long as was waited.
  let at = 0;
  const next = () => (at += 20);
  const stories = lengths.map((length, nth) =>
    Array.from({ length }, () => fetched(id(`${nth}`), {}, { scenario: `${nth}`, at: next() })),
  );
  const history = exchangesOf(stories.flat());
  const ends = lengths.map((_, nth) => history.findLast(({ scenario }) => scenario === `${nth}`));
  const findings = ends.map((exchange) => ({
    clause: unknown,
    expected: '',
    actual: '',
    exchange,
  }));
  const asked: (string | undefined)[] = [];
  const client = fakeClient((ask) => {
    asked.push(ask.about.report);
    return says(ask);
  });
  const clause = { id: unknown, findings, times } as unknown as ClauseResult;
  const found = await confirm(clause, {
    client,
    clock: client.clock,
    service,
    history,
    grace: 10_000,
    budget: { left: 500 },
  });
  return { ...found, asked };
}

test('of several findings, the one with the fewest calls is tried first', async () => {
  const { asked, shown, of } = await confirmedOf([5, 2, 3], guessed);
  expect(shown).toBe(of);
  expect(new Set(asked)).toEqual(new Set([id('1')]));
});

test('a fault that shows more rarely is tried three times as often', async () => {
  const found = await confirmedOf([1], () => refusal, 9);
  expect(found).toMatchObject({ shown: 0, of: 60 });
});

test('neither a finding nor its connection is tried with a limited token', async () => {
  const by = (who: string, hash: string, at: number) => found(hash, {}, { who, at });
  const story = [by('analyst', 'd', 0), by('limited[0]', 'e', 20), by('analyst', 'd', 40)];
  const history = exchangesOf(story).map((each) => ({ ...each, connection: 1 }));
  const finding = { clause: 'lookup/repeats-agree', expected: '', actual: '' };
  const findings = [2, 1].map((nth) => ({ ...finding, exchange: history[nth] }));
  const clause = { id: finding.clause, findings } as unknown as ClauseResult;
  const client = fakeClient(() => refusal);
  const budget = { left: 100 };
  const { clock } = client;
  const { of } = await confirm(clause, { client, clock, service, history, budget });
  const limited = client.exchanges.filter(({ caller }) => caller.includes('limited'));
  expect(of).toBe(20);
  expect(limited).toEqual([]);
});

test('a wait of more than ten seconds is not made', async () => {
  const story = [fetched(one, {}, { at: 0 }), fetched(one, {}, { at: 10_100 })];
  const { of } = await confirmed(() => refusal, unknown, story, { budget: { left: 60 } });
  expect(of).toBe(20);
});

/** A server that breaks the clause by the milliseconds since a request of the reader; both are a second apart. */
async function confirmedByTime(isShown: (ms: number) => boolean) {
  const budget = { left: 300 };
  const story = [fetched(one, {}, { who: 'reader', at: 0 }), fetched(one, {}, { at: 1_010 })];
  const { clause, history } = brokenBy(unknown, ...story);
  let asked = Number.NEGATIVE_INFINITY;
  const client = fakeClient((ask) => {
    const isReader = ask.caller.key === 'tokens.reader';
    const ms = client.clock.now() - asked;
    asked = isReader ? client.clock.now() : Number.NEGATIVE_INFINITY;
    return !isReader && isShown(ms) ? guessed(ask) : refusal;
  }, 20);
  const options = { client, clock: client.clock, service, history, budget };
  return { ...(await confirm(clause, options)), spent: 300 - budget.left };
}

test('a wait that is needed is kept, and paid for', async () => {
  const found = await confirmedByTime((ms) => ms > 900 && ms < 1_100);
  expect(found.calls.map(({ after }) => after)).toEqual([undefined, 1_000]);
  expect(found.only).toEqual(['only some time later']);
  expect(found.spent).toBeGreaterThan(2 * 12 + 12 * 5);
});

test('of findings that waited, the one that waited longest is tried, too', async () => {
  let at = 0;
  const pairs = [400, 500, 600, 700, 3_000].map((ms, nth): HistoryEntry[] => {
    at += 20_000;
    const report = { scenario: `${nth}` };
    return [
      fetched(id(`${nth}`), {}, { ...report, who: 'reader', at }),
      fetched(id(`${nth}`), {}, { ...report, at: at + ms }),
    ];
  });
  const history = exchangesOf(pairs.flat());
  const findings = history
    .filter((_, nth) => nth % 2 === 1)
    .map((exchange) => ({ clause: unknown, expected: '', actual: '', exchange }));
  let first = Number.POSITIVE_INFINITY;
  const client = fakeClient((ask) => {
    const { report = '' } = ask.about;
    const isReader = ask.caller.key === 'tokens.reader';
    const ms = client.clock.now() - first;
    first = isReader ? client.clock.now() : Number.POSITIVE_INFINITY;
    return ms > 2_500 ? { body: fetched(report).body as object } : refusal;
  }, 20);
  const { calls, shown } = await confirm({ id: unknown, findings } as unknown as ClauseResult, {
    client,
    clock: client.clock,
    service,
    history,
    budget: { left: 500 },
  });
  expect(shown).toBeGreaterThan(1);
  expect(calls.at(-1)?.after).toBeGreaterThan(2_500);
});

test.each([
  ['shows for long', 9_000, 1_010],
  ['shows at once only', 30, 30],
])('how slow a replay may be, where a fault %s', async (_, lasts, within) => {
  const found = await confirmedByTime((ms) => ms <= lasts);
  expect(found.within).toEqual([within]);
});

test('what was not tried again has its requests all the same, and says why', () => {
  const { clause, history } = brokenBy(unknown, created(one), fetched(one));
  expect(untried(clause, { service, history }, 'the run was stopped')).toMatchObject({
    calls: [{ operation: 'create', creates: 'report-1' }, { operation: 'fetch' }],
    shown: 0,
    of: 0,
    why: 'the run was stopped',
  });
});

test('a story of counted calls has those of one caller, and of others what may have touched them', () => {
  const hit = found(hashes.sha256, {}, { who: 'limited[1]' });
  const other = found(hashes.sha512);
  const story = [hit, other, other, found(hashes.blake3), other, other, hit, hit, hit, hit];
  const { clause, history } = brokenBy('lookup/every-call-counts', ...story);
  const { calls, finding } = untried(clause, { service, history }, 'they are counted');
  expect(finding).toBe(clause.findings[0]);
  const callers = calls.map(({ caller }) => caller.replace('tokens.', ''));
  expect(callers).toEqual(['limited[1]', 'analyst', ...Array(4).fill('limited[1]')]);
});
