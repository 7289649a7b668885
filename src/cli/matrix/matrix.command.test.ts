import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { patience } from '../../repository/test-settings.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { packageRoot } from '../../values/package-root.ts';
import { program } from '../program.test.support.ts';
import { ran, start } from '../terminal.test.support.ts';

/** A client that takes anything but 201 for a failure. */
const reliesOn201 = join(packageRoot, 'src/recipes/client.mjs');

/** The same, which takes the flag in the body for what it says. */
function robust(): string {
  const create = readFileSync(reliesOn201, 'utf8').split('\n').slice(0, -2);
  const readsFlag = "if (!(await answer.json()).successful) throw new Error('not created');";
  return [...create, readsFlag].join('\n');
}

const node = process.execPath;

/** How long to poll, on a busy machine. */
const patient = { timeout: patience(30) };

function matrix(...args: string[]) {
  return ran(['matrix', ...args]);
}

test('a process that relies on an answer is detected, and a robust one passes', async () => {
  const only = ['--only', 'default,contrary', '--jobs', '2'];
  const relying = await matrix(...only, '--', node, reliesOn201);
  expect(relying.out).toContain('The command fails under 1 of 2 dialects: contrary.');
  expect(relying.out).toMatch(
    /^ {2}create\.status\.created .*\n {4}passes with 201, fails with 202$/m,
  );
  expect(relying.code).toBe(1);
  expect((await matrix(...only, '--', ...script(robust()))).code).toBe(0);
});

const asks = "await fetch(process.env.ABUSE_FEED_BASE_URL + '/private/sample/x');";

function script(text: string): string[] {
  return [node, '--input-type=module', '-e', text];
}

test('with --faults, a process is judged by what it sends after a lost response', async () => {
  const url = String(pathToFileURL(reliesOn201));
  const text = `await import('${url}').catch(() => import('${url}?again'));`;
  const { code, out } = await matrix('--faults', '--jobs', '2', '--', ...script(text));
  expect(out).toContain(
    'It makes 1 request that is served; 18 kinds of faults are injected into it',
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
  const { out } = await matrix('--only', 'default', '--', ...script(text));
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
  expect(command.output.err).toContain(
    'Stopped before the first run was over (interrupted), so that',
  );
  await expect.poll(() => started.some(isRunning)).toBe(false);
});

test.each(['matrix', 'matrix --faults'])(
  'the second Ctrl-C of %s waits for nothing: what ignores the first is killed',
  async (words) => {
    const folder = folderWith();
    const ready = join(folder, 'ready');
    const asked = join(folder, 'asked');
    const stubborn = `import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => writeFileSync(${JSON.stringify(asked)}, ''));
      setInterval(() => {}, 1000);
      writeFileSync(${JSON.stringify(ready)}, String(process.pid));`;
    const child = program([...words.split(' '), '--', ...script(stubborn)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    const said = text(child.stderr as Readable);
    await expect.poll(() => existsSync(ready), patient).toBe(true);
    child.kill('SIGINT');
    await expect.poll(() => existsSync(asked), patient).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toEqual([3, null]);
    expect(await said).toContain('Stopped before the first run was over (interrupted), so that');
    expect(isRunning(Number(readFileSync(ready, 'utf8')))).toBe(false);
  },
);

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
