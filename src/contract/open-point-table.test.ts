import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectOpenPoints } from '../spec/open-point.ts';
import { packageRoot } from '../spec/package-root.ts';
import { readContract } from './document.ts';
import { withOpenPointTable } from './open-point-table.ts';

const points = collectOpenPoints(readContract());
const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');

test('the table of open points in README.md is fresh: if not, run npm run generate', () => {
  expect(withOpenPointTable(readme, points)).toBe(readme);
});

test('it has a row for every open point', () => {
  for (const { id } of points) expect(readme).toContain(`\n| \`${id}\` | `);
  expect(readme.match(/^\| `[a-z]+\.[\w.-]+` \|/gim)).toHaveLength(points.length);
});

test('a README without the markers is told so', () => {
  expect(() => withOpenPointTable('# Title\n', points)).toThrow(/no place marked/);
});
