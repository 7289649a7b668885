import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/spec/package-root.ts';
import { mutantTable, mutantTablePath } from './mutant-table.ts';

test('the docs show the mutants there are: if not, run npm run generate', () => {
  expect(readFileSync(join(packageRoot, mutantTablePath), 'utf8')).toBe(mutantTable());
});
