import { expect, test } from 'vitest';
import { allClauses } from '../../index.ts';
import { mutants } from './index.ts';

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
