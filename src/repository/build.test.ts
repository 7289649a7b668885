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

test.each<[string, boolean, (root: string) => void]>([
  ['nothing', true, () => {}],
  ['an edit of a test', true, (root) => writeFileSync(join(root, 'src/index.test.ts'), 'changed')],
  ['an edit', false, (root) => writeFileSync(join(root, 'src/index.ts'), '// src/index.tS')],
  ['a new file of the kit', false, (root) => writeFileSync(join(root, 'contract-tests/a.ts'), '')],
  ['a new name', false, (root) => renameSync(join(root, 'src/index.ts'), join(root, 'src/o.ts'))],
  ['another compiler', false, (root) => writeFileSync(join(root, 'package-lock.json'), '{"a":1}')],
  [
    'an edit of the contract',
    false,
    (root) => writeFileSync(join(root, 'openapi.yaml'), '{"a":1}'),
  ],
  ['an edit of seed data', false, (root) => writeFileSync(join(root, 'seed-data/a.yaml'), '')],
  ['a build thrown away', false, (root) => rmSync(join(root, 'dist/src/cli/main.js'))],
  ['no build yet', false, (root) => rmSync(join(root, 'dist'), { recursive: true })],
])('after %s it is built: %s, also in a copy', (_what, isCurrent, change) => {
  const root = project();
  change(root);
  const copy = `${root}-copy`;
  cpSync(root, copy, { recursive: true });
  for (const folder of [root, copy]) expect(isBuilt(folder)).toBe(isCurrent);
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
