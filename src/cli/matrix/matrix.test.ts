import { expect, test } from 'vitest';
import { variables } from '../../../contract-tests/target/target-file.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import type { MatrixCommandRun } from '../../matrix/search.ts';
import { startServer } from '../../start-server.ts';
import { type Client, failed, matrix, reliesOn201, robust } from './client.test.support.ts';
import { environmentOf } from './environment.ts';

test('every answer that a robust client may meet is spoken, and the verdict says so', async () => {
  const random = ['--random', '2', '--dialect-seed', '42', '--jobs', '2'];
  const { code, out } = await matrix(robust, ...random);
  expect(out).toContain('It met 33 open points with 83 answers, 50 of them not spoken yet: 8 runs');
  expect(out).toMatch(/^ {2}mix 8 +passed +1\.2 s$/m);
  expect(out).toMatch(/^ {2}random, seed 43 +passed/m);
  expect(out).toMatch(
    /passes under all 11 dialects\.\nIt met 33 open points with 83 answers; all 83 were spoken in 11 runs, with \d\d % of their pairs\.\nLimits that no request has reached: any\.rate-limit, .*\nNo dialect varies the order of members/,
  );
  expect(code).toBe(0);
});

test('as few runs are made as every answer needs', async () => {
  const { out } = await matrix(robust, '--runs', '0');
  expect(out).toMatch(/all 83 were spoken in 4 runs/);
});

test('a point that is first met later is spoken too, where it was met', async () => {
  const limited: Client = (dialect) => ({
    notes: ['lookup found', ...(dialect['any.rate-limit'] === 1 ? ['lookup rate-limited'] : [])],
  });
  const dies: Client = (dialect) => ({
    ...limited(dialect),
    ...(dialect['any.rate-limit'] === 1 && dialect['lookup.status.rate-limited'] === 503 && failed),
  });
  const robustly = await matrix(limited);
  expect(robustly.out).toMatch(
    /It met 14 open points with 39 answers, 8 of them not spoken yet: 4 more runs planned/,
  );
  expect(robustly.out).toMatch(/; all \d+ were spoken/);
  const { out } = await matrix(dies);
  expect(out).toContain('Together:\n  any.rate-limit');
  expect(out).toMatch(/lookup\.status\.rate-limited .*\n.*fails with 503/);
});

test('what a failure hides is named as not known', async () => {
  const client: Client = (dialect) =>
    dialect['any.rate-limit'] === 1
      ? { ...failed, notes: ['lookup rate-limited'] }
      : { notes: ['lookup found'] };
  const { out } = await matrix(client);
  expect(out).toMatch(/any\.rate-limit .*\n {4}passes with none, fails with 1\n/);
  expect(out).toMatch(
    /^Nothing is known of 12 of them, since it fails .*: .*lookup\.status\.rate-limited: 503/m,
  );
});

test('an answer that is only met with one that fails is tried there, and named where it is needed', async () => {
  const client: Client = (dialect) => {
    const isKept = dialect['delete.afterwards'] === 'remembered';
    const fetched = isKept ? 'fetch deleted-report' : 'fetch unknown-report';
    const status = dialect[isKept ? 'fetch.status.deleted-report' : 'fetch.status.unknown-report'];
    return { notes: ['create created', 'delete deleted', fetched], ...(status === 410 && failed) };
  };
  const { out } = await matrix(client);
  expect(out).toMatch(
    /Together:\n {2}delete\.afterwards .*\n {4}passes with forgotten, fails with remembered\n.*\n {2}fetch\.status\.deleted-report .*\n {4}passes with .*(404|400|200), fails with 410\n/,
  );
  expect(out).toMatch(
    /^ {2}fetch\.status\.unknown-report .*\n {4}passes with 404.*, fails with 410$/m,
  );
  expect(out).toMatch(/; all \d+ were spoken/);
  expect(out).not.toContain('Nothing is known');
});

test('each answer is named that fails where another one brings it in', async () => {
  const client: Client = (dialect) => {
    const isKept = dialect['delete.afterwards'] === 'remembered';
    const fetched = isKept ? 'fetch deleted-report' : 'fetch unknown-report';
    const notes = ['delete deleted', fetched];
    return { notes, ...(isKept && dialect['fetch.status.deleted-report'] !== 404 && failed) };
  };
  const { out } = await matrix(client);
  const [, named] =
    /fetch\.status\.deleted-report .*\n {4}passes with 404, fails with (.*)/.exec(out) ?? [];
  expect(named?.split(', ').sort()).toEqual(['200', '400', '410']);
  expect(out).not.toMatch(/No open point was made out|Nothing is known/);
});

test('of two answers that do harm together, each passes with what it was switched back to', async () => {
  const client: Client = (dialect) =>
    dialect['create.tags.case'] === 'lowered' && dialect['create.tags.order'] === 'sorted'
      ? failed
      : {};
  const { out } = await matrix(client);
  expect(out).toContain('passes with kept, fails with lowered');
  expect(out).toContain('passes with kept, fails with sorted');
});

test('what a first failure hides is found out in further runs', async () => {
  const client: Client = (dialect) => {
    if (dialect['create.status.created'] !== 201) return failed;
    const notes = ['create created', 'delete deleted'];
    return { notes, ...(dialect['delete.status.deleted'] === 202 && failed) };
  };
  const { out } = await matrix(client);
  expect(out).toMatch(/delete\.status\.deleted .*\n {4}passes with 200, fails with 202/);
  expect(out).not.toMatch(/Not spoken|Nothing is known/);
});

test('a dialect that is named twice is run once', async () => {
  const { out } = await matrix(robust, '--only', 'default, default');
  expect(out).toContain('The command passes under all 1 dialects.');
});

test('a client that relies on 201 is told so, on the terminal and in every report', async () => {
  const only = ['--only', 'default,documented,strict'];
  const files = ['--json', 'm.json', '--junit', 'm.xml', '--markdown', 'm.md'];
  const { code, out, read } = await matrix(reliesOn201, ...only, ...files);
  expect(code).toBe(1);
  expect(out).toMatch(/^documented failed \(exit 1\):$/m);
  expect(out).toContain('expected 201, got 200');
  expect(out).toMatch(/^ {2}documented +failed +\d+\.\d s {2}create\.status\.created: 200$/m);
  expect(out).toMatch(/^ {2}strict +passed +\d+\.\d s$/m);
  expect(out).toContain('The command fails under 1 of 3 dialects.\nIt met 33 open points');
  expect(out).toContain('; only 47 of them were spoken in 8 runs, with 25 % of their pairs.');
  expect(out).toContain(
    [
      'It relies on what the specification leaves open:',
      '',
      '  create.status.created  Which status does it come with when the report is stored? (section 4, 7)',
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
  expect(markdown).toMatch(/^\| documented \| failed \| .* \| create\.status\.created: 200 \|$/m);
  expect(markdown).toMatch(/^\| `create\.status\.created`: .* \| 201 \| 200 \| Tell success by/m);
  expect(markdown).toMatch(/^## documented failed \(exit 1\)$/m);
});

test('the test is named in whose world the point was met, and of several the one that is told of', async () => {
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

test('a command that always fails is told that dialects are not the reason', async () => {
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
])('of a command that %s and asks nothing of the API nothing is said', async (_, run) => {
  const { code, out } = await matrix(() => run, '--only', 'default,strict');
  expect(code).toBe(3);
  expect(out).toContain('The stand-in saw no request of the API in any run');
});

test('a command that asks under some dialects only is not said to pass under all', async () => {
  const client: Client = (dialect) => (dialect['auth.prefix'] === 'none' ? {} : { notes: [] });
  const { code, out } = await matrix(client, '--only', 'default,strict');
  expect(code).toBe(3);
  expect(out).toContain('The stand-in saw no request of the API under strict, so');
});

test('a command that fails by chance is told so, and nothing is blamed', async () => {
  let runs = 0;
  const client: Client = () => (++runs % 2 === 0 ? failed : {});
  const { code, out } = await matrix(client, '--only', 'default,strict');
  expect(code).toBe(1);
  expect(out).toMatch(/The command is flaky: of \d runs of the same dialect \(default, again\)/);
  expect(out).not.toContain('relies on');
});

test('what fails for something that is no answer is blamed on none', async () => {
  // It made no create, whose status makes it fail.
  const client: Client = (dialect) => ({ ...reliesOn201(dialect), notes: ['lookup no-token'] });
  const { code, out } = await matrix(client, '--only', 'default,documented');
  expect(code).toBe(1);
  expect(out).toContain('No open point was made out for documented.');
});

test('when the runs allowed are used up, it says what is left', async () => {
  const { code, out } = await matrix(reliesOn201, '--only', 'default,contrary', '--budget', '3');
  expect(code).toBe(1);
  expect(out).toMatch(
    /No runs are left to find out more: contrary may fail because of .*with --budget/,
  );
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

test('the command is told of the stand-in under the names that override a target file', async () => {
  await using server = await startServer({ dialect: dialectOf({ 'auth.prefix': 'Bearer' }) });
  const environment = environmentOf(server);
  for (const [key, name] of Object.entries(variables)) {
    // Set only where needed: the former with expectations, the latter with TLS.
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
