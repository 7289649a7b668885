import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '../../../contract-tests/service/target/target-file.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import type { MatrixCommandRun } from '../../matrix/search-result.ts';
import { faultVariable, notesVariable } from '../../matrix-run.ts';
import { startServer } from '../../start-server.ts';
import { packageRoot } from '../../values/package-root.ts';
import { type Client, failed, matrix, reliesOn201, robust } from './client.test.support.ts';
import { environmentOf } from './environment.ts';

test('a dialect that is named twice is run once', async () => {
  const { out } = await matrix(robust, '--only', 'default, default');
  expect(out).toContain('The command passes under all 1 dialects.');
});

test('a client that relies on 201 is reported as that, on the terminal and in every report', async () => {
  const only = ['--only', 'default,documented,strict'];
  const files = ['--json', 'm.json', '--junit', 'm.xml', '--markdown', 'm.md', '--html', 'm.html'];
  const { code, out, read } = await matrix(reliesOn201, ...only, ...files);
  expect(code).toBe(1);
  expect(out).toMatch(/^documented failed \(exit 1\):$/m);
  expect(out).toContain('expected 201, got 200');
  expect(out).toMatch(/^ {2}documented +failed +\d+\.\d s {2}create\.status\.created: 200$/m);
  expect(out).toMatch(/^ {2}strict +passed +\d+\.\d s$/m);
  expect(out).toContain('The command fails under 1 of 3 dialects.\nIt exercised 33 open points');
  expect(out).toContain('; only 47 of them were tried in 8 runs, with ');
  expect(out).toContain(
    [
      'It relies on what the specification leaves open:',
      '',
      '  create.status.created  What is the status when the report is stored? (section 4, 7)',
      '    passes with 201, fails with 200',
      '    Tell success by the flag in the body (successful, and success of a deletion). No status is promised.',
      '',
      '',
    ].join('\n'),
  );

  expect(JSON.parse(read('m.json'))).toMatchObject({
    kind: 'matrix',
    exitCode: 1,
    results: [
      { label: 'default', passed: true },
      { label: 'documented', passed: false, output: expect.stringContaining('expected 201') },
      { label: 'strict', passed: true },
    ],
    causes: { documented: [{ 'create.status.created': 200 }] },
    reliesOn: [
      {
        points: [
          {
            id: 'create.status.created',
            passesWith: [201],
            failsWith: [200],
            advice: expect.stringContaining('flag in the body'),
          },
        ],
      },
    ],
  });

  const junit = read('m.xml');
  expect(junit).toContain('<testsuites name="abuse-feed matrix" tests="3" failures="1" errors="0"');
  expect(junit).toContain('message="ended with exit 1; create.status.created: 200"');
  expect(junit).toContain('expected 201, got 200');

  const markdown = read('m.md');
  expect(markdown).toMatch(
    /^\| \[documented\]\(#documented-failed-exit-1\) \| failed \| .* \| \[create\.status\.created: 200\]\(#createstatuscreated\) \|$/m,
  );
  expect(markdown).toMatch(
    /^## create\.status\.created\n\nWhat is (.*\n)+- passes with 201, fails/m,
  );
  expect(markdown).toMatch(/^## documented failed \(exit 1\)$/m);

  const html = read('m.html');
  expect(html).toContain('<h1>FAILS</h1><p class="summary">The command fails under 1');
  expect(html).toContain('<h3 id="create.status.created">');
  expect(html).toContain('<a href="#create.status.created">create.status.created: 200</a>');
  expect(html).toContain('<dt>fails with</dt><dd>200</dd>');
  expect(html).toContain('expected 201, got 200');
});

test('the test is named whose world exercised the point, and of several the one in the output', async () => {
  const met = ['delete deleted', 'delete unknown-report'];
  const tests = { 'deletes twice': met, 'deletes once': met, 'looks up': ['lookup found'] };
  const notes = [...met, 'lookup found'];
  const client: Client = (dialect) =>
    dialect['delete.absent'] === 'accepted'
      ? { ...failed, notes, tests, output: '✔ looks up (1 ms)\n✖ deletes twice (3 ms)' }
      : { notes, tests, output: '✔ looks up (2 ms)\n✔ deletes twice (2 ms)\n✔ deletes once' };
  const { out } = await matrix(client);
  expect(out).toMatch(/^ {2}delete\.absent .*\n.*\n.*\n {4}in test "deletes twice"$/m);
  const quiet = await matrix((dialect) => ({ ...client(dialect), output: '' }));
  expect(quiet.out).toContain('    in one or more of the tests "deletes twice", "deletes once"\n');
});

test('for a command that always fails, dialects are not the reason', async () => {
  const { code, out } = await matrix(() => ({ ...failed, end: 'exit 3' }), '--only', 'strict');
  expect(code).toBe(1);
  expect(out).toContain('It fails under all of them, so it is run under the default too.');
  expect(out).toMatch(/^strict failed \(exit 3\):$/m);
  expect(out).toContain('fails under each of the 2 dialects that it was run under');
});

test.each<[string, Partial<MatrixCommandRun>]>([
  ['passes', { notes: [] }],
  ['fails', { notes: [], ...failed }],
  ['asks for something else', { notes: ['- unknown-path'] }],
])('a command that %s without a request to the API is inconclusive', async (_, run) => {
  const { code, out } = await matrix(() => run, '--only', 'default,strict');
  expect(code).toBe(3);
  expect(out).toContain('The stand-in saw no request of the API in any run');
});

test('a command that sends requests under some dialects only does not pass', async () => {
  const client: Client = (dialect) => (dialect['auth.prefix'] === 'none' ? {} : { notes: [] });
  const { code, out } = await matrix(client, '--only', 'default,strict');
  expect(code).toBe(3);
  expect(out).toContain('The stand-in saw no request of the API under strict, so');
});

test('the end of the output is shown, and with --verbose all of it', async () => {
  const output = Array.from({ length: 29 }, (_, nth) => `line ${nth + 1};`).join('\n');
  const args = ['--only', 'default', '--budget', '0'];
  const short = (await matrix(() => ({ ...failed, output }), ...args)).out;
  expect(short).toContain('line 29;');
  expect(short).not.toContain('line 1;');
  const long = (await matrix(() => ({ ...failed, output }), ...args, '--verbose')).out;
  expect(long).toContain('line 1;');
});

test.each(['docs/dialects.md', 'src/start-server.ts'])(
  '%s names the variables that steer the servers of a command',
  (file) => {
    const text = readFileSync(join(packageRoot, file), 'utf8');
    for (const name of [notesVariable, faultVariable, 'ABUSE_FEED_DIALECT'])
      expect(text).toContain(`\`${name}\``);
  },
);

test('the command gets the stand-in in the variables that override a target file', async () => {
  await using server = await startServer({ dialect: dialectOf({ 'auth.prefix': 'Bearer' }) });
  const environment = environmentOf(server);
  for (const [key, name] of Object.entries(variables)) {
    // What a stand-in of the matrix never has: expectations, TLS.
    if (!['expect', 'ca'].includes(key)) expect(environment, key).toHaveProperty(name);
  }
  expect(environment).toMatchObject({
    ABUSE_FEED_BASE_URL: server.baseUrl,
    ABUSE_FEED_ADMIN_URL: server.adminUrl,
    ABUSE_FEED_SERVICE: 'tunnelco',
    ABUSE_FEED_TOKEN_RESEARCHER: 'Bearer token-researcher-1',
    ABUSE_FEED_TOKEN_SERVICE: 'Bearer token-owner-tunnelco',
    ABUSE_FEED_TOKEN_OTHER_SERVICE_OWNER: 'Bearer token-owner-dyndnsco',
    ABUSE_FEED_TOKEN_READER: 'Bearer token-reader',
    ABUSE_FEED_TOKEN_ANALYST: 'Bearer token-analyst',
    ABUSE_FEED_ANALYSES_0_SHA256: expect.stringMatching(/^[0-9a-f]{64}$/),
    ABUSE_FEED_ANALYSES_0_SHA512: expect.stringMatching(/^[0-9a-f]{128}$/),
    ABUSE_FEED_ANALYSES_0_BLAKE3: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
