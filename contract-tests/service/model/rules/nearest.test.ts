import { expect, test } from 'vitest';
import { allClauses } from '../../../../src/spec/clauses/clauses.ts';
import { nearestByClause, nearestServer } from './nearest.ts';

const judged = allClauses().flatMap(({ id, kind }) => (kind === 'open' ? [] : [id]));

test.each(judged)('%s has a conforming server that comes nearest to breaking it', (clause) => {
  expect(nearestServer(clause)).toMatch(/^[a-z]\S* \S/);
});

test('nothing is said of clauses that there are not', () => {
  expect(Object.keys(nearestByClause).filter((id) => !judged.includes(id))).toEqual([]);
});
