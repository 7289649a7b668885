import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '../../../contract-tests/service/target/target-file.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { againWith } from '../../matrix/matrix-page.ts';
import { faultVariable, notesVariable } from '../../matrix/run-in-server.ts';
import { type Client, failed } from '../../matrix/runs.test.support.ts';
import { Stopped } from '../../matrix/search.ts';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { packageRoot, version } from '../../values/package-root.ts';
import { expectWrongUsage } from '../terminal.test.support.ts';
import { matrix, reliesOn201, robust } from './client.test.support.ts';
import { runUnder } from './client-run.ts';
import { environmentOf } from './environment.ts';

const answers = 'create.status.created: 200; auth.prefix: Bearer';

test.each([
  {
    only: 'strict, strict',
    client: robust,
    code: 0,
    says: 'The command passes under the one dialect that was given.',
  },
  {
    only: answers,
    client: reliesOn201,
    code: 1,
    says: `The command fails under 1 of 2 dialects: ${answers}.`,
  },
])('--only "$only"', async ({ only, client, code, says }) => {
  const found = await matrix(client, '--only', only);
  expect(found.out).toContain(says);
  expect(found.code).toBe(code);
});

const allReports = ['--json', 'm.json', '--html', 'm.html'];

/** A report on a client that relies on 201, prints markup, and does not wait. */
const relying: Client = (given, nth, change) =>
  change.limit ? failed : { ...reliesOn201(given, nth, change), output: '<img> got 200' };

test('the terminal, JSON and HTML say the same of a client that relies on 201', async () => {
  const { code, out, err, read } = await matrix(relying, ...allReports, '--dialect-seed', '7');
  expect(code).toBe(1);
  expect(out).toMatch(/^create\.status\.created: 200 failed \(exit 1\):\n {2}\| <img> got 200$/m);
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
  expect(err).toMatch(/^1 of 1 done: default passed \(0\.0 s\)\n/);

  expect(JSON.parse(read('m.json'))).toMatchObject({
    kind: 'matrix',
    command: ['client', "it's mine"],
    exitCode: 1,
    says: out.slice(out.indexOf('The command fails'), out.indexOf('\nTo see it fail again')),
    first: { passed: true, touched: expect.arrayContaining(['create.status.created']) },
    trials: expect.arrayContaining([
      expect.objectContaining({ answers: { 'create.status.created': 200 }, ends: 'fails' }),
      expect.objectContaining({ answers: { 'create.tags.case': 'lowered' }, ends: 'passes' }),
    ]),
    reliesOn: [
      { points: [{ id: 'create.status.created', passesWith: [201], failsWith: [200, 202] }] },
    ],
    waits: false,
  });

  const page = read('m.html');
  for (const part of [
    '<h1>FAILS</h1><p class="summary">The command fails with 2 of',
    '<h3 id="create.status.created">',
    '<dt>fails with</dt><dd>200, 202</dd>',
    '<dt>command</dt><dd>client &#39;it&#39;\\&#39;&#39;s mine&#39;</dd>',
    `<dt>version</dt><dd>abuse-feed-kit ${version()}</dd>`,
    '<dt>seed of the mixes</dt><dd>7</dd>',
    'npx abuse-feed matrix --json m.json',
    '(section <a href="#section-4">4</a>, <a href="#section-7">7</a>)',
    '&lt;img&gt; got 200',
  ])
    expect(page).toContain(part);
  for (const part of [
    /<dt>date<\/dt><dd>\d{4}-\d\d-\d\dT[\d:.]+Z<\/dd>/,
    /<h3 id="section-4">4 Endpoints<\/h3><p>\w/,
    /<summary>switches \d+ answers<\/summary>.*<del>kept<\/del><\/td><td data-label="to"><ins>lowered<\/ins>/s,
    /<li>It does not wait when told to come back later: .* Retry-After: 1\. Wait as/,
  ])
    expect(page).toMatch(part);
  expect(page).not.toContain('<img>');
});

test('the test is named whose world touched the point, and of several the one in the output', async () => {
  const met = ['delete deleted', 'delete unknown-report'];
  const tests = { 'deletes twice': met, 'deletes once': met, 'looks up': ['lookup found'] };
  const notes = [...met, 'lookup found'];
  const client: Client = (given) =>
    given['delete.absent'] === 'accepted'
      ? { ...failed, notes, tests, output: '✔ looks up (1 ms)\n✖ deletes twice (3 ms)' }
      : { notes, tests, output: '✔ looks up (2 ms)\n✔ deletes twice (2 ms)\n✔ deletes once' };
  const only = ['--only', 'delete.absent: accepted'];
  const { out } = await matrix(client, ...only);
  expect(out).toMatch(/^ {2}delete\.absent .*\n.*\n.*\n {4}in test "deletes twice"$/m);
  const quiet = await matrix((...run) => ({ ...client(...run), output: '' }), ...only);
  expect(quiet.out).toContain('    in one or more of the tests "deletes twice", "deletes once"\n');
});

test('the end of the output is shown, and with --verbose all of it', async () => {
  const output = Array.from({ length: 29 }, (_, nth) => `line ${nth + 1};`).join('\n');
  const args = ['--only', 'default'];
  const short = (await matrix(() => ({ ...failed, output }), ...args)).out;
  expect(short).toContain('line 29;');
  expect(short).not.toContain('line 1;');
  const long = (await matrix(() => ({ ...failed, output }), ...args, '--verbose')).out;
  expect(long).toContain('line 1;');
});

test('the time limit follows from the first run, unless it is given', async () => {
  const limitsWith = async (...args: string[]) => {
    const limits: number[] = [];
    await matrix(
      robust,
      '--only',
      'default,strict',
      ...args,
      ({ limit }) => void limits.push(limit),
    );
    return limits;
  };
  expect(await limitsWith()).toEqual([300_000, 36_170]);
  expect(await limitsWith('--timeout', '9')).toEqual([9000, 9000]);
});

test('results are written as they come', async () => {
  const written: string[] = [];
  const { read } = await matrix(
    robust,
    '--only',
    'strict,contrary',
    '--json',
    'm.json',
    (_, path) => {
      if (existsSync(join(path, 'm.json')))
        written.push(readFileSync(join(path, 'm.json'), 'utf8'));
    },
  );
  expect(written.map((one) => JSON.parse(one))).toMatchObject([{ isPartial: true, trials: [{}] }]);
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

test('a command is not started if it is stopped while the stand-in starts', async () => {
  const folder = folderWith();
  const stop = new AbortController();
  const run = runUnder(
    { kind: 'nothing', label: 'default', answers: {} },
    {
      command: ['touch', join(folder, 'started')],
      surroundings: { env: process.env, cwd: folder, signal: stop.signal },
      folder,
      limit: 10_000,
    },
  );
  stop.abort();
  await expect(run).rejects.toThrow(Stopped);
  expect(existsSync(join(folder, 'started'))).toBe(false);
});

test.each<[string, { client: Client; code: number; says: string }]>([
  ['accepted', { client: reliesOn201, code: 0, says: 'created: 201, because it is so.\n' }],
  [
    'create.status.created because x',
    { client: robust, code: 0, says: 'It is relied on no longer: remove it.' },
  ],
  ['fetch.who because x', { client: robust, code: 0, says: 'No request touches it.' }],
  [
    'create.status.created: 200 because x',
    { client: reliesOn201, code: 1, says: 'fails under the default dialect' },
  ],
  ['create.status.created', { client: robust, code: 2, says: 'without a reason. Write' }],
  ['create.status.creatd because x', { client: robust, code: 2, says: 'create.status.created' }],
  ['create.status.created: 999 because x', { client: robust, code: 2, says: '999' }],
])('--accept "%s" is judged', async (given, { client, code, says }) => {
  const found = await matrix(client, '--accept', given);
  expect(found.code).toEqual(code);
  expect(found.out + found.err).toContain(says);
});

test.each([
  [['--jobs', '2'], ''],
  [['--timeout', '9', '--jobs', '2'], '--timeout 9 '],
  [['--timeout=9'], '--timeout=9 '],
])(
  'after %j, the line that shows it again has the time limit of a run, and no other option',
  (options, kept) => {
    const line = againWith({ 'create.status.created': 200 }, { command: ['client'], options });
    expect(line).toBe(`npx abuse-feed matrix ${kept}--only 'create.status.created: 200' -- client`);
  },
);

test('the docs name the variables that steer the servers of a command', () => {
  for (const file of ['docs/dialects.md', 'src/server.ts']) {
    const text = readFileSync(join(packageRoot, file), 'utf8');
    for (const name of [notesVariable, faultVariable, 'ABUSE_FEED_DIALECT'])
      expect(text).toContain(`\`${name}\``);
  }
});

test('the command gets the stand-in in the variables that override a target file', async () => {
  await using server = await startServer({ dialect: dialectOf({ 'auth.prefix': 'Bearer' }) });
  const environment = environmentOf(server);
  // What a stand-in of the matrix never has: expectations, TLS.
  const { expect: _expect, ca: _ca, ...described } = variables;
  for (const name of Object.values(described)) expect(environment).toHaveProperty(name);
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
  [['matrix', '--only', 'create.status.creatd: 200', '--', 'true'], /create\.status\.created/],
  [['matrix', '--jobs', '0', '--', 'true'], /--jobs is "0"/],
  [['matrix', '--budget', '4', '--', 'true'], /--budget/],
  [['matrix', '--only', 'default', '--', 'no-such-program'], /no program "no-such-program"/],
])('%j is a usage error explained in one line', expectWrongUsage);
