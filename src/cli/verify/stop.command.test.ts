import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../index.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { program } from '../program.test.support.ts';
import { notNow, passing, ran, targetFile } from './verify.test.support.ts';

/** The command as a process of its own; signals come when it posts, and when it cleans up. */
async function signalled(first: NodeJS.Signals, second?: NodeJS.Signals) {
  const server = await startServer();
  onTestFinished(() => server.close());
  const before = new Set(server.state().reports.map(({ id }) => id));
  const cwd = folderWith();
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
  const args = ['verify', '--only', 'create/*', '--target', targetFile({ baseUrl })];
  const child = program(args, { cwd });
  const printed = text(child.stdout as Readable);
  const ended = await once(child, 'close');
  const left = () => server.state().reports.filter(({ id }) => !before.has(id));
  const files = () => readdirSync(cwd).map((name) => join(cwd, name));
  return { ended, printed: await printed, left, files };
}

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: what was created is deleted, and no file is left',
  async (signal) => {
    const { ended, printed, left, files } = await signalled(signal);
    expect(ended).toEqual([3, null]);
    expect(left()).toEqual([]);
    expect(files()).toEqual([]);
    expect(printed).toContain('INCONCLUSIVE (cut short)  stopped before the end');
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
    expect(printed).toMatch(/^(\d+) of \1 reports? (is|are) gone/m);
    expect(code).toBe(0);
    expect(left()).toEqual([]);
    expect(files()).toEqual([]);
  },
);
