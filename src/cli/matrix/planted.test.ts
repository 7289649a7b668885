import { expect, test } from 'vitest';
import type { OpenPointId } from '../../dialects/dialect.ts';
import { extent } from '../../repository/test-settings.test.support.ts';
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

test.each(extent === 'quick' ? [0] : [0, 1, 2, 3])(
  'of a client that relies on every fourth from %i, all are reported, in at most 80 runs',
  async (first) => {
    const ids = planted.filter((_, at) => at % 4 === first);
    let runs = 0;
    const client: Client = (dialect) => {
      runs += 1;
      const fails = ids.some((id) => dependences[id]?.includes(dialect[id]));
      return { notes: suite, ...(fails && failed) };
    };
    const { out } = await matrix(client, '--budget', '300');
    const named = out.matchAll(/^ {2}(\S+) {2}.*\n {4}passes with .*, fails with (.*)$/gm);
    expect(
      Object.fromEntries([...named].map(([, id, bad]) => [id, bad?.split(', ').sort()])),
    ).toEqual(Object.fromEntries(ids.map((id) => [id, dependences[id]?.map(String).sort()])));
    expect(runs).toBeLessThanOrEqual(80);
  },
);
