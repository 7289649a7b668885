import { expect, test } from 'vitest';
import { noneLeft } from '../model/counts/judge-counts.ts';
import { NoAnswer } from '../talk/client.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Outage } from '../talk/outage.ts';
import type { Leftover } from './cleanup.ts';
import { type ConcludeOptions, clauseResults, conclude } from './conclude.ts';
import type { RunConnection } from './connect.ts';
import { hash, runOf, targetAt } from './run.test.support.ts';

/** A request on which the server hung up. */
const hungUp = (part: Partial<Exchange>) => {
  const lost = someExchange(part);
  return new NoAnswer(lost.request.url, { code: 'ECONNRESET', message: 'hung up' }, { lost });
};

const concluded = (
  run: RunConnection,
  leftovers: readonly Leftover[] = [],
  options: ConcludeOptions = {},
) => conclude(run, clauseResults(run, options), [], leftovers, options);

test('without evidence nothing is met, and the run is inconclusive', () => {
  const result = concluded(runOf());
  expect(result).toMatchObject({ verdict: 'inconclusive', exitCode: 3, aborted: false });
  expect(result.clauses.filter(({ verdict }) => verdict === 'met')).toEqual([]);
});

test('a request without an answer names its URL, and the line of it', () => {
  const source = { file: 'mine.yaml', text: 'baseUrl: a\nanalysisUrl: b\n' };
  const run = runOf({ ...targetAt(), source });
  const error = new NoAnswer('http://127.0.0.1:9/private/sample/x', new Error('hung up'));
  run.evidence.unanswered.push({ clauses: ['lookup/by-sha256'], error });
  const { problems, clauses } = concluded(run);
  expect(problems).toEqual([
    { key: 'analysisUrl', message: 'a request got no response: hung up', line: 2 },
  ]);
  expect(clauses.find(({ id }) => id === 'lookup/by-sha256')?.reason).toContain('no response came');
});

test('what is broken is reported by section, without the tokens that were sent', () => {
  const run = runOf();
  const leak = { expected: 'a', actual: 'Bearer secret-researcher' };
  run.evidence.broken({ clause: 'delete/flag-is-success', ...leak });
  run.evidence.broken({ clause: 'create/body-is-json', ...leak });
  run.evidence.problem({ key: 'baseUrl', message: 'secret-analyst' });
  run.evidence.observe('fetch.who', 'secret-analyst');
  const result = concluded(run);
  expect(result).toMatchObject({ verdict: 'violates', exitCode: 1 });
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken');
  expect(broken.map(({ id }) => id)).toEqual(['create/body-is-json', 'delete/flag-is-success']);
  expect(JSON.stringify(result)).not.toMatch(/secret-(researcher|analyst)/);
});

test('expected answers are compared with the observed ones, and affect the verdict only on request', () => {
  const expected = {
    file: 'my.dialect.yaml',
    answers: { 'fetch.who': 'public', 'create.status.created': 201 },
  };
  const run = runOf({ ...targetAt(), areas: ['feed'], expected });
  run.evidence.met('create/flag-present');
  run.evidence.observe('fetch.who', 'known');
  expect(concluded(run).expectations?.summary).toBe(
    '0 answers as expected, 1 different, 1 not seen',
  );
  expect(concluded(run).exitCode).toBe(0);
  expect(concluded(run, [], { strict: true })).toMatchObject({ verdict: 'conforms', exitCode: 1 });
});

test('only a run that learns has a card', () => {
  expect(concluded(runOf()).card).toBeUndefined();
  const run = runOf();
  run.evidence.observe('create.status.created', 202);
  expect(concluded(run, [], { learn: true }).card?.learned).toMatchObject([
    { openPoint: 'create.status.created', answer: 202 },
  ]);
});

test('throttled requests do not count for a limited token, even if that is found out later', () => {
  const tokens = { researcher: 'r', analyst: 'a', limited: [{ token: 'l', remaining: 4 }] };
  const stopped = runOf(targetAt(undefined, { tokens }), { signal: AbortSignal.abort() });
  const answered = (status: number, throttled = false) =>
    someExchange({
      ...({ operation: 'lookup', about: { hash }, caller: 'tokens.limited[0]' } as const),
      ...{ response: { status, headers: {}, body: '{}' }, throttled },
    });
  const client = {
    ...stopped.client,
    exchanges: [answered(200), answered(429), answered(503, true)],
    isLimit: ({ response }: Exchange) => response.status === 429,
  };
  expect(concluded({ ...stopped, client }).conditions).toEqual([
    'The run was stopped, and has used 1 request of tokens.limited[0]: set its remaining to 3.',
  ]);
});

test.each([
  [{ throttledCount: 0, requestsPerSecond: 3 }, []],
  [{ throttledCount: 1 }, [/turned some away once, which were repeated and not judged\.$/]],
  [
    { throttledCount: 2, requestsPerSecond: 3.14 },
    [/turned some away 2 times, .* judged; 3\.1 requests a second held\.$/],
  ],
])('a limit that was met is a condition: %o', (paced, says) => {
  const run = runOf();
  const { conditions } = concluded({ ...run, client: { ...run.client, paced: () => paced } });
  expect(conditions).toEqual(says.map((one) => expect.stringMatching(one)));
});

test.each([
  [1, /serves one connection at a time.* in turn.*, and no more than 1 at once\.$/],
  [3, /serves 3 connections at a time.* only one was kept,.*, and no more than 2 at once\.$/],
])('few connections at once are a condition: %i', (atOnce, says) => {
  expect(concluded({ ...runOf(), atOnce }).conditions).toEqual([expect.stringMatching(says)]);
});

test.each([
  [['fetch', 'create', 'create', 'delete'], [' got no response, and 1 more like it (hung up);']],
  [['fetch', 'delete'], [' got no response (hung up);']],
  [['fetch'], []],
] as const)(
  'dropped requests are told together, unless they are judged: %o',
  (operations, says) => {
    const run = runOf();
    for (const operation of operations)
      run.evidence.unanswered.push({ clauses: [], error: hungUp({ operation }) });
    run.evidence.broken({ clause: 'fetch/body-is-json', expected: 'a', actual: 'b' });
    const messages = concluded(run).problems.map(({ key, message }) => `${key}: ${message}`);
    expect(messages).toEqual(
      says.map((one) =>
        expect.stringContaining(`baseUrl: GET http://127.0.0.1:1/ as tokens.researcher${one}`),
      ),
    );
  },
);

test('what was left out is not met by what else was seen, but may be broken by it', () => {
  const [met, broken] = ['create/flag-present', 'create/id-present'] as const;
  const run = runOf(targetAt(), { skip: [met, broken] });
  run.evidence.met(met);
  run.evidence.met('create/flag-true');
  run.evidence.broken({ clause: broken, expected: 'a', actual: 'b' });
  const seen = new Map(concluded(run).clauses.map((one) => [one.id as string, one]));
  const skipped = { verdict: 'not-testable', reason: `left out by --skip ${met}` };
  expect(seen.get(met)).toMatchObject(skipped);
  expect(seen.get(broken)).toMatchObject({ verdict: 'broken' });
  expect(seen.get('create/flag-true')).toMatchObject({ verdict: 'met' });
});

const outage: Outage = {
  ...{ origin: 'http://127.0.0.1:9', sign: 'closed', inFlight: [], tried: 0, waitedMs: 0 },
  ...{ hasComeBack: true, hasForgotten: false },
};
const broke = someExchange({
  about: { service: 'tunnelco', report: '11111111-1111-4111-8111-111111111111' },
  response: { status: 500, headers: {}, body: '{"error":"oh","successful":false}' },
});
const explored = { seed: 1, requests: 7 } as unknown as NonNullable<RunConnection['explored']>;
const parts = ['abortReason', 'outages', 'explored', 'budget'];

test.each<[string, Partial<RunConnection>, ConcludeOptions, object]>([
  ['nothing', {}, {}, { aborted: false, remarks: [] }],
  [
    'a stop',
    { isStopped: () => true },
    {},
    { aborted: true, abortReason: /stopped before its end/ },
  ],
  [
    'the end of its server',
    { outages: [{ ...outage, hasComeBack: false }] },
    {},
    { aborted: true, abortReason: /http:\/\/127.0.0.1:9 stopped/, outages: [{}] },
  ],
  [
    'a crash',
    { outages: [outage] },
    {},
    { aborted: false, outages: [{}], remarks: [{ id: 'crash' }] },
  ],
  ['a failure', { cleaning: [broke], tried: 3 }, {}, { exitCode: 3, requests: 4, cleaning: 1 }],
  ['a walk', { explored }, {}, { explored }],
])('a result tells of %s, and of nothing else', (_what, part, options, told) => {
  const result = concluded({ ...runOf(), ...part }, [], options);
  const says = Object.entries(told).map(([key, value]) => [
    key,
    value instanceof RegExp ? expect.stringMatching(value) : value,
  ]);
  expect(result).toMatchObject(Object.fromEntries(says));
  expect(parts.filter((key) => key in result)).toEqual(parts.filter((key) => key in told));
});

test.each([
  [[broke], true, 1],
  [[broke], false, 0],
  [[], true, 0],
])('a response of 5xx fails a run on request only: %#', (exchanges, failOn5xx, exitCode) => {
  const run = runOf({ ...targetAt(), areas: ['feed'] });
  run.evidence.met('create/flag-present');
  const result = concluded({ ...run, client: { ...run.client, exchanges } }, [], { failOn5xx });
  expect(result).toMatchObject({ verdict: 'conforms', exitCode });
});

const limited = [2, 0, 3].map((remaining, nth) => ({ token: `l${nth}`, remaining }));
const tokens = { researcher: 'r', analyst: 'a', limited };
const looked = (nth: number): Exchange =>
  someExchange({ operation: 'lookup', about: { hash }, caller: `tokens.limited[${nth}]` });

test.each([
  [
    'spent',
    [looked(0)],
    [/^The budget was spent, and has used 1 request of .*\[0\]: set its remaining to 1\.$/],
  ],
  ['spent', [looked(0), looked(0), looked(1)], []],
  [
    'stopped',
    [looked(0), looked(0), looked(1)],
    [/^The run was stopped, and has used 2 requests .* to 0\.$/],
  ],
  ['over', [looked(0)], []],
])('what a run that was %s has used of limited tokens is told: %#', (how, exchanges, says) => {
  const run = runOf(targetAt(undefined, { tokens }), { budget: 900 });
  const budget = { requests: 900, isSpent: how === 'spent' } as RunConnection['budget'];
  const client = { ...run.client, exchanges };
  const result = concluded({ ...run, budget, client, isStopped: () => how === 'stopped' });
  expect(result.conditions).toEqual(says.map((one) => expect.stringMatching(one)));
});

test.each([
  [[0, 2], true],
  [[0], false],
])('section 8 was not tried if all limited tokens were used up: %j', (used, isTold) => {
  const run = runOf(targetAt(undefined, { tokens }));
  run.evidence.met('create/flag-present');
  run.evidence.met('lookup/by-sha256');
  for (const nth of used)
    run.evidence.untested('lookup/counts-once', noneLeft(`tokens.limited[${nth}]`));
  const { verdict, summary } = concluded(run);
  expect([verdict, summary.includes('section 8 was not tried')]).toEqual(['conforms', isTold]);
});
