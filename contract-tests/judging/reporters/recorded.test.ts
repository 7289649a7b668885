import { expect, test } from 'vitest';
import { allClauses } from '../../../src/spec/clauses/clauses.ts';
import { openPoints } from '../../../src/spec/open-points.ts';
import { conforming, violating } from './recorded.test.support.ts';

const hint = 'Record them again, on a machine that does nothing else: npm run selftest -- record';

test('the recorded runs name no open point and no clause that is gone', () => {
  const { learned = [], unclear = [], unknown = [] } = conforming.own?.card ?? {};
  const points = [...learned, ...unclear, ...unknown].map(({ openPoint }) => openPoint);
  expect(
    openPoints.map(({ id }) => id),
    hint,
  ).toEqual(expect.arrayContaining(points));
  const clauses = allClauses().map(({ id }) => id);
  for (const run of [conforming, violating])
    expect(clauses, hint).toEqual(expect.arrayContaining(run.clauses.map(({ id }) => id)));
});
