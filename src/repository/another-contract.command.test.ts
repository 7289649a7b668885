import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';
import { contractChanges } from './another-contract.test.support.ts';

const run = promisify(execFile);

/** The tracked files of this checkout, with its packages. */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-contract-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((one) => one && existsSync(join(packageRoot, one))))
    cpSync(join(packageRoot, file), join(folder, file), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test.each(contractChanges)('$name takes at most $most files', ({ edits, most }) => {
  expect(Object.keys(edits).length).toBeLessThanOrEqual(most);
});

test('all of them compile, are served, and are judged', async () => {
  const folder = copyOfTree();
  for (const { name, edits } of contractChanges)
    for (const [file, places] of Object.entries(edits)) {
      const path = join(folder, file);
      let text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      for (const [before, added] of places) {
        if (before !== '')
          expect(text.split(before).length, `${name}: ${before} in ${file}`).toBe(2);
        text = text.replace(before, () => added + before);
      }
      expect(existsSync(dirname(path))).toBe(true);
      writeFileSync(path, text);
    }
  const node = (...args: string[]) => run(process.execPath, args, { cwd: folder });
  const tsx = (...args: string[]) => node('--import', 'tsx', ...args);
  await tsx('src/contract/generate.ts');
  await tsx('contract-tests/selftest/generate.ts');
  await node('node_modules/typescript/bin/tsc', '--noEmit');
  const { stdout } = await tsx(
    'src/repository/another-contract-served.test.support.ts',
    ...contractChanges.flatMap(({ mutants }) => mutants),
  );
  expect(JSON.parse(stdout)).toEqual({
    created: 201,
    refused: {
      status: 400,
      body: {
        error: 'body.campaign is 7; expected lower-case words with dashes; quotes make it a text.',
        successful: false,
      },
    },
    without: 201,
    campaign: 'autumn-mail',
    updatedAt: expect.stringMatching(/^20\d\d-/),
    seeded: ['spring', '1970-01-01 00:00:00'],
    listed: 'autumn-mail',
    documented: true,
    updated: 200,
    score: 7,
    notTheirs: 403,
    strange: 401,
    otherMethod: 405,
    faulted: 503,
    recorded: 4,
    pages: [
      [200, 2],
      [200, 2],
    ],
    noCursor: 400,
    accused: [],
    accusedThen: ['client/confidenceScore-type', 'client/malformed-cursor'],
    pending: { status: 200, body: null },
    dialects: true,
    kept: [7, 'autumn-mail'],
    judged: 'conforms',
    accepted: [],
  });
  // The tests that ask for what is missing.
  const guards = [
    ...[
      'contract-tests/service/model/rules',
      'contract-tests/service/operations',
      'contract-tests/service/learn',
    ],
    ...['contract-tests/judging/run/every-clause.test.ts', 'contract-tests/selftest/mutants'],
    ...[
      'src/contract',
      'src/dialects',
      'src/operations',
      'src/repository/true-examples.test.ts',
      'src/cli/options.test.ts',
      'src/repository/examples.test.ts',
    ],
  ];
  await node(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    '--project',
    'server',
    ...guards,
  );
});
