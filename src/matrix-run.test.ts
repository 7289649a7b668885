import { expect, test } from 'vitest';
import { matrixRunIn } from './matrix-run.ts';
import { startServer } from './server.ts';
import { folderWith } from './values/folder-with.test.support.ts';

test('a server that a command starts in a run with a limit refuses the first request of each operation', async () => {
  const cwd = folderWith({ 'run.yaml': '' });
  const env = { ABUSE_FEED_MATRIX_NOTES: `${cwd}/notes`, ABUSE_FEED_DIALECT: `${cwd}/run.yaml` };
  const run = matrixRunIn({ ...env, ABUSE_FEED_MATRIX_FAULT: '503' });
  await using server = await startServer({ dialect: 'default', faultsIn: run?.faultsIn });
  const asked = async (path: string) => {
    const { status, headers } = await fetch(`${server.baseUrl}${path}`);
    return [status, headers.get('retry-after')];
  };
  for (const path of ['/private/sample/x', '/feed/tunnelco/api?report=x']) {
    expect(await asked(path)).toEqual([503, '1']);
    expect(await asked(path)).toEqual([401, null]);
  }
  expect(matrixRunIn(env)?.faultsIn).toBeUndefined();
});
