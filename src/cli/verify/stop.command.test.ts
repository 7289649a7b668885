import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../index.ts';
import { packageRoot } from '../../spec/package-root.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

const notNow = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"not now","successful":false}',
};

/** Ctrl-C once so many reports have been posted, some of them still without an answer. */
const stoppedAfter = async (creates: number, refuses: boolean) => {
  const server = await startServer();
  const before = new Set(server.state().reports.map(({ id }) => id));
  const stop = new AbortController();
  let seen = 0;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method === 'POST') seen += 1;
      if (seen >= creates) stop.abort();
      return answer;
    },
    ...(refuses && {
      instead: ({ method }) => (method === 'DELETE' ? notNow : undefined),
    }),
  });
  const { code, printed } = await ran(['--target', targetFile({ baseUrl })], stop.signal);
  const left = server.state().reports.filter(({ id }) => !before.has(id));
  await server.close();
  return { code, printed, left };
};

test.each([1, 4, 15])(
  'Ctrl-C after %i creates: all that was created is deleted',
  async (creates) => {
    const { code, printed, left } = await stoppedAfter(creates, false);
    expect(left).toEqual([]);
    expect(printed).toContain('INCONCLUSIVE');
    expect(code).toBe(3);
  },
);

test('Ctrl-C, and nothing can be deleted: all that is left is listed', async () => {
  const { code, printed, left } = await stoppedAfter(4, true);
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter(({ id }) => !printed.includes(id))).toEqual([]);
  expect(printed).toContain('Left behind, since it could not be deleted:');
  // A server that refuses its creators is broken in any case, stopped or not.
  expect(code).not.toBe(0);
});

test.each([1, 9])(
  'Ctrl-C after %i counted lookups: what they have used of each token is told',
  async (lookups) => {
    await using server = await startServer();
    const stop = new AbortController();
    const used = new Map<string, number>();
    let seen = 0;
    const baseUrl = await passing(server.baseUrl, {
      alter: (answer, { headers: { authorization = '' } }) => {
        if (!authorization.includes('limited')) return answer;
        used.set(authorization, (used.get(authorization) ?? 0) + 1);
        seen += 1;
        if (seen >= lookups) stop.abort();
        return answer;
      },
    });
    const { code, printed } = await ran(['--target', targetFile({ baseUrl })], stop.signal);
    expect(code).toBe(3);
    expect(printed).toContain('INCONCLUSIVE  stopped before the end');
    const told = [
      ...printed.matchAll(/The run was stopped, and has used (1 request|\d+ requests) of/g),
    ];
    expect(told.map(([, number = '']) => Number.parseInt(number, 10))).toEqual([...used.values()]);
    expect(printed).toMatch(/of tokens\.limited\[0\]: set its remaining to \d+\./);
  },
);

test('a run that was stopped after a clause was broken says both', async () => {
  await using server = await startServer();
  const stop = new AbortController();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'DELETE') return answer;
      stop.abort();
      return { ...answer, body: answer.body.replace('"success"', '"successful"') };
    },
  });
  const { code, printed } = await ran(['--target', targetFile({ baseUrl })], stop.signal);
  expect(code).toBe(1);
  expect(printed).toMatch(/VIOLATES .*; the run was stopped before its end/);
});

/** The command as a process of its own; signals come when it posts, and when it cleans up. */
const signalled = async (first: NodeJS.Signals, second?: NodeJS.Signals) => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const before = new Set(server.state().reports.map(({ id }) => id));
  const cwd = mkdtempSync(join(tmpdir(), 'stop-'));
  let posted = 0;
  let isStopped = false;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method === 'POST') posted += 1;
      if (posted === 4 && !isStopped) isStopped = child.kill(first);
      return answer;
    },
    instead: ({ method }) => {
      const isCleaning = method === 'DELETE' && isStopped && child.signalCode === null;
      if (!isCleaning || second === undefined) return undefined;
      child.kill(second);
      return notNow;
    },
  });
  const args = [join(packageRoot, 'src/cli/main.ts'), 'verify', '--only', 'create/*'];
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), ...args, '--target', targetFile({ baseUrl })],
    { cwd, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = text(child.stdout);
  const ended = await once(child, 'close');
  const left = () => server.state().reports.filter(({ id }) => !before.has(id));
  const files = () => readdirSync(cwd).map((name) => join(cwd, name));
  return { ended, printed: await printed, left, files };
};

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: what was created is deleted, and no file is left',
  async (signal) => {
    const { ended, printed, left, files } = await signalled(signal);
    expect([ended, left(), files()]).toEqual([[3, null], [], []]);
    expect(printed).toContain('INCONCLUSIVE  stopped before the end');
  },
);

test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGHUP', 'SIGKILL'],
] as const)(
  '%s, and %s while it cleans up: --cleanup finishes it by the file that is left',
  async (first, second) => {
    const { ended, left, files } = await signalled(first, second);
    expect(ended).toEqual([null, second]);
    expect(left().length).toBeGreaterThan(0);
    const [file = ''] = files();
    const { code, printed } = await ran(['--cleanup', file]);
    expect(printed).toMatch(/^(\d+) of \1 reports are gone/);
    expect([code, left(), files()]).toEqual([0, [], []]);
  },
);
