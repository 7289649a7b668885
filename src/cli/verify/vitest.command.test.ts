import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RunResult } from '../../../contract-tests/index.ts';
import { startServer } from '../../index.ts';
import { packageRoot as root } from '../../spec/package-root.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

interface Suites {
  readonly testResults: {
    readonly assertionResults: { readonly title: string; readonly status: string }[];
  }[];
}

/** The clauses that fail in vitest, of those whose name holds the filter. */
const failedInVitest = async (target: string, filter: string): Promise<string[]> => {
  const output = join(mkdtempSync(join(tmpdir(), 'verify-vitest-')), 'result.json');
  const args = ['run', 'contract-tests/contract.test.ts', '-t', filter];
  await promisify(execFile)(
    process.execPath,
    [vitest, ...args, '--reporter=json', `--outputFile=${output}`],
    { cwd: root, env: { ...process.env, ABUSE_FEED_TARGET: target } },
  ).catch(() => undefined);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Suites;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title }) => title)
    .sort();
};

test('vitest and the command find the same clauses broken', async () => {
  await using reference = await startServer();
  const baseUrl = await passing(reference.baseUrl, {
    alter: (answer) => ({ ...answer, body: answer.body.replace('"success":', '"succesful":') }),
  });
  const file = targetFile({ baseUrl });
  const inVitest = await failedInVitest(file, 'delete/flag');
  const { file: read } = await ran([
    '--target',
    file,
    '--only',
    'delete/flag*',
    '--json',
    'r.json',
  ]);
  const { clauses } = JSON.parse(read('r.json')) as RunResult;
  const inCommand = clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
  expect(inVitest).toContain('delete/flag-is-success');
  expect(inVitest).toEqual(inCommand.sort());
});
