// Builds if necessary. `npm start` and `npx abuse-feed` run this every time, so the check must be fast, and
// must never take an outdated build for a current one: it compares contents.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledPage, pageScripts } from '../pages/bundle.mjs';
import { bundledTypes, library, valuesOf } from './public-types.mjs';

const sources = ['src', 'contract-tests', 'seed-data'];
const settings = ['openapi.yaml', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const note = join('dist', '.built');
const result = join('dist', 'src', 'cli', 'main.js');

/** A hash of all build inputs, without tests. */
function fingerprint(root) {
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.(support\.)?ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash('sha256');
  for (const file of [...files.sort(), ...settings.map((name) => join(root, name))]) {
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @param {string} root */
export function isBuilt(root) {
  const path = join(root, note);
  if (!existsSync(path) || !existsSync(join(root, result))) return false;
  return readFileSync(path, 'utf8') === fingerprint(root);
}

/** @param {string} root */
export function noteBuild(root) {
  return writeFileSync(join(root, note), fingerprint(root));
}

/**
 * Bundles what every start of a command loads: loading hundreds of modules separately costs a third of the
 * start-up time. The commands share parts, and each command loads its own.
 * @param {string} root
 */
async function bundleCommands(root) {
  const { build: bundle } = await import('esbuild');
  await bundle({
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    entryPoints: [join(root, 'src', 'cli', 'main.ts')],
    outdir: join(root, 'dist'),
    outbase: root,
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
  });
}

/**
 * The package for `import`: what `require` gets, so that a program with both has its classes once. Where an ES
 * module imports Express and the validator, Node looks through all their files for names first, which takes
 * a tenth of a start.
 * @param {string} root
 */
async function forwardImports(root) {
  for (const [name, entry] of Object.entries(library)) {
    const file = join(root, 'dist', `${entry}.js`);
    mkdirSync(dirname(file), { recursive: true });
    const required = relative(dirname(file), join(root, 'dist', `${name}.cjs`));
    writeFileSync(file, forwarding(await valuesOf(root, entry), required));
  }
}

/** An ES module that exports these names of what is required. */
export function forwarding(names, required) {
  return [
    "import { createRequire } from 'node:module';",
    '',
    `export const { ${names.join(', ')} } = createRequire(import.meta.url)('${required}');`,
    '',
  ].join('\n');
}

/** ESM-only packages: not every Node version can `require` them, nor can jest. */
const modulesOnly = ['lowdb'];

/**
 * The package in one file for `require`, which jest and older versions of Node cannot do with an ES module.
 * @param {string} root
 */
export async function bundleForRequire(root, outdir = join(root, 'dist')) {
  // Most starts have nothing to build, and should not load it.
  const { build: bundle } = await import('esbuild');
  await bundle({
    entryPoints: Object.entries(library).map(([out, entry]) => ({
      in: join(root, `${entry}.ts`),
      out,
    })),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'error',
    plugins: [{ name: 'packages', setup: loadPackages }],
  });
}

function loadPackages(bundling) {
  bundling.onResolve({ filter: /^[a-z@]/ }, ({ path }) =>
    modulesOnly.some((name) => path === name || path.startsWith(`${name}/`))
      ? undefined
      : { path, external: true },
  );
}

async function build(root) {
  const run = (...args) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const runSilently = (...args) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 2] });
  rmSync(join(root, note), { force: true });
  // The compiler trusts its build info, even if the output was deleted.
  if (!existsSync(join(root, result))) rmSync(join(root, 'dist'), { recursive: true, force: true });
  // Several times as fast as the one that the generators of types need.
  run(join('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', 'tsconfig.build.json');
  // Its file names are content hashes: files of the last build would remain.
  rmSync(join(root, 'dist', 'parts'), { recursive: true, force: true });
  await bundleCommands(root);
  await bundleForRequire(root);
  await forwardImports(root);
  await bundleTypes(root);
  run('--import', 'tsx', join('src', 'repository', 'prepare.ts'));
  mkdirSync(join(root, 'dist', 'pages'), { recursive: true });
  for (const name of Object.keys(pageScripts)) {
    writeFileSync(join(root, 'dist', 'pages', name), await bundledPage(root, name));
  }
  // What a terminal links to.
  runSilently(result, 'docs', '--dialect', 'default', '--out', join('dist', 'docs'));
  noteBuild(root);
}

/**
 * Types for `import` and for `require`, which TypeScript distinguishes by file name.
 * @param {string} root
 */
async function bundleTypes(root) {
  for (const [name, entry] of Object.entries(library)) {
    const types = await bundledTypes(root, entry, join('dist', 'types', `${entry}.d.ts`));
    for (const end of ['d.ts', 'd.cts']) writeFileSync(join(root, 'dist', `${name}.${end}`), types);
  }
}

/**
 * Builds if the sources have changed; returns whether the build is current.
 * @param {string} root
 */
export async function bringUpToDate(root, onBuild = () => {}) {
  if (isBuilt(root)) return true;
  onBuild();
  try {
    await build(root);
    return true;
  } catch (error) {
    // The compiler has already reported the error.
    if (error.status === undefined) throw error;
    process.exitCode = error.status;
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bringUpToDate(join(dirname(fileURLToPath(import.meta.url)), '..', '..'));
}
