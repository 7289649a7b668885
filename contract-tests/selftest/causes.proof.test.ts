import { expect, test } from 'vitest';
import { judgeTarget } from '../index.ts';
import { momentaryFaults } from './momentary-faults.ts';
import { body, combined, inReport, type Json, type Mutant, refusal } from './mutant.ts';
import { mutantNamed } from './mutants/index.ts';
import { timeAndWorkerFaults } from './realistic/time-and-workers.ts';
import { isRight, reproduced } from './reproduced.ts';
import { defaultDialect, startServer } from './server.ts';
import { referenceTarget, trial } from './trial.ts';

const remembered = Object.entries({ ...momentaryFaults, ...timeAndWorkerFaults }).filter(([name]) =>
  name.startsWith('role-remembered'),
);

/** The causes found for a server with these mutations, in a full run of the feed. */
async function causesOf(...lies: Mutant['mutation'][]) {
  await using server = await startServer({ mutant: combined(...lies)() });
  const target = referenceTarget(server, defaultDialect);
  const { causes, counts } = await judgeTarget({ ...target, areas: ['feed'] });
  return { causes: causes.map(({ clause }) => clause), all: causes, counts };
}

test('an id that is a number is one cause, whatever cannot be tested for it', async () => {
  const { causes, counts } = await causesOf(body('created', (value) => ({ ...value, id: 17 })));
  expect(causes).toEqual(['create/id-type']);
  expect(counts.untested).toBeGreaterThan(50);
});

test('a moment in another form hides no hash in another form', async () => {
  const { causes } = await causesOf(
    body(
      'fetched',
      inReport((report) => ({
        ...report,
        reportedAt: String(report.reportedAt).replace(' ', 'T'),
        file256Hash: `0x${String(report.file256Hash).slice(2)}`,
      })),
    ),
  );
  expect(causes.sort()).toEqual(['report/file256-hash-format', 'report/reported-at-format']);
});

test('errors that say something else in every operation are one cause', async () => {
  const other = ({ error }: Json) => ({ message: error });
  const { all } = await causesOf(
    ...(['create', 'fetch', 'delete'] as const).map((one) => refusal(one, other)),
  );
  expect(all.map(({ clause, alike }) => [clause, ...alike])).toEqual([
    [
      'create/error-present',
      'create/error-flag-present',
      'fetch/error-present',
      'fetch/error-flag-present',
      'delete/error-present',
      'delete/error-flag-present',
    ],
  ]);
});

test.each([
  [
    'create-repeats-give-the-old-id',
    'create',
    'a refusal, or a new id: by our reading of "the new id" (2.1), a create that succeeds has made a report',
  ],
  ['strangers-delete-at-the-third-try', 'delete', 'this request to be refused'],
])(
  'the cause of %s is shown by the %s itself, and says what was expected',
  async (name, operation, expected) => {
    const mutant = mutantNamed(name);
    const { causes } = await trial({ mutant, isWhole: true });
    const cause = causes.find(({ clause, follows }) =>
      [clause, ...follows].includes(mutant.breaks),
    );
    expect(cause).toMatchObject({ expected, exchange: { operation } });
  },
);

/** `npm run selftest -- repro` tries all of them. */
test.each([
  'create-error-flag-true',
  'create-takes-over-the-reporter',
  'delete-refuses-and-deletes',
  'lookup-counts-hits-only',
  // The server returns another report than the run expects.
  'fetch-guesses-the-id',
  // Only intermittently.
  'readers-create-at-the-fourth-try',
  // One of many concurrent deletions removed the report.
  'delete-at-once-takes-the-newest-too',
])('%s has one cause, whose replay says nothing wrong', async (name) => {
  const mutant = mutantNamed(name);
  const { causes } = await reproduced({ mutant });
  expect(causes.map(({ explains }) => explains.includes(mutant.breaks))).toEqual([true]);
  expect(causes.filter((cause) => !isRight(cause))).toEqual([]);
});

/** What the kit itself sent shortly before may be what shows them; a replay comes later, or to a server started anew. */
test.each(remembered)('no replay of what %s shows calls it fixed', async (_, fault) => {
  const { causes } = await reproduced({ fault });
  expect(causes.length).toBeGreaterThan(0);
  expect(causes.filter((cause) => !isRight(cause))).toEqual([]);
});

test.each([
  ['report-without-name', 'lookup-counts-hits-only'],
  ['report-file256-hash-format-1', 'create-by-everybody'],
  ['delete-without-flag', 'analysis-tags-type-1'],
  ['create-without-error', 'lookup-not-by-blake3'],
  ['delete-not-by-owner-in-service', 'keeps-one-tag'],
  ['fetch-flag-false', 'lookup-counts-twice'],
  ['takes-any-address', 'lookup-without-token'],
  ['delete-pretends', 'analysis-without-date'],
  ['delete-by-other-researcher', 'report-reported-at-format-1'],
  ['create-returns-name', 'delete-error-flag-true'],
])('%s and %s in one server are two causes', async (...names) => {
  const both = names.map(mutantNamed);
  const mutation = combined(...both.map((one) => one.mutation));
  const { causes } = await trial({ mutant: { name: '', breaks: '', mutation }, isWhole: true });
  expect(causes.map(({ clause }) => clause).sort()).toEqual(
    both.map(({ breaks }) => breaks).sort(),
  );
});
