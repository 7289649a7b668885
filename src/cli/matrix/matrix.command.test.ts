import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith, ran, start } from '../terminal.test.support.ts';

const client = (name: string): string =>
  fileURLToPath(new URL(`./example-clients/${name}.mjs`, import.meta.url));
const node = process.execPath;

const matrix = (...args: string[]) => ran(['matrix', ...args]);

test('a process that relies on an answer is detected, and a robust one passes', async () => {
  const only = ['--only', 'default,contrary', '--jobs', '2'];
  const relying = await matrix(...only, '--', node, client('relies-on-201'));
  expect(relying.out).toMatch(/^ {2}contrary +failed +\d+\.\d s {2}create\.status\.created: 202$/m);
  expect(relying.code).toBe(1);
  expect((await matrix(...only, '--', node, client('robust'))).code).toBe(0);
});

const asks = "await fetch(process.env.ABUSE_FEED_BASE_URL + '/private/sample/x');";
const script = (text: string): string[] => [node, '--input-type=module', '-e', text];

test('worlds of the stand-in use its dialect, and requests to them count', async () => {
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

test('every dialect is passed as a file that serve accepts', async () => {
  const text = `import { readFileSync } from 'node:fs';
    ${asks}
    const dialect = readFileSync(process.env.ABUSE_FEED_DIALECT, 'utf8');
    process.exit(dialect.includes('create.status.created: 200') ? 1 : 0);`;
  const args = ['--only', 'default,documented', '--budget', '0', '--'];
  const { out } = await matrix(...args, ...script(text));
  expect(out).toMatch(/^ {2}default +passed/m);
  expect(out).toMatch(/^ {2}documented +failed/m);
});

test('with --results, the tests in the file of each run are named, and an old file says nothing', async () => {
  const results = join(folderWith({ tap: 'not ok 1 - of another day' }), 'tap');
  const text = `import { writeFileSync } from 'node:fs';
    ${asks}
    const isBad = (await import('node:fs')).readFileSync(process.env.ABUSE_FEED_DIALECT, 'utf8').includes('auth.prefix');
    writeFileSync(${JSON.stringify(results)}, (isBad ? 'not ' : '') + 'ok 1 - sends its token');
    process.exit(isBad ? 1 : 0);`;
  const only = ['--only', 'default,strict', '--results', results];
  const { out } = await matrix(...only, '--', ...script(text));
  expect(out).toMatch(/^ {2}auth\.prefix (.*\n)+? {4}in test "sends its token"$/m);
  const silent = await matrix(...only, '--', ...script(asks));
  expect(silent.code).toBe(0);
});

test('with --faults, a process is judged by what it sends after a lost response', async () => {
  const text = `import { create } from ${JSON.stringify(client('report'))};
    const twice = () => create().catch(create);
    await twice();`;
  const { code, out } = await matrix('--faults', '--budget', '1', '--', ...script(text));
  expect(out).toContain(
    'It makes 1 request that is served; 12 kinds of faults are injected into them',
  );
  expect(out).toContain('A create whose response is lost is sent again, and two reports exist.');
  expect(code).toBe(1);
});

test('a process that has left the group of the command does not hold up the end', async () => {
  const text = `import { spawn } from 'node:child_process';
    ${asks}
    const sleeper = ['-e', 'setTimeout(() => {}, 60_000)'];
    const { pid } = spawn(process.execPath, sleeper, { detached: true, stdio: 'inherit' });
    console.log('sleeper ' + pid);
    process.exit(1);`;
  const { out } = await matrix('--only', 'default', '--budget', '0', '--', ...script(text));
  const pids = [...out.matchAll(/sleeper (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids).not.toEqual([]);
  expect(pids.filter(isRunning)).toEqual(pids);
  for (const pid of pids) process.kill(pid);
});

test('stopping it ends the command and its child processes', async () => {
  const folder = folderWith();
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
  expect(command.output.err).toContain('Stopped before all dialects were run: interrupted.');
  await expect.poll(() => started.some(isRunning)).toBe(false);
});

/** A zombie counts as ended. */
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
