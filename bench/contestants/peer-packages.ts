import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';
import { Absent } from './contestant.ts';

/** Installed apart from the product, and only where somebody asks for it. */
const folder = join(packageRoot, 'bench', '.peers');

const packages = {
  '@stoplight/prism-cli': '5.16.0',
  'json-server': '0.17.4',
  '@mockoon/cli': '9.9.0',
  wiremock: '3.13.2',
  specmatic: '2.55.1',
};

export const howToInstall = 'npm run bench -- --install-peers';

/** Returns what npm said where it failed. */
export function installPeers(): string | undefined {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'peers', private: true, dependencies: packages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { status, error } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  return status === 0 ? undefined : (error?.message ?? `npm ended with ${status}`);
}

/** A file of an installed peer. */
export function installed(...path: string[]): string {
  const file = join(folder, 'node_modules', ...path);
  if (!existsSync(file)) throw new Absent(`not installed: ${howToInstall}`);
  return file;
}

export function java(): string {
  const { status } = spawnSync('java', ['-version']);
  if (status !== 0) throw new Absent('needs Java, and there is no java command');
  return 'java';
}

export const jarIn = (name: string): string => {
  const build = installed(name, 'build');
  return join(build, readdirSync(build).find((file) => file.endsWith('.jar')) ?? '');
};
