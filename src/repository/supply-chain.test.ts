import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

function text(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8');
}

test('every package of the lock file is named by its digest, and by no registry', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as {
    packages: { [path: string]: { readonly integrity?: string; readonly resolved?: string } };
  };
  const wrong = Object.entries(packages).filter(
    ([path, { integrity = '', resolved }]) =>
      path !== '' && (!integrity.startsWith('sha512-') || resolved !== undefined),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('actions and images are named by digest', () => {
  const workflows = readdirSync(join(packageRoot, '.github/workflows'));
  const files = ['action.yml', ...workflows.map((name) => `.github/workflows/${name}`)];
  const used = files.flatMap((file) => text(file).match(/^\s*(- )?uses: .*$/gm) ?? []);
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((line) => !/@[\da-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
  const images = text('Dockerfile').match(/^FROM .*$/gm) ?? [];
  const isFixed = /^FROM \S+:\d\S*@sha256:[\da-f]{64}( |$)/;
  expect(images.filter((line) => !isFixed.test(line))).toEqual([]);
});
