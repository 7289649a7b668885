import { expect, test } from 'vitest';
import { type Dialect, dialectOf, type OpenPointId } from '../../dialects/dialect.ts';
import { answersOf } from '../../matrix/plan.ts';
import { extent } from '../../spec/test-settings.test.support.ts';
import { type Client, matrix } from './client.test.support.ts';

/** The outcomes of a client's tests that cover everything. */
const suite = [
  ...['create created', 'create invalid-report', 'create no-token', 'create not-a-researcher'],
  ...['fetch fetched', 'fetch unknown-report', 'delete deleted', 'delete unknown-report'],
  ...['delete not-your-report', 'lookup found', 'lookup unknown-hash', 'lookup malformed-hash'],
];

/** Points that such a client may rely on, each with the answers that make it fail. */
const dependences: { readonly [id in OpenPointId]?: readonly unknown[] } = {
  'create.status.created': [200, 202],
  'create.status.invalid-report': [422],
  'create.status.no-token': [200],
  'create.status.not-a-researcher': [401],
  'create.duplicates': ['refused'],
  'create.tags.case': ['lowered'],
  'create.tags.order': ['sorted'],
  'create.link.names-hash': ['needed'],
  'create.score.maximum': [5],
  'fetch.status.fetched': [203],
  'fetch.status.unknown-report': [410],
  'fetch.who': ['creator-and-owner'],
  'delete.status.deleted': [202],
  'delete.status.unknown-report': [410, 200],
  'delete.absent': ['accepted'],
  'lookup.status.unknown-hash': [410],
  'lookup.status.malformed-hash': [404],
  'lookup.error-body.unknown-hash': ['empty'],
  'any.error-text': ['terse'],
  'report.id.case': ['upper'],
  'report.id.version': [1, 7, 'none'],
  'report.time-zone': ['+05:30'],
};
const planted = Object.keys(dependences) as OpenPointId[];

const breaks = (dialect: Dialect, id: OpenPointId): boolean =>
  dependences[id]?.includes(dialect[id]) ?? false;

async function verdict(fails: (dialect: Dialect) => boolean, how: 'exit 1' | 'no end after 9 s') {
  const client: Client = (dialect) => ({
    notes: suite,
    ...(fails(dialect) && { passed: false, end: how }),
  });
  const { code, out } = await matrix(client, '--budget', '300');
  const named = [...out.matchAll(/^ {2}(\S+) {2}.*\n {4}passes with (.*), fails with (.*)$/gm)];
  const points = Object.fromEntries(named.map(([, id, , bad]) => [id, bad?.split(', ').sort()]));
  return { code, out, points };
}

const expected = (ids: readonly OpenPointId[]) =>
  Object.fromEntries(ids.map((id) => [id, dependences[id]?.map(String).sort()]));

test.each(planted.filter((_, at) => at % (extent === 'quick' ? 8 : 5) === 0))(
  'of a client that relies on %s alone, all failing answers are reported',
  async (id) => {
    const { out, points, code } = await verdict((dialect) => breaks(dialect, id), 'exit 1');
    expect(points).toEqual(expected([id]));
    const passing = answersOf(id).filter((answer) => !dependences[id]?.includes(answer));
    const passesWith = /passes with (.*), fails/.exec(out)?.[1]?.split(', ') ?? [];
    expect(passing.map(String)).toEqual(expect.arrayContaining(passesWith));
    expect(out).toMatch(/; all \d+ were tried in/);
    expect(code).toBe(1);
  },
);

test.each(
  planted
    .map((id, at) => [id, planted[(at + 7) % planted.length] as OpenPointId] as const)
    .filter((_, at) => at % (extent === 'quick' ? 8 : 2) === 0),
)('of a client that relies on %s and on %s, and hangs, both are reported', async (...ids) => {
  const { points } = await verdict(
    (dialect) => ids.some((id) => breaks(dialect, id)),
    'no end after 9 s',
  );
  expect(points).toEqual(expected(ids));
});

test('of a client that relies on six, all six are reported', async () => {
  const ids = planted.filter((_, at) => at % 4 === 0);
  const { points } = await verdict((dialect) => ids.some((id) => breaks(dialect, id)), 'exit 1');
  expect(points).toEqual(expected(ids));
});

test.each([3, 7])('a client that fails every %i. time is reported as flaky', async (nth) => {
  let runs = 0;
  const { out, points } = await verdict(() => ++runs % nth === 0, 'exit 1');
  expect(points).toEqual({});
  expect(out).toMatch(/The command is flaky/);
});

test('every answer that is planted can be given', () => {
  for (const id of planted)
    for (const answer of dependences[id] ?? [])
      expect(dialectOf({ [id]: answer })[id]).toBe(answersOf(id).find((one) => one === answer));
});
