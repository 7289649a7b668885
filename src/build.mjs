// Builds what is not built yet. `npm start` runs this each time, so it must be quick to see that
// there is nothing to do, and must never take an old build for a new one: it goes by contents.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = ['src', 'contract-tests'];
const settings = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const note = join('dist', '.built');
const result = join('dist', 'src', 'cli', 'main.js');

/** Of all that a build is made from; tests are not. */
function fingerprint(root) {
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.(support\.)?ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash('sha256').update(process.version);
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
export const noteBuild = (root) => writeFileSync(join(root, note), fingerprint(root));

function build(root) {
  const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  rmSync(join(root, note), { force: true });
  // The compiler believes its notes, also where somebody has thrown away what they are about.
  if (!existsSync(join(root, result))) rmSync(join(root, 'dist'), { recursive: true, force: true });
  run(join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json');
  noteBuild(root);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  try {
    if (!isBuilt(root)) build(root);
  } catch (error) {
    // The compiler has said what is wrong.
    if (error.status === undefined) throw error;
    process.exitCode = error.status;
  }
}
