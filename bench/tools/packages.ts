import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';

/** Installed apart from the product and from each other, and only where somebody asks for it. */
const folder = join(packageRoot, 'bench', '.tools');

/** By what they are for. All run on the oldest Node that the product runs on. */
const packages = {
  prism: { '@stoplight/prism-cli': '5.14.2' },
  dredd: { dredd: '14.1.0' },
  portman: { '@apideck/portman': '1.33.0' },
  specmatic: { specmatic: '2.55.1' },
  generators: {
    'openapi-typescript': '7.13.0',
    'openapi-fetch': '0.17.0',
    '@hey-api/openapi-ts': '0.92.0',
    orval: '7.13.0',
    oazapfts: '7.5.0',
    '@oazapfts/runtime': '1.2.0',
    '@kubb/core': '4.39.3',
    '@kubb/cli': '4.39.3',
    '@kubb/plugin-oas': '4.39.3',
    '@kubb/plugin-ts': '4.39.3',
    '@kubb/plugin-client': '4.39.3',
    typescript: '5.9.3',
    esbuild: '0.28.2',
  },
  runners: { jest: '30.5.2', mocha: '11.7.5' },
  runtimes: {
    'node-20': 'npm:node@20',
    'node-22': 'npm:node@22',
    'node-24': 'npm:node@24',
    'node-26': 'npm:node@26',
    bun: '1.4.4',
    deno: '2.9.6',
  },
} as const satisfies { [tool: string]: { [name: string]: string } };

export type Tool = keyof typeof packages;

export const toolNames = Object.keys(packages) as Tool[];

export const howToInstall = (tool: Tool): string => `npm run tools -- --install --only ${tool}`;

/** Where a tool is installed. */
export const toolFolder = (tool: Tool): string => join(folder, tool);

/** A file of an installed tool; undefined where it is not installed. */
export function installed(tool: Tool, ...path: string[]): string | undefined {
  const file = join(toolFolder(tool), 'node_modules', ...path);
  return existsSync(file) ? file : undefined;
}

/** Returns why it could not be installed, where that is so. */
export function install(tool: Tool): string | undefined {
  const own = toolFolder(tool);
  mkdirSync(own, { recursive: true });
  const manifest = { name: `tool-${tool}`, private: true, dependencies: packages[tool] };
  writeFileSync(join(own, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // `npm run` hands the project's settings to every npm below it by the environment; flags go first.
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error', '--legacy-peer-deps'];
  const args = ['install', '--engine-strict=false', ...quiet];
  const { status, error, stderr } = spawnSync('npm', args, { cwd: own, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}
