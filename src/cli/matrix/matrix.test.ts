import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '../../../contract-tests/service/target/target-file.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { Stopped } from '../../matrix/lab.ts';
import { againWith } from '../../matrix/matrix-page.ts';
import { faultVariable, notesVariable } from '../../matrix/run-in-server.ts';
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

const allReports = ['--json', 'm.json', '--html', 'm.html'];

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
    trials: expect.arrayContaining([
      expect.objectContaining({ answers: { 'create.status.created': 200 }, ends: 'fails' }),
      expect.objectContaining({ answers: { 'create.tags.case': 'lowered' }, ends: 'passes' }),
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

test('the docs name the variables that steer the servers of a command', () => {
  for (const file of ['docs/dialects.md', 'src/server.ts']) {
    const text = readFileSync(join(packageRoot, file), 'utf8');
    for (const name of [notesVariable, faultVariable, 'ABUSE_FEED_DIALECT'])
      expect(text).toContain(`\`${name}\``);
  }
});

test('the time limit follows from the first run, unless it is given', async () => {
  const limits: number[] = [];
  const client: Client = () => ({});
  await matrix(client, ({ limit }) => void limits.push(limit));
  expect(limits.slice(0, 2)).toEqual([300_000, 36_170]);
  await matrix(client, '--timeout', '9', ({ limit }) => void limits.push(limit));
  expect(limits.at(-1)).toBe(9000);
});

test('results are written as they come', async () => {
  const written: string[] = [];
  const { read } = await matrix(robust, '--json', 'm.json', (_, path) => {
    if (existsSync(join(path, 'm.json'))) written.push(readFileSync(join(path, 'm.json'), 'utf8'));
  });
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ isPartial: true, trials: [{}] });
  expect(JSON.parse(written.at(-1) ?? '').trials.length).toBeGreaterThan(6);
  expect(read('m.json')).not.toContain('isPartial');
});

test('stopped before the first run is over, nothing is known', async () => {
  const { code, err } = await matrix(robust, () => {
    throw new Stopped('interrupted');
  });
  expect(code).toBe(3);
  expect(err).toBe(
    'abuse-feed: Stopped before the first run was over (interrupted), so that nothing is known of the command.\n',
  );
});

test('stopped, every report says what was done and what was not', async () => {
  let runs = 0;
  const stopping = () => {
    if (++runs > 60) throw new Stopped('interrupted');
  };
  const { code, out, read } = await matrix(reliesOn201, ...allReports, stopping);
  for (const text of [out, read('m.json'), read('m.html')])
    for (const part of [
      'Stopped before its end (interrupted), after ',
      'and fails with 2; it was run',
    ])
      expect(text).toContain(part);
  expect(out).not.toContain('The command passes');
  expect(JSON.parse(read('m.json'))).toMatchObject({ stopped: 'interrupted' });
  expect(code).toBe(1);
});

test('an accepted point keeps its answer in every run, and hides nothing', async () => {
  const client: Client = (dialect) =>
    dialect['create.tags.case'] === 'lowered' ? failed : reliesOn201(dialect);
  const { code, out, read } = await matrix(client, '--accept', 'accepted', ...allReports);
  expect(out).toContain('Accepted: create.status.created: 201, because it is so.\n');
  expect(out).toMatch(/^ {2}create\.tags\.case /m);
  expect(out).not.toMatch(/^ {2}create\.status\.created /m);
  expect(code).toBe(1);
  expect(JSON.parse(read('m.json')).accepted).toEqual([
    { id: 'create.status.created', answer: 201, reason: 'it is so', state: 'relied on' },
  ]);
});

test.each([
  [
    'create.status.created because x',
    { client: robust, code: 0, says: 'It is relied on no longer: remove it.' },
  ],
  ['fetch.who because x', { client: robust, code: 0, says: 'No request touches it.' }],
  [
    'create.status.created: 201 because x',
    { client: reliesOn201, code: 0, says: 'created: 201, because x.\n' },
  ],
  [
    'create.status.created: 200 because x',
    { client: reliesOn201, code: 1, says: 'fails under the default dialect' },
  ],
  ['create.status.created', { client: robust, code: 2, says: 'without a reason. Write' }],
  ['create.status.creatd because x', { client: robust, code: 2, says: 'create.status.created' }],
  ['create.status.created: 999 because x', { client: robust, code: 2, says: '999' }],
])('--accept "%s" is judged', async (given, { client, code, says }) => {
  const { code: ended, out, err } = await matrix(client, '--accept', given);
  expect(ended).toEqual(code);
  expect(out + err).toContain(says);
});

test('a page has the sections that it cites, and output cannot leave its place', async () => {
  const { read } = await matrix(
    (dialect) => ({ ...reliesOn201(dialect), output: '<img>' }),
    ...allReports,
  );
  const page = read('m.html');
  expect(page).toContain('(section <a href="#section-4">4</a>, <a href="#section-7">7</a>)');
  expect(page).toMatch(/<h3 id="section-4">4 Endpoints<\/h3><p>\w/);
  expect(page).toContain('&lt;img&gt;');
  expect(page).not.toContain('<img>');
});

test('the line that shows it again keeps the time limit of a run, and no other option', () => {
  const lineAfter = (...options: readonly string[]) =>
    againWith({ 'create.status.created': 200 }, { command: ['client'], options });
  const rest = "--only 'create.status.created: 200' -- client";
  expect(lineAfter('--jobs', '2')).toBe(`npx abuse-feed matrix ${rest}`);
  expect(lineAfter('--timeout', '9', '--jobs', '2')).toBe(
    `npx abuse-feed matrix --timeout 9 ${rest}`,
  );
  expect(lineAfter('--timeout=9')).toBe(`npx abuse-feed matrix --timeout=9 ${rest}`);
});

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
  [['matrix', '--budget', '4', '--', 'true'], /--budget/],
  [['matrix', '--only', 'default', '--', 'no-such-program'], /no program "no-such-program"/],
])('%j is a usage error explained in one line', expectWrongUsage);
