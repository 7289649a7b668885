import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/values/package-root.ts';

/** By purpose, and apart from the product. All run on the oldest Node version that it supports. */
const packages: { readonly [tool: string]: { readonly [name: string]: string } } = {
  prism: { '@stoplight/prism-cli': '5.14.2' },
  msw: { msw: '2.15.0' },
  runners: { jest: '30.5.2' },
};

// `npm run` passes the project's settings on to this npm; flags take precedence.
const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error', '--legacy-peer-deps'];
const args = ['install', '--engine-strict=false', ...quiet];

for (const [tool, dependencies] of Object.entries(packages)) {
  const cwd = join(packageRoot, 'bench', '.tools', tool);
  mkdirSync(cwd, { recursive: true });
  const manifest = { name: `tool-${tool}`, private: true, dependencies };
  writeFileSync(join(cwd, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`${tool} could not be installed into ${cwd}: npm says why above.\n`);
    process.exitCode = 1;
  }
}
