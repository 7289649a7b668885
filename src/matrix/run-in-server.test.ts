import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { matrixRunIn, variablesOf } from './run-in-server.ts';

test('a server that a command starts in a run with a limit refuses the first request of each operation', async () => {
  const cwd = folderWith({ 'run.yaml': '' });
  const env = (limit?: number) => ({
    ABUSE_FEED_DIALECT: `${cwd}/run.yaml`,
    ...variablesOf(limit === undefined ? {} : { limit }, `${cwd}/notes`),
  });
  const statusesOf = async (run: ReturnType<typeof matrixRunIn>) => {
    await using server = await startServer({ dialect: 'default', faultsIn: run?.faultsIn });
    const paths = ['/private/sample/x', '/feed/tunnelco/api?report=x'];
    const asked = [...paths, ...paths].map(async (path) => {
      const { status, headers } = await fetch(`${server.baseUrl}${path}`);
      return [status, headers.get('retry-after')];
    });
    return (await Promise.all(asked)).sort();
  };
  const refused = [503, '1'];
  const answered = [401, null];
  expect(await statusesOf(matrixRunIn(env(503)))).toEqual([answered, answered, refused, refused]);
  expect(await statusesOf(matrixRunIn(env()))).not.toContainEqual(refused);
});
