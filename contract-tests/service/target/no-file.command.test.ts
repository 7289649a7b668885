import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../../src/values/folder-with.test.support.ts';
import { readTarget } from './target-file.ts';

test.skipIf(process.platform === 'win32')(
  'a pipe that nobody writes to, and a device that never ends, are no target files',
  () => {
    const pipe = join(folderWith(), 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    for (const file of [pipe, '/dev/zero'])
      expect(() => readTarget(file)).toThrow('it is a pipe or a device; expected a regular file');
  },
);
