import { expect, test } from 'vitest';
import { type Dialect, type Differences, dialectOf } from '../dialects/dialect.ts';
import { dialectNames } from '../dialects/named.ts';
import { acceptedFrom } from './accepted.ts';
import { hasAnswers, idsOf } from './answers.ts';
import { failingAnswersOf } from './blame.ts';
import { Search } from './search.ts';
import type { Candidate, MatrixCommandRun, SearchOptions } from './search-result.ts';
import { conclusion } from './verdict.ts';

const answers: { readonly [letter: string]: Differences } = {
  A: { 'create.status.created': 200 },
  B: { 'create.tags.case': 'lowered' },
  C: { 'create.tags.order': 'sorted' },
  D: { 'any.extra-fields': 'some' },
  E: { 'any.version-header': 'header' },
  F: { 'delete.status.deleted': 202 },
  // Another answer to the point of A, and one to a point that is not exercised.
  X: { 'create.status.created': 202 },
  U: { 'lookup.who': 'researchers' },
  T: { 'auth.prefix': 'Bearer' },
};
const lettersOf = (dialect: Dialect): string =>
  Object.keys(answers)
    .filter((letter) => hasAnswers(dialect, answers[letter] ?? {}))
    .join('');

const under = (dialects: string): Candidate[] =>
  dialects.split(' ').map((letters, nth) => ({
    label: letters === '-' ? 'default' : `${nth}`,
    dialect: dialectOf(Object.assign({}, ...[...letters].map((letter) => answers[letter]))),
  }));

/** `AE`; the letter of a default answer is a small one. */
const named = (cause: Differences): string =>
  idsOf(cause)
    .map((id) => {
      const [first = '', ...others] = Object.keys(answers).filter(
        (one) => id in (answers[one] ?? {}),
      );
      const isGiven = (one: string) => answers[one]?.[id] === cause[id];
      return [first, ...others].find(isGiven) ?? first.toLowerCase();
    })
    .join('');

type Client = (on: string, limit: number | undefined) => Partial<MatrixCommandRun>;

/** A search with a client that creates and deletes a report; it sees the letters of a dialect and the number of the run. */
async function found(client: Client, wanted: Partial<SearchOptions> = {}) {
  const said: string[] = [];
  const labels: string[] = [];
  const ignored = () => {};
  const search = new Search(
    { candidates: undefined, rows: 0, seed: 1, budget: 200, jobs: 1, ...wanted },
    async ({ label, dialect, limit }) => ({
      ...{ label, dialect, passed: true, end: 'exit 0', ms: 1, output: '', tests: {} },
      ...{ notes: ['create created', 'delete deleted'], elsewhere: [], ...(limit && { limit }) },
      ...client(`${lettersOf(dialect)} ${labels.push(label)}`, limit),
    }),
    {
      ...{ say: (line) => void said.push(line), expects: ignored, started: ignored },
      ...{ ended: ignored, done: ignored, knows: ignored },
    },
  );
  const outcome = await search.run();
  const causes = [...new Set(failingAnswersOf(outcome.blamed).map(named))].sort();
  return { ...outcome, labels, said, causes };
}

const fails =
  (form: RegExp, more: Partial<MatrixCommandRun> = {}): Client =>
  (on) =>
    form.test(on) ? { passed: false, ...more } : {};

const byTest =
  (forms: { [test: string]: RegExp }): Client =>
  (on) => {
    const ends = Object.entries(forms).map(([test, form]) => [test, !form.test(on)] as const);
    const results = Object.fromEntries(ends);
    return { passed: Object.values({ ...results, always: true }).every(Boolean), results };
  };

/** The dialects, what fails, the budget; what is found, what is left, and how many runs it took. */
test.each<[string, string, RegExp | { [test: string]: RegExp }, number, string]>([
  ['one of six', '- ABCDEF', /D/, 99, 'D; 10'],
  ['two of six', '- ABCDEF', /A|E/, 99, 'A; E; 14'],
  ['two together', '- ABCDEF', /A.*E/, 99, 'EA; 18'],
  ['three together', '- ABCDEF', /A.*C.*F/, 99, 'AFC; 23'],
  ['one that another saves', '- A ABCDEF', /A(?!.*C)/, 99, 'Ac; 16'],
  ['one that is known, and saved', '- AB ACD AC DX', /A(?!.*C)|X|D/, 99, 'Ac; D; X; 18'],
  ['none that was exercised', '- AU', /U/, 99, '9'],
  ['one, with the default added', 'F AF', /A/, 99, 'A; 8'],
  ['one, with the default last', 'F A -', /A/, 99, 'A; 7'],
  ['two, and no more runs', '- ABCDEF F', /A|D/, 9, 'D; 1 by EAFBC; 12'],
  ['none, and no more runs', '- ABCDEF F', /D|F/, 2, '1 by DEAFBC; 2 by F; 5'],
  ['a failure by chance', '- ABCDEF', / 2$/, 99, 'unsteady: false,true; 20'],
  ['a failure in the end', '- ABCDEF', /D| 10$/, 99, 'unsteady: true,true,true,false; 10'],
  ['a failure by chance, like a known one', '- A FX', /A|F| 7$/, 99, 'unsteady: false,true; 8'],
  [
    'tests, of which one always fails',
    '- BCDEFX ABCDEF',
    { a: /A|X/, b: /D/, c: /B/, always: /./ },
    99,
    'A; B; D; X; 16',
  ],
  [
    'tests that fail by chance',
    '- ABCDEF',
    { a: / [25]$/, b: /U/ },
    99,
    'unsteady: false,true; 25',
  ],
  ['tests, and two together', '- ABCDEF', { a: /A.*E/, b: /D/, c: /U/ }, 99, 'D; EA; 22'],
  [
    'tests, and no more runs',
    '- ABCDEF DF',
    { a: /F/, b: /D/, c: /A/ },
    8,
    'D; F; 1 by DEAFBC; 11',
  ],
])('found is %s', async (_, dialects, failing, budget, ends) => {
  const client = failing instanceof RegExp ? fails(failing) : byTest(failing);
  const { causes, blamed, labels } = await found(client, {
    candidates: under(dialects),
    budget,
    jobs: 2,
  });
  const left = [...blamed.unresolved].map(([label, suspects]) => `${label} by ${named(suspects)}`);
  const unsteady = blamed.unsteady ? [`unsteady: ${blamed.unsteady.passed}`] : [];
  expect([...causes, ...left, ...unsteady, labels.length].join('; ')).toBe(ends);
});

test('where the default fails, the others are compared with a named dialect that passes', async () => {
  const { causes, labels, said } = await found(fails(/^(?!A)/));
  expect(causes).toEqual(['X', 'a']);
  expect(labels.slice(0, dialectNames.length)).toEqual(dialectNames);
  expect(said).toContainEqual(
    expect.stringMatching(/^ {2}known now: create\.status\.created: 201 \(/),
  );
  expect(said.slice(0, 4)).toEqual([
    'It fails under the default, so the other named dialects are tried.\n',
    'It exercised 36 open points with 88 answers, 38 of them not tried yet: 3 runs planned.',
    'Running it again to narrow this down:',
    '  passed with documented, again',
  ]);
});

test('what is accepted is tried at the end with each other answer, and without a budget nothing is', async () => {
  const ids = ['delete.status.deleted', 'create.tags.case', 'fetch.who'];
  const accepted = ids.map((id) => acceptedFrom(`${id} because x`));
  const outcome = await found(fails(/A|F/), { accepted });
  expect(outcome.accepted?.map(({ state }) => state)).toEqual([
    ...['relied on', 'relied on no longer', 'not touched'],
  ]);
  expect(outcome.labels.slice(-2)).toEqual([`${ids[0]}: 202`, `${ids[1]}: lowered`]);
  const without = await found(fails(/A|F/), { accepted, budget: 0 });
  expect(without.labels).toEqual(['default', 'mix 1', 'mix 2', 'mix 3']);
  expect(without.accepted).toEqual(accepted);
});

test.each<[Partial<MatrixCommandRun>]>([
  [{ isStopped: true, passed: false }],
  [{ notes: ['- unknown-path'] }],
])('after a first run that ended with %j, no other is made', async (run) => {
  expect((await found(() => run)).labels).toEqual(['default']);
});

test('a limit of requests is named if the command fails with it twice, and not where it is flaky', async () => {
  const ends = [false, true, true, false, false];
  const client: Client = (_, limit) => ({ passed: !limit || ends.shift() === true });
  const { labels, impatient } = await found(client, { limits: [429, 503, 500] });
  expect([impatient?.limit, ...labels.filter((label) => label.startsWith('limit'))]).toEqual([
    500,
    ...[429, 429, 503, 500, 500].map((limit) => `limit ${limit}`),
  ]);
});

/** It ends before its deletion where the create fails. */
const hiding: Client = (on) =>
  /A|X/.test(on) ? { passed: false, notes: ['create created'] } : { passed: !on.includes('F') };

test.each<[Client, Partial<SearchOptions>, RegExp]>([
  [() => ({}), {}, /^The command passes under all 4 .*\nIt exer.*\nLimits .*\n57 of .*\nNo .*\n$/],
  [fails(/^(?!A)|F/), {}, /with 201, 202\n {4}No other.*\n.*\n\n.*\n.*fails with 202\n/],
  [fails(/./, { isStopped: true, end: 'no end' }), {}, /named \(no end; --timeout allows/],
  [
    fails(/B.*C/),
    {},
    /Together:\n.*\n.*kept, fails with lowered\n.*\n.*\n.*kept, fails with sorted\n/,
  ],
  [hiding, {}, /all 88 were tried.*\nLimits (.*\n)+ {4}passes with 200, fails with 202\n/],
  [fails(/T/, { notes: [] }), {}, / {2}auth\.prefix .*\n {4}passes with none, fails with Bearer\n/],
  [fails(/./, { notes: [], before: 'x' }), {}, /Under default it fails before any request, twice/],
  [byTest({ a: /A/, b: /F/ }), {}, /fails with 200\n.*\n {4}in test "a"\n(.*\n)+ {4}in test "b"\n/],
  [fails(/F/, { notes: [] }), {}, /before its first request, twice/],
  [
    fails(/[02468]$/),
    {},
    /flaky: of 3 runs .* \(default, again\) 2 passed and 1 failed\.\nSo no open/,
  ],
  [fails(/U/), { candidates: under('- AU') }, /\nNo open point was made out for 1\.\n$/],
  [fails(/A/), { budget: 1 }, /Nothing is known of 20 of them, .*: create\.body-limit: 16384, /],
  [fails(/A/), { budget: 1 }, /mix 1 may fail because of ([\w.-]+(, )?){5} and 31 more/],
  [(on) => ({ elsewhere: on.startsWith('A') ? ['/v2'] : [] }), {}, /went to \/v2\.\n/],
])('%s under %j is concluded: %s', async (client, wanted, says) => {
  expect(conclusion(await found(client, wanted))).toMatch(says);
});
