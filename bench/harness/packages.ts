import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';

/** Installed separately from the product and from each other, on demand. */
const folder = join(packageRoot, 'bench', '.tools');

/** By purpose. All run on the oldest Node version that the product supports. */
const packages = {
  prism: { '@stoplight/prism-cli': '5.14.2' },
  dredd: { dredd: '14.1.0' },
  portman: { '@apideck/portman': '1.33.0' },
  specmatic: { specmatic: '2.55.1' },
  generators: {
    '@hey-api/openapi-ts': '0.92.0',
    oazapfts: '7.5.0',
    '@oazapfts/runtime': '1.2.0',
    typescript: '5.9.3',
    esbuild: '0.28.2',
  },
  mocks: { '@mswjs/source': '0.5.0', msw: '2.15.0', '@mockoon/commons': '9.9.0' },
  runners: { jest: '30.5.2', mocha: '11.7.5' },
} as const satisfies { [tool: string]: { [name: string]: string } };

export type Tool = keyof typeof packages;

/** A tool that is not installed. */
export class Missing extends Error {}

export const toolFolder = (tool: Tool): string => join(folder, tool);

/** A file of an installed tool. */
export function installed(tool: Tool, ...path: string[]): string {
  const file = join(toolFolder(tool), 'node_modules', ...path);
  if (existsSync(file)) return file;
  throw new Missing(`not installed: npm run tools -- --install --only ${tool}`);
}

export function java(): string {
  if (spawnSync('java', ['-version']).status === 0) return 'java';
  throw new Missing('needs Java, and there is no java command');
}

/** Returns an error message if it could not be installed. */
export function install(tool: Tool): string | undefined {
  const own = toolFolder(tool);
  mkdirSync(own, { recursive: true });
  const manifest = { name: `tool-${tool}`, private: true, dependencies: packages[tool] };
  writeFileSync(join(own, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // `npm run` passes the project's settings to nested npm processes in the environment; flags take
  // precedence.
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error', '--legacy-peer-deps'];
  const args = ['install', '--engine-strict=false', ...quiet];
  const { status, error, stderr } = spawnSync('npm', args, { cwd: own, encoding: 'utf8' });
  return status === 0 ? undefined : `${tool}: ${error?.message ?? stderr.trim()}`;
}
