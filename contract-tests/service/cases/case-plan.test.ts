import { expect, test } from 'vitest';
import { callersOf } from '../requests/callers.ts';
import { knownCallersOf } from '../requests/known-callers.ts';
import { withoutOtherRoles } from '../target/other-roles.test.support.ts';
import { feedTargetAt } from '../target/target.test.support.ts';
import { type Case, type CaseOptions, casesOf } from './case-plan.ts';
import { rareNumbers } from './tags.ts';

function planFor(
  more: object = {},
  tokens: object = {},
  seed = 1,
  only: Pick<CaseOptions, 'only'> = {},
) {
  const target = feedTargetAt(undefined, {
    tokens: { researcher: 'r1', ...tokens },
    callers: withoutOtherRoles(tokens),
    ...more,
  });
  const callers = callersOf(target);
  const knownCallers = knownCallersOf(target, callers);
  const options = { seed, thorough: false, ...only };
  return { cases: casesOf(target, callers, knownCallers, options), knownCallers };
}

const tokens = {
  otherResearcher: 'r2',
  service: 'o1',
  otherServiceOwner: 'o2',
  reader: 'l',
};
const both = { otherService: 'dyndnsco' };

function pairs(cases: readonly Case[], one: (c: Case) => unknown, other: (c: Case) => unknown) {
  return new Set(cases.map((each) => JSON.stringify([one(each), other(each)])));
}

test('every stranger is paired with every number of tags and every creator but itself', () => {
  const { cases } = planFor(both, tokens);
  const planned = cases.filter(({ moment }) => moment !== 'swept');
  const stranger = (each: Case) => each.stranger?.key;
  expect(pairs(planned, stranger, (each) => each.tags.number).size).toBe(5 * 4);
  expect(pairs(planned, stranger, (each) => each.creator.key).size).toBe(5 * 2 - 2);
  expect(pairs(planned, stranger, (each) => each.service).size).toBe(5 * 2 - 2);
});

test('every rare number of tags is swept once', () => {
  const swept = planFor(both, tokens).cases.filter(({ moment }) => moment === 'swept');
  for (const rare of rareNumbers)
    expect(swept.filter(({ tags }) => tags.number === rare)).toHaveLength(1);
});

test('strangers never have permission to delete, and deleters always do', () => {
  const { cases, knownCallers } = planFor(both, tokens);
  for (const { creator, service, stranger, deleter } of cases) {
    const about = { creator: creator.key, service };
    if (stranger) expect(knownCallers.may('delete', stranger, about)).toBe(false);
    expect(knownCallers.may('delete', deleter, about)).toBe(true);
  }
});

test('a seed always gives the same cases', () => {
  // The unknown token is random.
  const drawn = (seed: number) =>
    planFor(both, tokens, seed).cases.map(({ nobody, nonResearcher, ...rest }) => ({
      ...rest,
      nobody: nobody.key,
      nonResearcher: nonResearcher.key,
    }));
  expect(drawn(3)).toEqual(drawn(3));
  expect(drawn(3)).not.toEqual(drawn(4));
});

test('with one feed and one researcher there are cases as well', () => {
  const { cases } = planFor();
  expect(cases.length).toBeGreaterThan(20);
  expect(cases.every(({ moment, stranger }) => moment !== 'elsewhere' && !stranger)).toBe(true);
});

test.each([
  ['create/keeps-tags', { most: 24, isSwept: true }],
  ['create/keeps-c2-address', { most: 25, isSwept: true }],
  ['create/keeps-confidence-score', { most: 20, isSwept: true }],
  ['delete/creator-may-delete', { most: 12, isSwept: false }],
  ['delete/refused-means-unchanged', { most: 40, isSwept: false }],
])('for %s alone, only what matters to it varies', (id, { most, isSwept }) => {
  const { cases } = planFor(both, tokens, 1, { only: [id] });
  expect(cases.length).toBeLessThanOrEqual(most);
  expect(cases.every(({ moment }) => moment === 'swept')).toBe(isSwept);
  expect(new Set(cases.map(({ creator, service }) => creator.key + service)).size).toBe(4);
  if (id === 'create/keeps-tags')
    expect(
      pairs(
        cases,
        ({ tags }) => tags.alphabet,
        ({ tags }) => tags.length,
      ).size,
    ).toBe(16);
});
