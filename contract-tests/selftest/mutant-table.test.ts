import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/values/package-root.ts';
import { allClauses } from '../index.ts';
import { mutantTable, mutantTablePath } from './mutant-table.ts';
import { mutants } from './mutants/index.ts';

test('the docs show the mutants there are: if not, run npm run generate', () => {
  expect(readFileSync(join(packageRoot, mutantTablePath), 'utf8')).toBe(mutantTable());
});

test('every fixed or derived clause has a mutant, and every mutant breaks such a clause', () => {
  const judged = allClauses().flatMap(({ id, kind }) => (kind === 'open' ? [] : [id]));
  const broken = new Set(mutants.map(({ breaks }) => breaks));
  const lacking = judged.filter((id) => !broken.has(id));
  expect(lacking, 'add mutants to a file in contract-tests/selftest/mutants').toEqual([]);
  const unknown = [...broken].filter((id) => !judged.includes(id));
  expect(unknown, 'add clauses to contract-tests/clauses.yaml').toEqual([]);
});

test('mutants have names of their own', () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([]);
});
