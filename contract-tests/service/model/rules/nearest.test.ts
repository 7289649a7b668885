import { expect, test } from 'vitest';
import { allClauses } from '../../../../src/spec/clauses/clauses.ts';
import { nearestServer } from './nearest.ts';

const judged = allClauses().filter(({ kind }) => kind !== 'open');

test.each(judged)('$id has a conforming server that comes nearest to breaking it', (clause) => {
  expect(nearestServer(clause)).toMatch(/^[a-z]\S* \S/);
});
