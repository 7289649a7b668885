import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import type { paths } from '../spec/api.generated.ts';
import { startServer } from '../start-server.ts';
import { goodReport, seededSha256 } from './request/corpus/sample-values.test.support.ts';

test('a client generated from the contract performs all four operations', async () => {
  await using server = await startServer();
  const headers = { Authorization: server.tokens['researcher-1'] };
  const feed = createClient<paths>({ baseUrl: server.baseUrl, headers });
  const lookup = createClient<paths>({ baseUrl: server.analysisUrl, headers });
  const path = { service: 'tunnelco' };

  const created = await feed.POST('/feed/{service}/api', { params: { path }, body: goodReport });
  const report = created.data?.id ?? '';
  expect(created.data).toEqual({ id: report, successful: true });

  const found = await feed.GET('/feed/{service}/api', { params: { path, query: { report } } });
  expect(found.data?.report).toMatchObject({ id: report, ...goodReport });

  const deleted = await feed.DELETE('/feed/{service}/api', { params: { path, query: { report } } });
  expect(deleted.data?.success).toBe(true);

  const gone = await feed.GET('/feed/{service}/api', { params: { path, query: { report } } });
  expect([gone.response.status, gone.error?.successful]).toEqual([404, false]);

  const analysis = await lookup.GET('/private/sample/{hash}', {
    params: { path: { hash: seededSha256 } },
  });
  expect(analysis.data?.sha256Hash).toBe(seededSha256);
  expect(analysis.data?.mD5Hash).toMatch(/^[0-9a-f]{32}$/);
});
