import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '../../../contract-tests/service/target/target-file.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { faultVariable, notesVariable } from '../../matrix-run.ts';
import { startServer } from '../../server.ts';
import { packageRoot, version } from '../../values/package-root.ts';
import { expectWrongUsage } from '../terminal.test.support.ts';
import { type Client, failed, matrix, reliesOn201, robust } from './client.test.support.ts';
import { environmentOf } from './environment.ts';

test('a dialect that is named twice is run once', async () => {
  const { out, err } = await matrix(robust, '--only', 'strict, strict');
  expect(out).toContain('The command passes under the one dialect that was given.');
  expect(err.match(/done: /g)).toHaveLength(1);
});

test('answers can be given instead of a dialect', async () => {
  const answers = 'create.status.created: 200; auth.prefix: Bearer';
  const { code, out } = await matrix(reliesOn201, '--only', answers);
  expect(code).toBe(1);
  expect(out).toContain(`The command fails under 1 of 2 dialects: ${answers}.`);
  expect(out).toContain('    passes with 201, fails with 200\n');
  const wrong = await matrix(robust, '--only', 'create.status.creatd: 200');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('create.status.created');
});

const allReports = ['--json', 'm.json', '--junit', 'm.xml', '--html', 'm.html'];

test('a client that relies on 201 is reported as that, on the terminal and in every report', async () => {
  const { code, out, read } = await matrix(reliesOn201, ...allReports);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^create\.status\.created: 200 failed \(exit 1\):\n {2}\| expected 201, got 200$/m,
  );
  expect(out).toContain(
    [
      'It relies on what the specification leaves open:',
      '',
      '  create.status.created  What is the status when the report is stored? (section 4, 7)',
      '    passes with 201, fails with 200, 202',
      '    Tell success by the flag in the body (successful, and success of a deletion). No status is promised.',
      '    No other answer will do.',
      '',
      '',
    ].join('\n'),
  );
  expect(out).toContain(
    "To see it fail again: npx abuse-feed matrix --only 'create.status.created: 200' -- client 'it'\\''s mine'\n",
  );

  expect(JSON.parse(read('m.json'))).toMatchObject({
    kind: 'matrix',
    command: ['client', "it's mine"],
    exitCode: 1,
    first: { passed: true },
    answers: expect.arrayContaining([
      expect.objectContaining({ id: 'create.status.created', answer: 200, ends: 'fails' }),
      expect.objectContaining({ id: 'create.tags.case', answer: 'lowered', ends: 'passes' }),
    ]),
    reliesOn: [
      {
        points: [
          {
            id: 'create.status.created',
            passesWith: [201],
            failsWith: [200, 202],
            advice: expect.stringContaining('flag in the body'),
          },
        ],
      },
    ],
  });

  const junit = read('m.xml');
  expect(junit).toMatch(/<testsuites name="abuse-feed matrix" tests="\d+" failures="2" errors="0"/);
  expect(junit).toMatch(/name="create\.status\.created: 200" time="1\.234">\n.*ended with exit 1/);

  const html = read('m.html');
  expect(html).toContain('<h1>FAILS</h1><p class="summary">The command fails with 2 of');
  expect(html).toContain('<h3 id="create.status.created">');
  expect(html).toContain('<dt>fails with</dt><dd>200, 202</dd>');
  expect(html).toContain('expected 201, got 200');
});

test('the page says what was called, when, by which version and seed, and how to repeat it', async () => {
  const { read } = await matrix(robust, ...allReports, '--dialect-seed', '7');
  const page = read('m.html');
  expect(page).toContain('<dt>command</dt><dd>client &#39;it&#39;\\&#39;&#39;s mine&#39;</dd>');
  expect(page).toMatch(/<dt>date<\/dt><dd>\d{4}-\d\d-\d\dT[\d:.]+Z<\/dd>/);
  expect(page).toContain(`<dt>version</dt><dd>abuse-feed-kit ${version()}</dd>`);
  expect(page).toContain('<dt>seed of the mixes</dt><dd>7</dd>');
  expect(page).toContain('npx abuse-feed matrix --json m.json');
});

test('the page shows what a mix switches as a difference, and a remark as one item', async () => {
  const gives: Client = (_dialect, limit) => (limit ? failed : {});
  const { read } = await matrix(gives, ...allReports);
  const page = read('m.html');
  expect(page).toMatch(
    /<summary>switches \d+ answers<\/summary>.*<del>201<\/del><\/td><td data-label="to"><ins>20[02]<\/ins>/s,
  );
  expect(page).toMatch(
    /<li>It does not wait when told to come back later: .* Retry-After: 1\. Wait as/,
  );
});

test('the test is named whose world touched the point, and of several the one in the output', async () => {
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

test('the end of the output is shown, and with --verbose all of it', async () => {
  const output = Array.from({ length: 29 }, (_, nth) => `line ${nth + 1};`).join('\n');
  const args = ['--only', 'default'];
  const short = (await matrix(() => ({ ...failed, output }), ...args)).out;
  expect(short).toMatch(/^default failed \(exit 1\):$/m);
  expect(short).toContain('line 29;');
  expect(short).not.toContain('line 1;');
  const long = (await matrix(() => ({ ...failed, output }), ...args, '--verbose')).out;
  expect(long).toContain('line 1;');
});

test.each(['docs/dialects.md', 'src/server.ts'])(
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

test.each<[string[], RegExp]>([
  [['matrix'], /Put the command after two dashes/],
  [['matrix', 'npm', 'test'], /Put the command after two dashes/],
  [['matrix', '--only', 'strct', '--', 'true'], /Did you mean "strict"\?/],
  [['matrix', '--jobs', '0', '--', 'true'], /--jobs is "0"/],
  [['matrix', '--budget', 'x', '--', 'true'], /--budget is "x"/],
  [['matrix', '--only', 'default', '--', 'no-such-program'], /no program "no-such-program"/],
])('%j is a usage error explained in one line', expectWrongUsage);
