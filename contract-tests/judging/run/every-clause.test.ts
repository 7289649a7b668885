import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allClauses, sectionName } from '../../../src/spec/clauses/clauses.ts';
import { openPointById } from '../../../src/spec/open-points.ts';
import { packageRoot } from '../../../src/values/package-root.ts';
import { settingOf } from '../../service/drive/context.ts';
import { planOf } from '../../service/run/plan.ts';
import { readTarget } from '../../service/target/target-file.ts';

const referenceFile = join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');

test('clauses have ids that differ', () => {
  const ids = allClauses().map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(100);
  expect(ids).toEqual([...new Set(ids)]);
});

test('clauses are of sections of the specification that have a name', () => {
  const numbers = new Set(allClauses().map(({ section }) => section));
  expect(numbers.size).toBeGreaterThan(5);
  for (const number of numbers) expect(sectionName(number)).toMatch(/^\d(\.\d)? \S/);
});

test('each clause that is fixed or derived has a check, and every check has a clause', () => {
  const judged = allClauses()
    .filter(({ kind }) => kind !== 'open')
    .map(({ id }) => id);
  const target = readTarget(referenceFile, { env: {}, cwd: packageRoot });
  const { preparations, stages, endings } = planOf(settingOf(target));
  const checked = [...preparations, ...stages.flat(), ...endings].flatMap(({ clauses }) => clauses);
  const hint =
    'a rule says by shownBy which scenario of contract-tests/service/drive makes its requests, unless one lists it';
  expect([...new Set(checked)].sort(), hint).toEqual(judged.sort());
});

test('each open clause names a point of openapi.yaml', () => {
  const points = openPointById;
  const unknown = allClauses().filter(
    ({ kind, openPoint }) => kind === 'open' && !points.has(openPoint ?? ''),
  );
  expect(unknown).toEqual([]);
});
