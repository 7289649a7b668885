// Started by another-contract.command.test.ts in a separate process, with a contract that has more
// fields than openapi.yaml. Prints its observations as JSON.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTarget, verify } from '../contract-tests/index.ts';
import { mutants } from '../contract-tests/selftest/mutants/index.ts';
import { trial } from '../contract-tests/selftest/trial.ts';
import { startServer } from './start-server.ts';

const [folder = '', seed = ''] = process.argv.slice(2);

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

  const target = readTarget(join('contract-tests', 'targets', 'reference.yaml'), {
    env: {},
    cwd: process.cwd(),
    at: { baseUrl: server.baseUrl, analysisUrl: server.baseUrl },
  });
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
