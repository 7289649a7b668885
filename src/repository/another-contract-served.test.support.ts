// Started by another-contract.command.test.ts in a copy of this package, whose contract has more. Prints its
// observations as JSON.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutants } from '../../contract-tests/selftest/mutants/index.ts';
import { trial } from '../../contract-tests/selftest/trial.ts';
import { dialectNames } from '../dialects/named.ts';
import type { OperationName } from '../domain/operation.ts';
import { goodReport } from '../http/request/corpus/sample-values.test.support.ts';
import { startServer } from '../start-server.ts';

const update = 'update' as OperationName;
const data = mkdtempSync(join(tmpdir(), 'abuse-feed-data-'));
const draft = { ...goodReport, file256Hash: '0'.repeat(64) };

const seen: { [what: string]: unknown } = {};
const dialect = { 'lookup.pending': 'null' } as object;
const found = async (response: Response) => ({
  status: response.status,
  body: JSON.parse(await response.text()),
});
let id = '';
{
  await using server = await startServer({ data, dialect });
  const call = async (path: string, method = 'GET', body?: object, authorization?: string) => {
    const headers = {
      ...(authorization !== '' && { authorization: authorization ?? 'token-researcher-1' }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = body && { body: JSON.stringify(body) };
    return found(await fetch(server.baseUrl + path, { method, headers, ...sent }));
  };
  const feed = '/feed/tunnelco/api';
  const created = await call(feed, 'POST', { ...draft, campaign: 'autumn-mail' });
  id = created.body.id;
  seen.created = created.status;
  seen.refused = await call(feed, 'POST', { ...draft, campaign: 7 });
  seen.without = (await call(feed, 'POST', draft)).status;
  const place = `${feed}?report=${id}`;
  const { report } = (await call(place)).body;
  seen.campaign = report.campaign;
  seen.updatedAt = report.updatedAt;
  const seeded = server
    .state()
    .reports.find((one) => 'campaign' in one && one.campaign === 'spring');
  const shown = await call(`/feed/${seeded?.service}/api?report=${seeded?.id}`);
  seen.seeded = [shown.body.report.campaign, shown.body.report.updatedAt];
  seen.listed = (await call('/__admin/reports?search=autumn')).body.reports[0].campaign;
  const reference = await (await fetch(`${server.baseUrl}/docs/`)).text();
  const words = ['campaign', 'updatedAt', 'sections', 'Change a report', 'List reports'];
  seen.documented = words.every((one) => reference.includes(one));
  const score = { confidenceScore: 7 };
  seen.updated = (await call(place, 'PATCH', score)).status;
  seen.score = (await call(place)).body.report.confidenceScore;
  seen.notTheirs = (await call(place, 'PATCH', score, 'token-researcher-2')).status;
  seen.strange = (await call(place, 'PATCH', score, '')).status;
  seen.otherMethod = (await call(place, 'PUT', score)).status;
  await server.addFault({ type: 'reply', operation: update, status: 503, times: 1 });
  seen.faulted = (await fetch(server.baseUrl + place, { method: 'PATCH' })).status;
  seen.recorded = server.requests({ operation: update }).length;
  const page = await call('/feed/tunnelco/reports');
  const next = await call(`/feed/tunnelco/reports?cursor=${page.body.cursor}`);
  seen.pages = [page, next].map(({ status, body }) => [status, body.reports.length]);
  seen.noCursor = (await call('/feed/tunnelco/reports?cursor=')).status;
  server.clearRequests();
  await call(place, 'PATCH', score);
  await call('/feed/tunnelco/reports?cursor=2');
  seen.accused = server.findings().map((one) => one.id);
  await call(place, 'PATCH', { confidenceScore: 'high' });
  await call('/feed/tunnelco/reports?cursor=');
  seen.accusedThen = server.findings().map((one) => one.id);
  seen.pending = await call(`/private/sample/${'0'.repeat(64)}`, 'GET', undefined, 'token-analyst');
  seen.dialects = (dialectNames as readonly string[]).includes('bearer');
}
{
  await using server = await startServer({ data });
  const kept = server.state().reports.find((one) => one.id === id) as unknown as {
    readonly [field: string]: unknown;
  };
  seen.kept = [kept.confidenceScore, kept.campaign];
}
const tried = process.argv.slice(2);
seen.judged = (await trial({})).verdict;
const accepted: string[] = [];
for (const name of tried) {
  const mutant = mutants.find((one) => one.name === name);
  const result = mutant && (await trial({ mutant, run: { only: [mutant.breaks] } }));
  const isRejected = result?.clauses.some(
    (one) => one.id === mutant?.breaks && one.verdict === 'broken',
  );
  if (!isRejected) accepted.push(name);
}
seen.accepted = accepted;
process.stdout.write(JSON.stringify(seen));
