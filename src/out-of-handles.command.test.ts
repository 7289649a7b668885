import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from './values/package-root.ts';

test('parts that could not be loaded for want of file handles work once there are some', async () => {
  const script = join('src', 'out-of-handles.test.support.ts');
  const command = `ulimit -n 128 && exec "${process.execPath}" --import tsx ${script}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: packageRoot });
  const { without, after } = JSON.parse(stdout) as { without: number[]; after: number[] };
  expect(without).toContain(500);
  expect(after).toEqual([400, 200, 200, 200, 200]);
});
