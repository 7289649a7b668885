import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectOpenPoints } from '../spec/open-point.ts';
import { packageRoot } from '../spec/package-root.ts';
import { readContract } from './document.ts';
import { openPointPage, withOpenPointTable } from './open-point-table.ts';

const points = collectOpenPoints(readContract());
const page = readFileSync(join(packageRoot, openPointPage), 'utf8');

test('the table of open points in docs/open-points.md is fresh: if not, run npm run generate', () => {
  expect(withOpenPointTable(page, points)).toBe(page);
});

test('it has a row for every open point', () => {
  for (const { id } of points) expect(page).toContain(`\n| \`${id}\` | `);
  expect(page.match(/^\| `[a-z]+\.[\w.-]+` \|/gim)).toHaveLength(points.length);
});

test('a page without the markers is an error', () => {
  expect(() => withOpenPointTable('# Title\n', points)).toThrow(/no place marked/);
});
