import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';

/** JavaScript, because it runs before anything is compiled. */
const { forwarding, isBuilt, noteBuild } = (await import(
  join(packageRoot, 'src/repository/build.mjs')
)) as {
  forwarding: (names: string[], required: string) => string;
  isBuilt: (root: string) => boolean;
  noteBuild: (root: string) => void;
};

/** A small project that has just been built. */
function project(): string {
  const root = folderWith();
  for (const folder of ['src/cli', 'contract-tests/targets', 'seed-data', 'dist/src/cli']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const file of ['src/index.ts', 'src/index.test.ts', 'contract-tests/index.ts']) {
    writeFileSync(join(root, file), `// ${file}`);
  }
  for (const file of [
    'openapi.yaml',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    writeFileSync(join(root, file), '{}');
  }
  writeFileSync(join(root, 'dist/src/cli/main.js'), '');
  noteBuild(root);
  return root;
}

test('what has not changed is not built again, nor when only a test has', () => {
  const root = project();
  expect(isBuilt(root)).toBe(true);
  writeFileSync(join(root, 'src/index.test.ts'), 'changed');
  expect(isBuilt(root)).toBe(true);
});

test.each<[string, (root: string) => void]>([
  ['an edit', (root) => writeFileSync(join(root, 'src/index.ts'), '// src/index.tS')],
  ['an edit of the kit', (root) => writeFileSync(join(root, 'contract-tests/index.ts'), '')],
  ['a new file', (root) => writeFileSync(join(root, 'src/more.ts'), '')],
  ['a file that is gone', (root) => rmSync(join(root, 'src/index.ts'))],
  ['a new name', (root) => renameSync(join(root, 'src/index.ts'), join(root, 'src/other.ts'))],
  ['another compiler', (root) => writeFileSync(join(root, 'package-lock.json'), '{"a":1}')],
  ['an edit of the contract', (root) => writeFileSync(join(root, 'openapi.yaml'), '{"a":1}')],
  ['an edit of the seed data', (root) => writeFileSync(join(root, 'seed-data/a.yaml'), '')],
  ['other settings', (root) => writeFileSync(join(root, 'tsconfig.json'), '{"a":1}')],
  ['a build thrown away', (root) => rmSync(join(root, 'dist/src/cli/main.js'))],
  ['no build yet', (root) => rmSync(join(root, 'dist'), { recursive: true })],
])('after %s it is built', (_what, change) => {
  const root = project();
  change(root);
  expect(isBuilt(root)).toBe(false);
});

test('a checkout that is copied with its build need not be built again', () => {
  const root = project();
  const copy = `${root}-copy`;
  cpSync(root, copy, { recursive: true });
  expect(isBuilt(copy)).toBe(true);
});

test('a program that loads the package by import and by require has its classes once', async () => {
  const folder = folderWith();
  writeFileSync(
    join(folder, 'library.cjs'),
    'exports.Problem = class {}; exports.start = () => 1;',
  );
  const file = join(folder, 'library.mjs');
  writeFileSync(file, forwarding(['Problem', 'start'], './library.cjs'));
  const imported = await import(file);
  const required = createRequire(file)('./library.cjs');
  expect({ ...imported }).toEqual({ ...required });
  expect(imported.Problem).toBe(required.Problem);
});
