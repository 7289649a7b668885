import { expect, test } from 'vitest';
import { allClauses } from '../../../src/spec/clauses/clauses.ts';
import { openPoints } from '../../../src/spec/open-points.ts';
import { conforming, violating } from './recorded.test.support.ts';

const hint = 'Record them again, on a machine that does nothing else: npm run record';

test('the recorded runs are about the open points and clauses that there are', () => {
  const { learned = [], unclear = [], unknown = [] } = conforming.own?.card ?? {};
  const points = [...learned, ...unclear, ...unknown].map(({ openPoint }) => openPoint);
  expect(points.toSorted(), hint).toEqual(openPoints.map(({ id }) => id).toSorted());
  const clauses = allClauses().map(({ id }) => id);
  for (const run of [conforming, violating])
    expect(run.clauses.map(({ id }) => id).toSorted(), hint).toEqual(clauses.toSorted());
});
