import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';
import { patience } from './test-settings.test.support.ts';

/** JavaScript, because the build needs it before anything is compiled. */
const { library } = (await import(join(packageRoot, 'src/repository/public-types.mjs'))) as {
  library: { readonly [name: string]: string };
};

export const recipes = join(packageRoot, 'src', 'recipes');
export const chromium = process.env.ABUSE_FEED_CHROMIUM ?? '/usr/bin/chromium';
/** Too large to install for every test. */
export const runners = join(packageRoot, 'bench/.tools/node_modules');
export const installRunners = 'npm run bench -- install';
const loader = pathToFileURL(join(packageRoot, 'node_modules/tsx/dist/loader.mjs')).href;

/** A project with the package installed, and the recipes in it. */
export function project(): string {
  const folder = folderWith();
  cpSync(recipes, folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'abuse-feed-kit'), { recursive: true });
  mkdirSync(join(modules, '.bin'));
  for (const name of ['vitest', 'playwright-core']) {
    symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name));
  }
  // The sources replace the compiled package, which may be outdated.
  const exports = {
    '.': { import: './index.js', require: './index.cjs' },
    './verify': { import: './verify.js', require: './verify.cjs' },
  };
  const manifest = { name: 'abuse-feed-kit', type: 'module', exports };
  writeFileSync(join(modules, 'abuse-feed-kit/package.json'), JSON.stringify(manifest));
  for (const [name, entry] of Object.entries(library)) {
    const source = pathToFileURL(join(packageRoot, `${entry}.ts`)).href;
    writeFileSync(join(modules, `abuse-feed-kit/${name}.js`), `export * from '${source}';\n`);
  }
  // The stand-in plays the server under test.
  const target = join(packageRoot, 'contract-tests/targets/reference.yaml');
  cpSync(target, join(folder, 'contract/my-server.yaml'));
  const main = join(packageRoot, 'src/cli/main.ts');
  const command = join(modules, '.bin/abuse-feed');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

/** The same for `require`, with the file that the build makes. */
export async function projectForRequire(): Promise<string> {
  const folder = project();
  // Inside the package, since it finds its files relative to its own path.
  const own = mkdtempSync(join(packageRoot, 'node_modules/.abuse-feed-recipes-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  const { bundleForRequire } = (await import(join(packageRoot, 'src/repository/build.mjs'))) as {
    bundleForRequire: (root: string, outdir: string) => Promise<void>;
  };
  await bundleForRequire(packageRoot, own);
  for (const file of Object.keys(library).map((name) => `${name}.cjs`)) {
    const forward = `module.exports = require('${join(own, file)}');\n`;
    writeFileSync(join(folder, 'node_modules/abuse-feed-kit', file), forward);
  }
  return folder;
}

export async function run(command: string, args: string[], cwd = project()): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: `--import ${loader}`, ABUSE_FEED_CHROMIUM: chromium };
  // Test runners behave differently inside another runner.
  for (const name of Object.keys(env)) {
    if (/^(VITEST|NODE_TEST|TEST$|NODE_ENV$)/.test(name)) delete env[name as keyof typeof env];
  }
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    cwd,
    env,
    timeout: patience(280),
  });
  return stdout || stderr;
}
