import { expect, test } from 'vitest';
import type { Dialect, OpenPointId } from '../../dialects/dialect.ts';
import { extent } from '../../spec/test-settings.test.support.ts';
import { type Client, failed, matrix } from './client.test.support.ts';

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

async function verdict(fails: (dialect: Dialect) => boolean) {
  let runs = 0;
  const client: Client = (dialect) => {
    runs += 1;
    return { notes: suite, ...(fails(dialect) && failed) };
  };
  const { out } = await matrix(client, '--budget', '300');
  return { out, points: pointsIn(out), runs };
}

function pointsIn(out: string) {
  const named = [...out.matchAll(/^ {2}(\S+) {2}.*\n {4}passes with (.*), fails with (.*)$/gm)];
  return Object.fromEntries(named.map(([, id, , bad]) => [id, bad?.split(', ').sort()]));
}

const expected = (ids: readonly OpenPointId[]) =>
  Object.fromEntries(ids.map((id) => [id, dependences[id]?.map(String).sort()]));

test.each(extent === 'quick' ? [0] : [0, 1, 2, 3])(
  'of a client that relies on every fourth from %i, all are reported, in at most 80 runs',
  async (first) => {
    const ids = planted.filter((_, at) => at % 4 === first);
    const { points, runs } = await verdict((dialect) => ids.some((id) => breaks(dialect, id)));
    expect(points).toEqual(expected(ids));
    expect(runs).toBeLessThanOrEqual(80);
  },
);

test.each([3, 7])('a client that fails every %i. time is reported as flaky', async (nth) => {
  let runs = 0;
  const { out, points } = await verdict(() => ++runs % nth === 0);
  expect(points).toEqual({});
  expect(out).toMatch(/The command is flaky/);
  const byTest = await matrix(() => {
    const isGood = ++runs % nth !== 0;
    return { notes: suite, results: { a: isGood, b: true }, ...(!isGood && failed) };
  });
  expect(pointsIn(byTest.out)).toEqual({});
});

test('of twelve tests that rely on seven points, all are reported with their tests, in at most 40 runs', async () => {
  const ids = planted.filter((_, at) => at % 3 === 0).slice(0, 7);
  const names = Array.from({ length: 12 }, (_, nth) => `test ${nth}`);
  let runs = 0;
  const client: Client = (dialect) => {
    runs += 1;
    const failing = ids.filter((id) => breaks(dialect, id)).map((id) => `test ${ids.indexOf(id)}`);
    const results = Object.fromEntries(names.map((name) => [name, !failing.includes(name)]));
    return { notes: suite, results, ...(failing.length > 0 && { passed: false, end: 'exit 1' }) };
  };
  const { out } = await matrix(client);
  for (const [nth, id] of ids.entries())
    expect(out).toMatch(new RegExp(`^  ${id} (.*\\n)+?    in test "test ${nth}"$`, 'm'));
  expect(pointsIn(out)).toEqual(expected(ids));
  expect(runs).toBeLessThanOrEqual(40);
});
