import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { examples } from '../../repository/test-settings.test.support.ts';
import { copyOf } from '../../store/contents.ts';
import { newDataFolder } from '../../store/file/data-folder.test.support.ts';
import { someContents, report as stored } from '../../store/sample-data.test.support.ts';
import { State } from '../../store/state.ts';
import type { World } from '../../worlds/world.ts';
import { call } from '../control-plane.test.support.ts';
import { type NewReport, searchReports } from './reports-control.ts';

const report = { service: 'tunnelco', c2Address: 'c2.example:4444', file256Hash: 'AB'.repeat(32) };

function many(count: number, change: (n: number) => Partial<NewReport> = () => ({})) {
  return Array.from({ length: count }, (_, n) => ({ ...report, ...change(n) }));
}

test('of a report three fields are needed, and the API answers with it', async () => {
  await using server = await startServer({
    clock: { mode: 'frozen', at: '2026-01-31T13:45:00Z' },
  });
  const [first, second] = await server.addReports([report, report]);
  expect(first).toMatchObject({
    ...report,
    file256Hash: 'ab'.repeat(32),
    createdBy: 'researcher-1',
    name: 'untagged',
    tags: [],
    firstSeenID: first?.id,
    reportedAt: '2026-01-31T13:45:00.000Z',
  });
  expect(second?.firstSeenID).toBe(first?.id);
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api?report=${first?.id}`, {
    headers: { Authorization: server.tokens.reader ?? '' },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ report: { c2Address: report.c2Address } });
});

test('every field can be given', async () => {
  await using server = await startServer();
  const given = {
    ...report,
    id: '0e0c1a5e-90c4-4d8b-8f60-31e2a7e30a11',
    name: 'named',
    tags: ['rat', 'loader'],
    referenceLink: 'https://results.example/page',
    confidenceScore: -3,
    createdBy: 'researcher-2',
    firstSeenID: '11111111-1111-4111-8111-111111111111',
    reportedAt: new Date('2020-02-29T00:00:00Z'),
  };
  const [made] = await server.addReports([given]);
  expect(made).toMatchObject({
    ...given,
    file256Hash: 'ab'.repeat(32),
    reportedBy: expect.stringMatching(/./),
    reportedAt: '2020-02-29T00:00:00.000Z',
  });
  expect(server.reports({ search: given.id }).reports).toEqual([made]);
});

test('pages have the latest first, and miss nothing while reports come and go', async () => {
  await using server = await startServer();
  const before = server.reports().total;
  const added = await server.addReports(many(120, (n) => ({ c2Address: `h${n}.example:1` })));
  const first = server.reports({ service: 'tunnelco', search: '.example:1' });
  expect(first.reports).toHaveLength(50);
  expect(first.total).toBe(120);
  expect(first.reports[0]).toEqual(added[119]);
  await fetch(`${server.baseUrl}/feed/tunnelco/api?report=${first.reports[49]?.id}`, {
    method: 'DELETE',
    headers: { Authorization: server.tokens['researcher-1'] ?? '' },
  });
  await server.addReports([report]);
  const rest = server.reports({ search: '.example:1', limit: 1000, after: first.next ?? -1 });
  expect(rest.reports).toEqual(added.slice(0, 70).toReversed());
  expect(rest.next).toBeUndefined();
  expect(server.reports().total).toBe(before + 120);
});

test.each([
  ['its id', (id: string) => id.toUpperCase()],
  ['a part of its address', () => 'needle.ex'],
  ['its hash', () => 'cd'.repeat(32)],
  ['a tag and its name, in any order', () => 'Stack  hay'],
])('a report is found by %s', async (_what, words) => {
  await using server = await startServer();
  const [needle] = await server.addReports([
    {
      ...report,
      c2Address: 'needle.example:9',
      file256Hash: 'cd'.repeat(32),
      tags: ['HAY'],
      name: 'stack',
    },
    report,
  ]);
  const found = server.reports({ search: words(needle?.id ?? '') });
  expect(found).toEqual({ reports: [needle], total: 1 });
});

test('a search leaves others their turn, and shows what was there when it began', async () => {
  const reports = Array.from({ length: 4500 }, (_, nth) => stored(`r${nth}`));
  const state = new State(copyOf({ ...someContents, reports }));
  const world = { store: { state } } as unknown as World;
  let others = 0;
  const page = searchReports(world, { search: 'r4', limit: 1 });
  setImmediate(() => {
    others += 1;
    state.data.reports.length = 0;
  });
  expect(await page).toMatchObject({ total: 1 + 10 + 100 + 500 });
  expect(others).toBe(1);
});

test('a list of reports is refused where nobody may create any', async () => {
  await using server = await startServer();
  for (const { id } of server.callers()) await server.changeCaller(id, { roles: [] });
  await expect(server.addReports([report])).rejects.toThrow('nobody here may create reports');
});

test('a feed is opened where the dialect opens feeds', async () => {
  await using server = await startServer({ dialect: { 'feed.unknown-service': 'created' } });
  await server.addReports([{ ...report, service: 'newco' }]);
  expect(server.services()).toContain('newco');
});

test('a chosen id is not given out again where ids follow from a seed, nor in the same list', async () => {
  await using dry = await startServer({ ids: 7 });
  const [drawn] = await dry.addReports([report]);
  const chosen = { ...report, id: drawn?.id ?? '' };
  for (const lists of [[[chosen], [report]], [[report, chosen]]]) {
    await using server = await startServer({ ids: 7 });
    const added = [];
    for (const list of lists) added.push(...(await server.addReports(list)));
    expect(new Set(added.map(({ id }) => id)).size).toBe(2);
    for (const { id } of added) expect(server.reports({ search: id }).total).toBe(1);
  }
});

test('thousands are added over HTTP in one request, and last', async () => {
  const count = examples(10_000);
  const data = newDataFolder();
  const server = await startServer({ data });
  const reports = many(count, (n) => ({ tags: [`tag-${n}`] }));
  expect(await call(server.adminUrl, 'POST /reports', { reports })).toMatchObject({ status: 201 });
  await server.close();
  await using again = await startServer({ data });
  expect(again.reports({ search: 'tag-' }).total).toBe(count);
});

test('a removed report is gone as a deleted one is, and its id is not given out again', async () => {
  await using server = await startServer({ ids: 7 });
  const [made] = await server.addReports([report]);
  const url = `${server.baseUrl}/feed/${made?.service}/api?report=${made?.id}`;
  const fetched = () => fetch(url, { headers: { Authorization: server.tokens.reader ?? '' } });
  expect((await fetched()).ok).toBe(true);
  await server.removeReport(made?.id ?? '');
  expect((await fetched()).ok).toBe(false);
  await expect(server.removeReport(made?.id ?? '')).rejects.toThrow('There is no report');
  const [next] = await server.addReports([report]);
  expect(next?.id).not.toBe(made?.id);
});
