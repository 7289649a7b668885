import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';

/** A checkout whose command prints one word, and whatever runs it. */
function checkout() {
  const root = folderWith();
  const own = [
    'src/repository/build.mjs',
    'src/pages/bundle.mjs',
    'src/cli/abuse-feed.cjs',
    'src/cli/node-version.cjs',
    'src/cli/start.cjs',
    'src/repository/public-types.mjs',
  ];
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const file of [...own, ...settings, 'openapi.yaml']) {
    cpSync(join(packageRoot, file), join(root, file));
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const pages = ['src/admin/console/page/console.ts', 'src/docs/page/docs.ts'];
  const stubs = ['src/index.ts', 'contract-tests/verify.ts', 'src/repository/prepare.ts'];
  mkdirSync(join(root, 'seed-data'));
  for (const file of [...stubs, ...pages]) {
    write(file, 'export {};\n');
  }
  const command = () => {
    const args = [join(root, 'src/cli/abuse-feed.cjs')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const prints = (word: string) =>
    write('src/cli/main.ts', `console.log('${word}');\nexport {};\n`);
  return { write, command, prints };
}

const building = 'abuse-feed: The sources are newer than the build. Building.\n';

test('in a checkout that has changed since its build, the command builds first and says so', () => {
  const { command, prints, write } = checkout();
  prints('first');
  expect(command()).toEqual({ status: 0, stdout: 'first\n', stderr: building });
  expect(command()).toEqual({ status: 0, stdout: 'first\n', stderr: '' });
  prints('second');
  expect(command()).toEqual({ status: 0, stdout: 'second\n', stderr: building });
  write('src/index.ts', 'export const wrong: string = 1;\n');
  const { status, stdout, stderr } = command();
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('is not assignable to type');
});
