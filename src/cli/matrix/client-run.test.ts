import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Stopped } from '../../matrix/lab.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { runUnder } from './client-run.ts';

test('a command is not started if it is stopped while the stand-in starts', async () => {
  const folder = folderWith();
  const started = join(folder, 'started');
  const stop = new AbortController();
  const run = runUnder(
    { kind: 'nothing', label: 'default', answers: {} },
    {
      command: ['touch', started],
      surroundings: { env: process.env, cwd: folder, signal: stop.signal },
      folder,
      limit: 10_000,
    },
  );
  stop.abort();
  await expect(run).rejects.toThrow(Stopped);
  expect(existsSync(started)).toBe(false);
});
