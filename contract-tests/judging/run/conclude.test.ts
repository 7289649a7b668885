import { expect, test, vi } from 'vitest';
import { noneLeft } from '../../service/model/counts/judge-counts.ts';
import { hash, targetAt } from '../../service/target/target.test.support.ts';
import { NoAnswer } from '../talk/client.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Leftover } from './cleanup.ts';
import { clauseResults, conclude } from './conclude.ts';
import type { ConcludeOptions } from './conclusions.ts';
import { runOf } from './run.test.support.ts';
import type { Run } from './run.ts';

/** A request on which the server hung up. */
function hungUp(part: Partial<Exchange>) {
  const lost = someExchange(part);
  return new NoAnswer(lost.request.url, { code: 'ECONNRESET', message: 'hung up' }, { lost });
}

function concluded(run: Run, leftovers: readonly Leftover[] = [], options: ConcludeOptions = {}) {
  const clauses = clauseResults(run, options);
  return conclude({ run, clauses, causes: [], cleaning: { leftovers, exchanges: [] } }, options);
}

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
  run.evidence.addFinding({ clause: 'delete/flag-is-success', ...leak });
  run.evidence.addFinding({ clause: 'create/body-is-json', ...leak });
  run.evidence.addProblem({ key: 'baseUrl', message: 'secret-analyst' });
  run.evidence.observe('fetch.who', 'secret-analyst');
  const result = concluded(run);
  expect(result).toMatchObject({ verdict: 'violates', exitCode: 1 });
  const broken = result.clauses.filter(({ verdict }) => verdict === 'broken');
  expect(broken.map(({ id }) => id)).toEqual(['create/body-is-json', 'delete/flag-is-success']);
  expect(JSON.stringify(result)).not.toMatch(/secret-(researcher|analyst)/);
  expect(Object.keys(result.sections ?? {})).toContain('4.3');
});

test('expected answers are compared with the observed ones, and affect the verdict only on request', () => {
  const expected = {
    file: 'my.dialect.yaml',
    answers: { 'fetch.who': 'public', 'create.status.created': 201 },
  };
  const run = runOf({ ...targetAt(), areas: ['feed'], expected });
  run.evidence.addMet('create/flag-present');
  run.evidence.observe('fetch.who', 'known');
  expect(concluded(run).expectations?.summary).toBe(
    '0 answers as expected, 1 different, 1 not seen',
  );
  expect(concluded(run).exitCode).toBe(0);
  expect(concluded(run, [], { strict: true })).toMatchObject({ verdict: 'conforms', exitCode: 1 });
});

test('only a run that learns has a card', () => {
  expect(concluded(runOf()).own).toBeUndefined();
  const run = runOf();
  run.evidence.observe('create.status.created', 202);
  expect(concluded(run, [], { learn: true }).own).toMatchObject({
    card: { learned: [{ openPoint: 'create.status.created', answer: 202 }] },
  });
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
    run.evidence.addFinding({ clause: 'fetch/body-is-json', expected: 'a', actual: 'b' });
    const messages = concluded(run).problems.map(({ key, message }) => `${key}: ${message}`);
    expect(messages).toEqual(
      says.map((one) =>
        expect.stringContaining(`baseUrl: GET http://127.0.0.1:1/ as tokens.researcher${one}`),
      ),
    );
  },
);

test('what was left out is not met by what else was seen, but may be broken by it', () => {
  const met = 'create/flag-present';
  const broken = 'create/id-present';
  const run = runOf(targetAt(), { skip: [met, broken] });
  run.evidence.addMet(met);
  run.evidence.addMet('create/flag-true');
  run.evidence.addFinding({ clause: broken, expected: 'a', actual: 'b' });
  const seen = new Map(concluded(run).clauses.map((one) => [one.id as string, one]));
  const skipped = { verdict: 'not-testable', reason: `left out by --skip ${met}` };
  expect(seen.get(met)).toMatchObject(skipped);
  expect(seen.get(broken)).toMatchObject({ verdict: 'broken' });
  expect(seen.get('create/flag-true')).toMatchObject({ verdict: 'met' });
});

const broke = someExchange({
  about: { service: 'tunnelco', report: '11111111-1111-4111-8111-111111111111' },
  response: { status: 500, headers: {}, body: '{"error":"oh","successful":false}' },
});

test('a response of 5xx fails a run on request only', () => {
  const concludedAfter = (exchanges: Exchange[], failOn5xx: boolean) => {
    const run = runOf({ ...targetAt(), areas: ['feed'] });
    run.evidence.addMet('create/flag-present');
    vi.spyOn(run, 'exchanges').mockReturnValue(exchanges);
    return concluded(run, [], { failOn5xx });
  };
  expect(concludedAfter([broke], true)).toMatchObject({ verdict: 'conforms', exitCode: 1 });
  expect(concludedAfter([broke], false)).toMatchObject({ verdict: 'conforms', exitCode: 0 });
  expect(concludedAfter([], true)).toMatchObject({ verdict: 'conforms', exitCode: 0 });
});

const limited = [2, 0, 3].map((remaining, nth) => ({ token: `l${nth}`, remaining }));
const tokens = { researcher: 'r', analyst: 'a', limited };

function looked(nth: number, status = 200, throttled = false): Exchange {
  return someExchange({
    operation: 'lookup',
    about: { hash },
    caller: `tokens.limited[${nth}]`,
    throttled,
    response: { status, headers: {}, body: '{}' },
  });
}

interface Ended {
  readonly how: 'stopped' | 'over';
  readonly exchanges: Exchange[];
  readonly says: string;
}

test.each<[string, Ended]>([
  [
    'that was stopped says',
    {
      how: 'stopped',
      exchanges: [looked(0), looked(0), looked(1)],
      says: 'The run was stopped, and has used 2 requests of tokens.limited[0]: set its remaining to 0.',
    },
  ],
  [
    'that was stopped says without those that were throttled, or later known to be,',
    {
      how: 'stopped',
      exchanges: [looked(0), looked(0, 429), looked(0, 503, true)],
      says: 'The run was stopped, and has used 1 request of tokens.limited[0]: set its remaining to 1.',
    },
  ],
  ['that is over says nothing of', { how: 'over', exchanges: [looked(0)], says: '' }],
])('a run %s what it has used of limited tokens', (_, { how, exchanges, says }) => {
  const run = runOf(targetAt(undefined, { tokens }));
  vi.spyOn(run, 'isCutShort', 'get').mockReturnValue(how === 'stopped');
  vi.spyOn(run, 'isLimit').mockImplementation(({ response }) => response.status === 429);
  vi.spyOn(run, 'exchanges').mockReturnValue(exchanges);
  const result = concluded(run);
  expect(result.conditions?.join()).toBe(says);
});

test.each([
  [[0, 2], true],
  [[0], false],
])('section 8 was not tried if all limited tokens were used up: %j', (used, isTold) => {
  const run = runOf(targetAt(undefined, { tokens }));
  run.evidence.addMet('create/flag-present');
  run.evidence.addMet('lookup/by-sha256');
  for (const nth of used)
    run.evidence.addUntested('lookup/counts-once', noneLeft(`tokens.limited[${nth}]`));
  const { verdict, summary } = concluded(run);
  expect(verdict).toBe('conforms');
  expect(summary.includes('section 8 was not tried')).toEqual(isTold);
});

test('what is debatable is a remark with its section, and its clause is met', () => {
  const run = runOf();
  const finding = { expected: 'no field successful', actual: 'successful: true' };
  for (const clause of ['delete/flag-not-successful', 'create/returns-only-the-id']) {
    run.evidence.addMet(clause);
    for (const _ of [1, 2]) run.evidence.addDebatable({ clause, ...finding });
  }
  run.evidence.addFinding({ clause: 'create/returns-only-the-id', ...finding });
  const { clauses, remarks } = concluded(run);
  const clause = clauses.find(({ id }) => id === 'delete/flag-not-successful');
  expect(clause).toMatchObject({ verdict: 'met', findings: [] });
  expect(remarks).toEqual([
    {
      id: 'delete/flag-not-successful',
      section: '4.3',
      says: expect.stringMatching(/^Section 4\.3 .* successful: true \(2 times\)/),
    },
  ]);
});
