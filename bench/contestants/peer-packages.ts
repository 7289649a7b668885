import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';
import { Absent } from './contestant.ts';

/** Installed apart from the product and from each other, and only where somebody asks for it. */
const folder = join(packageRoot, 'bench', '.peers');

/** By the name a contestant is chosen with. Prism 5.15 and later want a newer Node than we do. */
const packages = {
  prism: ['@stoplight/prism-cli', '5.14.2'],
  'json-server': ['json-server', '0.17.4'],
  mockoon: ['@mockoon/cli', '9.9.0'],
  wiremock: ['wiremock', '3.13.2'],
  specmatic: ['specmatic', '2.55.1'],
} as const;
export type Peer = keyof typeof packages;

export const howToInstall = 'npm run bench -- --install-peers';

/** One by one; returns why, for each that could not be installed. */
export function installPeers(tell: (what: string) => void): Map<string, string> {
  const failures = new Map<string, string>();
  for (const peer of Object.keys(packages) as Peer[]) {
    tell(`installing ${packages[peer].join(' ')}`);
    const failure = install(peer);
    if (failure !== undefined) failures.set(peer, failure);
  }
  return failures;
}

function install(peer: Peer): string | undefined {
  const [name, version] = packages[peer];
  const own = join(folder, peer);
  mkdirSync(own, { recursive: true });
  const manifest = { name: `peer-${peer}`, private: true, dependencies: { [name]: version } };
  writeFileSync(join(own, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // `npm run` hands the project's settings to every npm below it by the environment; flags go first.
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  const args = ['install', '--engine-strict=false', ...quiet];
  const { status, error, stderr } = spawnSync('npm', args, { cwd: own, encoding: 'utf8' });
  if (status === 0) return undefined;
  const said = stderr
    ?.replace(/^npm (error|ERR!) ?/gm, '')
    .replace(/^A complete log .*$/m, '')
    .trim();
  return `${name}@${version} could not be installed: ${error?.message ?? (said || `npm ended with ${status}`)}`;
}

/** A file of an installed peer. */
export function installed(peer: Peer, ...path: string[]): string {
  const [name] = packages[peer];
  const file = join(folder, peer, 'node_modules', name, ...path);
  if (!existsSync(file)) throw new Absent(`not installed: ${howToInstall}`);
  return file;
}

export function java(): string {
  const { status } = spawnSync('java', ['-version']);
  if (status !== 0) throw new Absent('needs Java, and there is no java command');
  return 'java';
}

export function jarOf(peer: Peer): string {
  const build = installed(peer, 'build');
  const jar = readdirSync(build).find((file) => file.endsWith('.jar'));
  if (jar === undefined) throw new Absent(`has no jar in ${build}: ${howToInstall}`);
  return join(build, jar);
}
