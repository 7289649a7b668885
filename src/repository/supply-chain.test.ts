import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

function text(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8');
}

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: true;
}

const { packages } = JSON.parse(text('package-lock.json')) as {
  packages: { [path: string]: Locked };
};
const locked = Object.entries(packages).filter(([path]) => path !== '');

test('every package of the lock file is named by its digest, and by no registry', () => {
  const wrong = locked.filter(([, one]) => !/^sha512-/.test(one.integrity ?? ''));
  expect(wrong.map(([path]) => path)).toEqual([]);
  expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});

test('packages with install scripts are these, and the one that reports home is told not to', () => {
  const scripted = locked.filter(([, one]) => one.hasInstallScript).map(([path]) => path);
  // esbuild checks that its program is the right one.
  const known = ['node_modules/@scarf/scarf', 'node_modules/esbuild'];
  expect(scripted.filter((path) => !known.includes(path))).toEqual([]);
  expect(JSON.parse(text('package.json')).scarfSettings).toEqual({ enabled: false });
});

test('actions and images are named by digest', () => {
  const workflows = readdirSync(join(packageRoot, '.github/workflows'));
  const files = ['action.yml', ...workflows.map((name) => `.github/workflows/${name}`)];
  const used = files.flatMap((file) => text(file).match(/^\s*(- )?uses: .*$/gm) ?? []);
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((line) => !/@[\da-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
  const images = text('Dockerfile').match(/^FROM .*$/gm) ?? [];
  expect(images).toHaveLength(3);
  expect(images.filter((line) => !/^FROM \S+:\d\S*@sha256:[\da-f]{64}( |$)/.test(line))).toEqual(
    [],
  );
});

test('the action runs its own checkout, and installs nothing by name', () => {
  const action = text('action.yml');
  expect(action.match(/\bnpm (?!run build).*/g)).toEqual([
    'npm ci --ignore-scripts --no-audit --no-fund',
  ]);
  expect(action).toContain('node "$GITHUB_ACTION_PATH/src/cli/abuse-feed.cjs"');
});
