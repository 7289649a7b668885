import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { variables } from '../../../contract-tests/target/target-file.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { startServer } from '../../start-server.ts';
import { start } from '../terminal.test.support.ts';
import { environmentOf } from './environment.ts';

// Each of these starts a dozen processes.
const client = (name: string): string =>
  fileURLToPath(new URL(`./example-clients/${name}.mjs`, import.meta.url));
const node = process.execPath;

async function matrix(...args: string[]) {
  const command = start(['matrix', ...args]);
  const code = await command.ended;
  return { code, ...command.shown };
}

test('a robust client passes under every named dialect and some random ones', async () => {
  const random = ['--random', '2', '--dialect-seed', '42', '--jobs', '2'];
  const { code, out } = await matrix(...random, '--', node, client('robust'));
  expect(out).toMatch(/^ {2}contrary +passed +\d+\.\d s$/m);
  expect(out).toMatch(/^ {2}random, seed 43 +passed/m);
  expect(out).toContain('The command passes under all 7 dialects.');
  expect(code).toBe(0);
});

test('a client that relies on 201 is told so', async () => {
  const only = ['--only', 'default,documented,strict'];
  const { code, out } = await matrix(...only, '--', node, client('relies-on-201'));
  expect(code).toBe(1);
  expect(out).toMatch(/^documented failed \(exit 1\):$/m);
  expect(out).toContain('expected 201, got 200');
  expect(out).toMatch(/^ {2}documented +failed +\d+\.\d s {2}create\.status\.created: 200$/m);
  expect(out).toMatch(/^ {2}strict +passed +\d+\.\d s$/m);
  expect(out.slice(out.indexOf('The command fails'))).toBe(
    [
      'The command fails under 1 of 3 dialects.',
      'It relies on what the specification leaves open:',
      '',
      '  create.status.created  Which status does it come with when the report is stored? (section 4, 7)',
      '    passes with 201, fails with 200',
      '    Tell success by the flag in the body (successful, and success of a deletion). No status is promised.',
      '',
      '',
    ].join('\n'),
  );
});

const asks = (url = '/private/sample/x'): string =>
  `await fetch(process.env.ABUSE_FEED_BASE_URL + '${url}');`;
const script = (text: string): string[] => [node, '--input-type=module', '-e', text];

test('a command that always fails is told that dialects are not the reason', async () => {
  const command = script(`${asks()} process.exit(3)`);
  const { code, out } = await matrix('--only', 'strict', '--', ...command);
  expect(code).toBe(1);
  expect(out).toContain('It fails under all of them, so it is run under the default too.');
  expect(out).toMatch(/^strict failed \(exit 3\):$/m);
  expect(out).toContain('fails under every dialect, the default included');
});

test.each([
  ['', 'passes'],
  ['process.exit(1)', 'fails'],
  [`${asks('/no/path/of/the/api')}`, 'asks for something else'],
])('of a command that %s and asks nothing of the API nothing is said', async (text) => {
  const { code, out } = await matrix('--only', 'default,strict', '--', ...script(text));
  expect(code).toBe(3);
  expect(out).toContain('The stand-in saw no request of the API in any run');
});

test('a shard without work has nothing against it', async () => {
  const { code, out } = await matrix('--only', 'default', '--shard', '2/2', '--', node);
  expect(out).toContain('The command passes under all 0 dialects.');
  expect(code).toBe(0);
});

test('a command that asks under some dialects only is not said to pass under all', async () => {
  const text = `if (process.env.ABUSE_FEED_TOKEN_READER === 'token-reader') { ${asks()} }`;
  const { code, out } = await matrix('--only', 'default,strict', '--', ...script(text));
  expect(code).toBe(3);
  expect(out).toContain('The stand-in saw no request of the API under strict, so');
});

test('worlds of the stand-in speak its dialect, and what they are asked counts', async () => {
  const text = `const { env } = process;
    const made = await fetch(env.ABUSE_FEED_ADMIN_URL + '/worlds', { method: 'POST' });
    const { baseUrl, tokens } = await made.json();
    const answer = await fetch(baseUrl + '/private/sample/' + env.ABUSE_FEED_ANALYSES_0_SHA256, {
      headers: { Authorization: tokens['researcher-1'] },
    });
    if (answer.status !== 203) throw new Error('got ' + answer.status);`;
  const { code, out } = await matrix('--only', 'contrary', '--', ...script(text));
  expect(out).toContain('The command passes under all 1 dialects.');
  expect(code).toBe(0);
});

test('with --tls the stand-in speaks TLS, and the command can trust it', async () => {
  const text = `import { readFileSync } from 'node:fs';
    const { env } = process;
    if (!env.ABUSE_FEED_BASE_URL.startsWith('https:')) throw new Error(env.ABUSE_FEED_BASE_URL);
    if (!readFileSync(env.ABUSE_FEED_CA, 'utf8').includes('CERTIFICATE')) throw new Error('no CA');
    ${asks()}`;
  const { code, out } = await matrix('--only', 'default', '--tls', '--', ...script(text));
  expect(out).toContain('The command passes under all 1 dialects.');
  expect(code).toBe(0);
});

test('a command that fails by chance is told so, and nothing is blamed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const count = JSON.stringify(join(folder, 'count'));
  const text = `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${count}, 'x');
    ${asks()}
    process.exit(readFileSync(${count}, 'utf8').length % 2 === 0 ? 1 : 0);`;
  const { code, out } = await matrix('--only', 'default,strict', '--', ...script(text));
  expect(code).toBe(1);
  expect(out).toMatch(/The command is flaky: of \d runs of the same dialect \(default, again\)/);
  expect(out).not.toContain('relies on');
});

test('every dialect is handed over as a file that serve takes', async () => {
  const text = `import { readFileSync } from 'node:fs';
    ${asks()}
    const dialect = readFileSync(process.env.ABUSE_FEED_DIALECT, 'utf8');
    process.exit(dialect.includes('create.status.created: 200') ? 1 : 0);`;
  const dialects = 'default,documented';
  const { code, out } = await matrix('--only', dialects, '--', ...script(text));
  expect(code).toBe(1);
  // It met no create: what made it fail is no answer.
  expect(out).toContain('No open point was made out for documented.');
});

test('when the runs allowed are used up, it says what is left', async () => {
  const args = ['--only', 'default,contrary', '--budget', '3'];
  const { code, out } = await matrix(...args, '--', node, client('relies-on-201'));
  expect(code).toBe(1);
  expect(out).toMatch(
    /No runs are left to find out more: contrary may fail because of .*with --budget/,
  );
});

test('the end of the output is shown, and with --verbose all of it', async () => {
  const lines = 'for (let i = 1; i < 30; i++) console.log("line " + i + ";"); process.exit(1)';
  const args = ['--only', 'default', '--no-narrow'];
  const short = (await matrix(...args, '--', ...script(lines))).out;
  expect(short).toContain('line 29;');
  expect(short).not.toContain('line 1;');
  const long = (await matrix(...args, '--verbose', '--', ...script(lines))).out;
  expect(long).toContain('line 1;');
});

test.each<[string[], RegExp]>([
  [['matrix'], /Put the command after two dashes/],
  [['matrix', '--'], /Put the command after two dashes/],
  [['matrix', 'npm', 'test'], /Put the command after two dashes/],
  [['matrix', '--only', 'strct', '--', 'true'], /Did you mean "strict"\?/],
  [['matrix', '--jobs', '0', '--', 'true'], /--jobs is "0"/],
  [['matrix', '--budget', 'x', '--', 'true'], /--budget is "x"/],
  [['matrix', '--random', 'x', '--', 'true'], /--random is "x"/],
  [['matrix', '--onyl', 'x', '--', 'true'], /Did you mean --only\?/],
  [['matrix', '--only', 'default', '--', 'no-such-program'], /no program "no-such-program"/],
])('%j is a mistake that one line explains', async (args, says) => {
  const command = start(args);
  expect(await command.ended).toBe(2);
  expect(command.shown.err).toMatch(says);
  expect(command.shown.out).toBe('');
});

test('stopping it ends the command and what that has started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sleeper = join(folder, 'sleeper.mjs');
  const pids = join(folder, 'pids');
  writeFileSync(
    sleeper,
    `import { spawn } from 'node:child_process';
     import { renameSync, writeFileSync } from 'node:fs';
     const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
     writeFileSync(${JSON.stringify(`${pids}.part`)}, process.pid + ' ' + child.pid);
     renameSync(${JSON.stringify(`${pids}.part`)}, ${JSON.stringify(pids)});`,
  );
  const command = start(['matrix', '--', node, sleeper]);
  await expect.poll(() => existsSync(pids)).toBe(true);
  const started = readFileSync(pids, 'utf8').split(' ').map(Number);
  expect(started.every(isRunning)).toBe(true);
  command.stop();
  expect(await command.ended).toBe(3);
  expect(command.shown.err).toContain('Stopped before all dialects were run.');
  await expect.poll(() => started.some(isRunning)).toBe(false);
});

/** A process that has ended and is not yet taken note of counts as ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

test('the command is told of the stand-in under the names that override a target file', async () => {
  await using server = await startServer({ dialect: dialectOf({ 'auth.prefix': 'Bearer' }) });
  const environment = environmentOf(server);
  for (const [key, name] of Object.entries(variables)) {
    // Only where it is needed: the one with what is expected, and the other with TLS.
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

test('a dialect that is named twice is run once', async () => {
  const { out } = await matrix('--only', 'default, default', '--', ...script(asks()));
  expect(out).toContain('The command passes under all 1 dialects.');
});
