import { expect, test } from 'vitest';
import type { Finding } from '../model/evidence.ts';
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
  target,
  two,
} from '../model/history.test.support.ts';
import type { ClauseResult } from '../model/verdict.ts';
import type { Ask } from '../talk/ask.ts';
import type { Exchange } from '../talk/exchange.ts';
import { NoAnswer } from '../talk/no-answer.ts';
import { parseCause } from './cause-file.ts';
import { type Confirmation, confirm, triesOf } from './confirm.ts';
import { fakeClient, type Says } from './fake-client.test.support.ts';

const refusal = { status: 404, body: { error: 'no', successful: false } };
const guessed: Says = () => ({ body: fetched(one).body as object });

/** A clause that the last exchange of a story has broken. */
const brokenBy = (id: string, ...story: readonly HistoryEntry[]) => {
  const history = exchangesOf(story);
  const findings: Finding[] = [{ clause: id, expected: '', actual: '', exchange: history.at(-1) }];
  return { clause: { id, findings } as unknown as ClauseResult, history };
};

const confirmed = (says: Says, id: string, story: readonly HistoryEntry[], more: object = {}) => {
  const { clause, history } = brokenBy(id, ...story);
  const client = fakeClient(says);
  const options = { client, target, history, isPatient: true, budget: { left: 100 }, ...more };
  return confirm(clause, options);
};

const unknown = 'fetch/unknown-id-is-refused';

/** Answers so at every fourth call. */
const nowAndThen = (): Says => {
  let calls = 0;
  return (ask) => (calls++ % 4 === 3 ? guessed(ask) : refusal);
};
const silent: Says = () => {
  throw new NoAnswer('http://feed.example/', { message: 'nobody answers' });
};

test.each<[string, Says, object, object?]>([
  ['always', guessed, { shown: 1, of: 1, answers: [200], ms: expect.any(Number) }],
  ['always, while requests are left', guessed, { shown: 1, of: 1 }, { budget: { left: 3 } }],
  ['once, until none are left', guessed, { shown: 1, of: 2 }, { budget: { left: 2 } }],
  ['now and then', nowAndThen(), { shown: 5, of: 20, answers: [200] }],
  ['never again', () => refusal, { shown: 0, of: 20 }],
  ['never again, while requests are left', () => refusal, { of: 3 }, { budget: { left: 5 } }],
  ['nothing', silent, { shown: 0, of: 0, why: 'nobody answers' }],
  ['always, and creates nothing', guessed, { shown: 1, of: 1 }, { leavesReports: true }],
])('what shows %s is told so', async (_, says, expected, more) => {
  const result = await confirmed(says, unknown, [fetched(one)], more);
  expect(result).toMatchObject(expected);
  expect('answers' in result).toBe(result.shown > 0);
});

const onKept = (exchange: Exchange): Exchange => ({ ...exchange, kept: true });
const inBrotli = ({ request, ...exchange }: Exchange): Exchange => ({
  ...exchange,
  request: { ...request, headers: { ...request.headers, 'accept-encoding': 'br' } },
});

test.each<[string, string, typeof onKept, (ask: Ask, before?: Ask) => unknown, string?]>([
  [
    'needs the connection of another caller',
    'reader',
    onKept,
    ({ kept, caller }, before) => kept && before?.kept && before.caller.key !== caller.key,
    'only on a connection that another caller used before',
  ],
  [
    'needs a connection',
    'researcher',
    onKept,
    ({ kept }, before) => kept && before?.kept,
    'only on a connection that was used before',
  ],
  [
    'needs any connection of another caller',
    'reader',
    (exchange) => exchange,
    ({ kept }, before) => kept !== false && before,
    'only on a connection that another caller used before',
  ],
  ['needs no connection', 'reader', onKept, () => true],
  [
    'needs an encoding',
    'reader',
    inBrotli,
    ({ encoding }) => encoding === 'br',
    'only with Accept-Encoding: br',
  ],
  [
    'gets no response without an encoding',
    'reader',
    inBrotli,
    (ask) => ask.encoding === 'br' || silent(ask),
  ],
])('what %s is told so', async (_, who, sent, isShown, where) => {
  const story = [fetched(one, {}, { who }), fetched(one)];
  const { clause, ...found } = brokenBy(unknown, ...story);
  const history = found.history.map(sent);
  const findings = clause.findings.map((finding) => ({ ...finding, exchange: history.at(-1) }));
  let before: Ask | undefined;
  const ask = fakeClient((asked) => {
    const answer = isShown(asked, before) ? guessed(asked) : refusal;
    before = asked;
    return answer;
  }).ask;
  const renew = async (): Promise<void> => {
    before = undefined;
  };
  const options = {
    client: { ask, renew },
    target,
    history,
    isPatient: true,
    budget: { left: 100 },
  };
  const { shown, of, only } = await confirm({ ...clause, findings }, options);
  expect([shown, of, only]).toEqual([1, 1, where && [where]]);
});

test('a lookup is replayed after the first one of that hash by somebody else', async () => {
  const story = [
    found(hashes.sha512),
    found(hashes.sha256),
    found(hashes.sha256, {}, { who: 'nobody' }),
  ];
  const served: Says = () => ({ body: found(hashes.sha256).body as object });
  const { calls, shown } = await confirmed(served, 'lookup/token-required', story);
  expect(shown).toBe(1);
  expect(calls.map(({ caller, hash }) => [caller, hash])).toEqual([
    ['tokens.analyst', hashes.sha256],
    ['nobody', hashes.sha256],
  ]);
});

test('a race is tried many times', async () => {
  const twice = [fetched(one, {}, { at: 100 }), fetched(one, {}, { at: 105 })];
  const result = await confirmed(nowAndThen(), 'create/keeps-tags', twice);
  expect(result).toMatchObject({ shown: 0, of: 20 });
});

test('what shows once, and not again, is tried many times', async () => {
  let calls = 0;
  const now: Says = (ask) => (calls++ === 0 ? guessed(ask) : refusal);
  const result = await confirmed(now, unknown, [fetched(one)]);
  expect(result).toMatchObject({ shown: 0, of: 20 });
});

test.each<[string, number, number, number]>([
  ['tokens.researcher', 1, 1, 3],
  ['tokens.researcher', 1, 2, 10],
  ['tokens.researcher', 1, 10, 66],
  ['tokens.researcher', 1, 20, 100],
  ['tokens.researcher', 0, 20, 20],
  ['tokens.limited[0]', 1, 10, 1],
])('calls of %s that showed it %d of %d times are tried %d times', (caller, shown, of, tries) => {
  const calls: Confirmation['calls'] = [{ operation: 'lookup', caller }];
  expect(triesOf({ calls, shown, of })).toBe(tries);
});

test.each<[string, readonly HistoryEntry[], object, string]>([
  [
    'requests of a limited token',
    [found(hashes.sha256, {}, { who: 'limited[0]' })],
    {},
    'it would use up requests of tokens.limited[0]',
  ],
  [
    'reports that stay',
    [created(one), fetched(one)],
    { leavesReports: true },
    'it would create reports that cannot be deleted',
  ],
  [
    'more requests than allowed',
    [fetched(one)],
    { budget: { left: 0 } },
    'enough requests were made to confirm findings',
  ],
])('nothing is tried that costs %s', async (_, story, more, why) => {
  const refusing: Says = () => refusal;
  expect(await confirmed(refusing, unknown, story, more)).toMatchObject({ shown: 0, of: 0, why });
});

/** Stories of these lengths, each of which ends with a finding. */
const confirmedOf = async (lengths: readonly number[], says: Says, more: object = {}) => {
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
  const options = { client, target, history, isPatient: true, budget: { left: 500 }, ...more };
  const clause = { id: unknown, findings } as unknown as ClauseResult;
  return { ...(await confirm(clause, options)), asked };
};

test('of several findings, the one with the fewest calls is tried first', async () => {
  const { asked, shown } = await confirmedOf([5, 2, 3], guessed);
  expect(shown).toBe(1);
  expect(new Set(asked)).toEqual(new Set([id('1')]));
});

test('of many findings, three are tried, then all that came before, and the shortest again', async () => {
  const { asked } = await confirmedOf([5, 4, 1, 2, 3], () => refusal);
  const all = ['0', '0', '0', '0', '0'];
  const again = Array.from({ length: 20 }, () => '2');
  expect(asked).toEqual(['2', '3', '3', '4', '4', '4', ...all, ...again].map(id));
});

test.each([
  ['shows without it', 0, undefined, 0],
  ['shows with it only', 1, 210, 4 * 2],
])('a wait of a story that %s', async (_, misses, after, price) => {
  const budget = { left: 100 };
  let asked = 0;
  const says: Says = (ask) => (asked++ < 2 * misses ? refusal : guessed(ask));
  const story = [fetched(one, {}, { at: 0 }), fetched(one, {}, { at: 220 })];
  const { shown, of, calls } = await confirmed(says, unknown, story, { budget });
  expect([shown, of, calls.at(-1)?.after]).toEqual([1, 1, after]);
  expect(100 - budget.left - asked).toBe(price);
});

const later = { at: 9_000 };

test.each<[string, HistoryEntry, HistoryEntry, (readonly string[])?]>([
  [
    'is not found, and found later',
    { ...fetched(one), ...refusal },
    fetched(one, {}, later),
    ['and found later: 1 of 2 times'],
  ],
  ['is never found', { ...fetched(one), ...refusal }, { ...fetched(one, {}, later), ...refusal }],
  ['is not found, as another is', { ...fetched(one), ...refusal }, fetched(two, {}, later)],
  ['is found twice', fetched(one), fetched(one, {}, later)],
  ['is deleted later', refused('delete', { report: one }), deleted(one, later)],
])('a report that %s', async (_, first, second, only) => {
  const { clause, history } = brokenBy('fetch/report-stays', first, second);
  const findings = clause.findings.map((finding) => ({ ...finding, exchange: history[0] }));
  const options = { client: fakeClient(() => refusal), target, history, budget: { left: 100 } };
  expect((await confirm({ ...clause, findings }, options)).only).toEqual(only);
});

test.each<[string, string, Says, true?]>([
  ['broke nothing at first', one, () => refusal, true],
  ['are answered now as they were then', id('2'), () => refusal],
  ['get no response now', id('2'), silent],
])('calls like it that %s', async (_, first, others, isLater) => {
  const story = [
    { ...fetched(first, {}, { at: 0 }), ...refusal },
    fetched(one, {}, { at: 5_000, scenario: 'later' }),
  ];
  const says: Says = (ask) => (ask.about.report === one ? guessed : others)(ask);
  const result = await confirmed(says, unknown, story);
  expect([result.shown, result.isLater]).toEqual([1, isLater]);
});

const call = { operation: 'fetch', caller: 'nobody' };

test.each<[unknown, string | undefined]>([
  [{ clause: unknown, tries: 1, calls: [call] }, undefined],
  [{ clause: unknown, tries: 1, calls: [] }, 'c.json:4: calls is an empty list; expected a list'],
  [
    { clause: unknown, tries: 1, calls: [call, { ...call, operation: 'fetched' }] },
    'c.json:10: calls[1].operation is "fetched"; expected one of create, fetch, delete, lookup; did you mean fetch?',
  ],
  [
    { clause: unknown, tries: 1, calls: [{ ...call, calller: 'x' }] },
    'c.json:8: unknown key calls[0].calller; did you mean calls[0].caller?',
  ],
  ['text', 'c.json: the cause is "text"; expected a map of keys'],
])('a file that is no cause says what is wrong: %j', (value, mistake) => {
  const parse = () => parseCause({ file: 'c.json', text: JSON.stringify(value, null, 2) });
  if (mistake) expect(parse).toThrow(mistake);
  else expect(parse()).toEqual(value);
});
