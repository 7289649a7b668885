import { expect, test } from 'vitest';
import { mutants } from '../mutants/index.ts';
import { runTrials } from '../run-trials.ts';
import { conditionalTrials } from '../trials.ts';
import { conditions } from './conditions.ts';
import { drawnMutant } from './draw.ts';
import { canStrike, faultFamilies } from './fault-families.ts';

test('every family has mutants, and conditions under which they can strike', () => {
  for (const family of faultFamilies) {
    expect(
      mutants.filter(({ name }) => family.names.test(name)),
      String(family.names),
    ).not.toEqual([]);
    expect(conditions.filter((one) => canStrike(family, one)).length).toBeGreaterThan(3);
  }
});

test('every condition can be drawn', () => {
  for (const condition of conditions)
    expect(
      faultFamilies.some((family) => canStrike(family, condition)),
      condition.name,
    ).toBe(true);
});

test('a seed always gives the same mutant', () => {
  expect(drawnMutant(7).name).toBe(drawnMutant(7).name);
  const names = Array.from({ length: 40 }, (_, seed) => drawnMutant(seed).name);
  expect(new Set(names).size).toBeGreaterThan(30);
});

test('a planned run rejects conditional mutants', async () => {
  const results = await runTrials(conditionalTrials(3, 1), { jobs: 1 });
  expect(results.filter(({ right }) => !right)).toEqual([]);
});
