// Lists the licences of all production dependencies: `node src/repository/licences.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = 'LICENCES.md';

/** Packages bundled into the page scripts. */
const inPages = ['htm', 'preact'];

/** @param {string} path */
function json(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Reads the lock file, which marks development dependencies.
 * @param {string} root
 */
export function licences(root) {
  const { packages } = json(join(root, 'package-lock.json'));
  const places = Object.keys(packages).filter(
    (place) =>
      (place !== '' && !packages[place].dev && !packages[place].optional) ||
      inPages.some((name) => place === `node_modules/${name}`),
  );
  const lines = places.map((place) => {
    const { name, version, license, licenses } = json(join(root, place, 'package.json'));
    const licence = license ?? licenses?.map(({ type }) => type).join(' or ') ?? 'not stated';
    return `| ${name} | ${version} | ${licence.type ?? licence} |`;
  });
  const listed = [...new Set(lines)].sort();
  return [
    '# Licences',
    '',
    `abuse-feed-kit has the [MIT licence](LICENSE). It comes with ${listed.length} packages of others.`,
    'Made by `node src/repository/licences.mjs`. `npm sbom --sbom-format cyclonedx --omit dev` prints a bill of materials.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...listed,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
  writeFileSync(join(root, file), licences(root));
}
