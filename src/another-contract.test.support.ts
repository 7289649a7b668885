// Started by another-contract.command.test.ts in a separate process, with a contract that has one more
// field and one more operation than openapi.yaml. Prints its observations as JSON.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTarget, verify } from '../contract-tests/index.ts';
import { Listener } from '../contract-tests/listen/listener.ts';
import { addKitOperation, operationPath } from '../contract-tests/operations/operations.ts';
import { mutants } from '../contract-tests/selftest/mutants/index.ts';
import { trial } from '../contract-tests/selftest/trial.ts';
import type { OperationName } from './domain/operation.ts';
import { ok, refused } from './domain/refusal.ts';
import { clause, commonCauses, type Operation, open } from './operations/operation.ts';
import { addOperation } from './operations/operations.ts';
import { startServer } from './start-server.ts';

const [folder = '', seed = ''] = process.argv.slice(2);

/** All that the server needs to know about an operation. */
const count: Operation<{ readonly service: string }, number> = {
  name: 'count' as OperationName,
  success: 'counted',
  input: ({ params }) => ({ service: String(params.service) }),
  async run({ store }, _caller, { service }) {
    const { reports } = store.state.data;
    if (!store.state.hasService(service)) return refused({ kind: 'unknown-service', service });
    return ok(reports.filter((report) => report.service === service).length);
  },
  body: (number) => ({ count: number, successful: true }),
  causes: {
    ...commonCauses,
    'no-token': clause('create/token-required'),
    'unknown-token': clause('create/token-must-be-known'),
    'unknown-service': open('feed.unknown-service'),
  },
  whoMay: () => 'everybody whose token is known.',
};
addOperation(count);

/** All that the kit needs. */
addKitOperation({
  name: 'count',
  success: { schema: 'FeedCounted', clauses: 'count' },
  succeeded: ({ body }) => 'count' in body && !('error' in body),
  describesErrors: true,
});

const authorization = 'token-researcher-1';
const draft = {
  tags: ['rat'],
  c2Address: 'c2.example:443',
  file256Hash: '0'.repeat(64),
  referenceLink: 'https://results.example/0',
  confidenceScore: 5,
};

const campaigns = ({ reports }: { readonly reports: readonly object[] }): string[] =>
  reports.flatMap((report) => ('campaign' in report ? [String(report.campaign)] : []));

const seen: { [what: string]: unknown } = {};
{
  await using server = await startServer({ data: folder, seed });
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(server.baseUrl + path, { headers, ...init });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const post = (report: object) =>
    call('/feed/tunnelco/api', { method: 'POST', body: JSON.stringify(report) });
  const created = await post({ ...draft, campaign: 'autumn' });
  const { id } = created.body;
  seen.created = created.status;
  seen.refused = await post({ ...draft, campaign: 7 });
  seen.without = (await post(draft)).status;
  seen.fetched = (await call(`/feed/tunnelco/api?report=${id}`)).body.report.campaign;
  seen.listed = (await call('/__admin/reports?search=autumn')).body.reports[0].campaign;
  const reports = [{ ...draft, service: 'tunnelco', campaign: 'winter' }];
  const added = { method: 'POST', body: JSON.stringify({ reports }) };
  seen.added = (await call('/__admin/reports', added)).body.reports[0].campaign;
  seen.seeded = campaigns(server.state()).includes('spring');
  seen.documented = (await call('/docs/')).body.includes('<code>campaign</code>');
  seen.counted = await call(operationPath('count', { service: 'tunnelco' }));
  seen.uncounted = await call(operationPath('count', { service: 'nosuchco' }));
  seen.strange = await call(operationPath('count', { service: 'tunnelco' }), { headers: {} });
  seen.otherMethod = (await call('/feed/tunnelco/count', { method: 'DELETE' })).status;
  await server.addFault({
    type: 'reply',
    operation: 'count' as OperationName,
    status: 503,
    times: 1,
  });
  seen.faulted = (await call('/feed/tunnelco/count')).status;
  seen.recorded = server.requests({ operation: 'count' as OperationName }).length;
  seen.countDocumented = (await call('/docs/')).body.includes('/feed/{service}/count');

  const target = readTarget(join('contract-tests', 'targets', 'reference.yaml'), {
    env: {},
    cwd: process.cwd(),
    at: { baseUrl: server.baseUrl, analysisUrl: server.baseUrl },
  });
  const observed = new Listener(target).observe({
    request: {
      method: 'GET',
      url: `${server.baseUrl}/feed/tunnelco/count`,
      headers: { authorization },
    },
    response: { status: 200, headers: { 'content-type': 'text/plain' }, body: '{"count":"many"}' },
    ...{ startedAt: 1, endedAt: 2 },
  });
  seen.judged = observed.findings.map((finding) => finding.clause).sort();
  const verdict = await verify(target, { only: ['create/keeps-tags', 'report/tags-type'] });
  seen.verdict = verdict.verdict;
  const tried = [
    ...['loses-campaign', 'takes-any-campaign', 'analysis-without-sections-name'],
    ...['analysis-sections-entropy-format-2', 'analysis-sections-format-1'],
  ];
  const rejected: { [mutant: string]: readonly string[] } = {};
  for (const mutant of mutants.filter(({ name }) => tried.includes(name))) {
    const { clauses } = await trial({ mutant, run: { only: [mutant.breaks] } });
    rejected[mutant.name] = clauses.flatMap((one) => (one.verdict === 'broken' ? [one.id] : []));
  }
  seen.rejected = rejected;
}
{
  await using server = await startServer({ data: folder, seed });
  seen.kept = campaigns(server.state()).sort();
}
seen.onDisk = readFileSync(join(folder, 'db.json'), 'utf8').includes('"campaign": "autumn"');
process.stdout.write(JSON.stringify(seen));
