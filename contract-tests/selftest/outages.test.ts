import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { defaultDialect } from '../../src/dialects/dialect.ts';
import { consoleReport } from '../reporters/console.ts';
import { htmlReport } from '../reporters/html.ts';
import { jsonReport } from '../reporters/json.ts';
import { junitReport } from '../reporters/junit.ts';
import type { RunResult } from '../run/result.ts';
import { type RunOptions, verify } from '../run/verify.ts';
import type { Target } from '../target/target.ts';
import { dyingServer } from './dying-server.test.support.ts';
import { referenceTarget } from './trial.ts';

const hasToken = ({ headers }: IncomingMessage): boolean => headers.authorization !== undefined;
const never = (): boolean => false;
const isDelete = ({ method }: IncomingMessage): boolean => method === 'DELETE';
const deletesNothing = ({ method, url }: IncomingMessage): boolean =>
  method === 'DELETE' && !url?.includes('report=');
const isOddHash = ({ url }: IncomingMessage): boolean =>
  /\/private\/sample\/(?![\da-f]{64})/i.test(url ?? '');
const isNoJson = ({ method }: IncomingMessage, body: string): boolean =>
  method === 'POST' && /^\{[^}]*$/.test(body);

const targetAt = (baseUrl: string, analysisUrl = baseUrl): Target =>
  referenceTarget({ baseUrl, analysisUrl }, defaultDialect);

type Server = Awaited<ReturnType<typeof dyingServer>>;
const deletions = ['delete/missing-id-is-refused', 'create/body-is-json', 'fetch/report-is-object'];

const judged = ({ url, clock }: Server, only = deletions, options: RunOptions = {}) =>
  verify(targetAt(url), { only, clock, ...options });

const printed = (result: RunResult): string =>
  consoleReport(result, { color: false, verbose: false });

const verdictsOf = ({ clauses }: RunResult): object =>
  Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict]));

test('a server that dies: each report begins with what was in flight, and says that the run was cut short', async () => {
  const server = await dyingServer({ diesAt: deletesNothing });
  const result = await judged(server);
  const reason = `the server at ${server.url} stopped answering`;
  expect(result).toMatchObject({ verdict: 'inconclusive', exitCode: 3, aborted: true });
  expect([result.summary, result.abortReason]).toEqual(
    Array(2).fill(expect.stringMatching(reason)),
  );
  expect(result.problems).toEqual([]);
  const lines = printed(result).split('\n');
  expect(lines[0]).toBe(
    `The server at ${server.url} stopped answering (connection closed). It did not come back within 20 s.`,
  );
  expect(lines[1]).toBe('In flight, oldest first:');
  expect(lines).toContain(`  DELETE ${server.url}/feed/tunnelco/api as tokens.researcher`);
  expect(lines.join('\n')).toContain('0 broken (cut short)');
  expect(lines.join('\n')).not.toContain('Look at the target file');
  expect(Object.keys(JSON.parse(jsonReport(result))).slice(0, 5)).toEqual([
    'verdict',
    'exitCode',
    'summary',
    'aborted',
    'abortReason',
  ]);
  expect(junitReport(result)).toMatch(
    /<testsuites name="[^"]*\(cut short\)".*\n +<testsuite name="verdict".*\n.*\n.*<error message="the server at .*" type="aborted">The server at /,
  );
  expect(htmlReport(result)).toMatch(
    /<b>INCONCLUSIVE \(cut short\)<\/b><p>The server at [^<]* stopped answering/,
  );
});

test('what a dead server keeps is one line, and each report of it is in the JSON', async () => {
  const server = await dyingServer({ diesAt: deletesNothing });
  const result = await judged(server);
  const left = printed(result).split('Left behind, since it could not be deleted:\n')[1] ?? '';
  expect(result.leftovers.length).toBeGreaterThan(1);
  expect(left.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(`^  ${result.leftovers.length} reports in .*: the server at .* stopped`),
    '',
  ]);
});

test.each([
  [
    'a deletion without an id',
    deletesNothing,
    deletions,
    /DELETE \S+\/feed\/\w+\/api as tokens\.researcher/,
  ],
  [
    'a body that is no JSON',
    isNoJson,
    ['create/body-is-json', 'create/error-present'],
    /POST \S+ as tokens\.\w+, with \{/,
  ],
  [
    'a hash that is none',
    isOddHash,
    ['lookup/by-sha256', 'lookup/every-call-counts'],
    /In flight: .*GET \S+\/private\/sample\/no-hash as tokens\.limited/,
  ],
])(
  'at %s, a server ends and is started again: the run goes on, and a remark names the request',
  async (_, diesAt, only, request) => {
    const server = await dyingServer({ diesAt, isSupervised: true });
    const result = await judged(server, only);
    expect(server.deaths.length).toBeGreaterThan(0);
    expect(result).toMatchObject({ aborted: false, problems: [] });
    expect(Object.values(verdictsOf(result))).not.toContain('broken');
    const [remark] = result.remarks ?? [];
    expect(remark?.id).toBe('crash');
    expect(remark?.says).toMatch(/stopped answering (once|\d+ times) \(.*\) and came back/);
    expect(remark?.says).toMatch(request);
  },
);

test('reports that a restart has lost break no clause, and the remark says that they are lost', async () => {
  const server = await dyingServer({ diesAt: deletesNothing, isSupervised: true });
  const { counts, remarks, leftovers } = await judged(server);
  expect([counts.broken, leftovers]).toEqual([0, []]);
  expect(remarks?.[0]?.says).toContain(
    ', without what it had stored; what was stored before is not judged. ',
  );
});

test('after a restart that no request explains, nothing is left untested, and the server conforms', async () => {
  let asked = 0;
  const server = await dyingServer({
    diesAt: () => {
      asked += 1;
      return asked === 30;
    },
    isSupervised: true,
    keepsState: true,
  });
  const result = await judged(server);
  expect(result).toMatchObject({ verdict: 'conforms', exitCode: 0, aborted: false });
  expect(result.remarks).toMatchObject([
    { id: 'crash', says: expect.stringMatching(/stopped answering once .*\. In flight: /) },
  ]);
});

test('a server that stops just after its answer is found out as well', async () => {
  const server = await dyingServer({
    diesAt: deletesNothing,
    how: 'after answering',
    isSupervised: true,
  });
  const { remarks } = await judged(server);
  expect(remarks?.[0]?.says).toMatch(/Alone, it does it again at DELETE \S+\/api as tokens/);
});

test.each(['feed', 'lookup'] as const)(
  'the other area is judged when the server of the %s dies',
  async (area) => {
    const dying = await dyingServer({ diesAt: area === 'feed' ? deletesNothing : isOddHash });
    const other = await dyingServer({ diesAt: never });
    const [feed, lookup] = area === 'feed' ? [dying, other] : [other, dying];
    const only = [...deletions, 'lookup/by-sha256', 'lookup/every-call-counts'];
    const result = await verify(targetAt(feed.url, lookup.url), { only, clock: dying.clock });
    expect(result).toMatchObject({ exitCode: 3, aborted: true });
    expect(result.abortReason).toContain(dying.url);
  },
);

test('a server that dies at the first request with a token is not a mistake in the target file', async () => {
  const server = await dyingServer({ diesAt: hasToken });
  const result = await judged(server);
  expect(result).toMatchObject({ exitCode: 3, aborted: true, problems: [], requests: 0 });
  expect(printed(result)).toMatch(
    /^The server at \S+ stopped answering .*\nIn flight, oldest first:\n {2}(GET|POST) /,
  );
});

test('a server that dies while it is cleaned up', async () => {
  const server = await dyingServer({ diesAt: isDelete });
  const result = await judged(server, ['create/body-is-json']);
  expect(result).toMatchObject({ exitCode: 3, aborted: true, counts: { met: 1 } });
  expect(printed(result)).toMatch(/^The server at \S+ stopped answering/);
  expect(result.leftovers.every(({ isUnanswered }) => isUnanswered)).toBe(true);
});

test('a server that takes connections and answers none has stopped as well', async () => {
  const server = await dyingServer({ diesAt: deletesNothing, how: 'hang', speed: 100 });
  const target = { ...targetAt(server.url), pace: { timeoutMs: 2_000 } };
  const result = await verify(target, { only: deletions, clock: server.clock });
  expect(result).toMatchObject({ exitCode: 3, aborted: true, problems: [] });
});
