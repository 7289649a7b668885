import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

/** JavaScript, because it needs nothing compiled. */
const { licences } = (await import(join(packageRoot, 'src/repository/licences.mjs'))) as {
  licences: (root: string) => string;
};

test('LICENCES.md lists what is installed; node src/repository/licences.mjs writes it anew', () => {
  expect(readFileSync(join(packageRoot, 'LICENCES.md'), 'utf8')).toBe(licences(packageRoot));
});

test('every package has a licence that lets everybody use it', () => {
  const rows = [...licences(packageRoot).matchAll(/^\| (\S+) \| \S+ \| (.+) \|$/gm)].slice(1);
  expect(rows.length).toBeGreaterThan(80);
  const free = /^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|P(ython|SF)-2\.0|BlueOak-1\.0\.0)\b/;
  expect(rows.filter(([, , licence = '']) => !free.test(licence)).map(([row]) => row)).toEqual([]);
});
