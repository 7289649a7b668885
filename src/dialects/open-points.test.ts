import { expect, test } from 'vitest';
import { dialectCheck } from '../spec/dialect-check.ts';
import { openPoints } from '../spec/open-points.ts';
import { defaultDialect, dialectOf, differencesOf } from './dialect.ts';

test('a dialect is the default with its differences, and cannot be changed', () => {
  const dialect = dialectOf({ 'create.status.created': 200 });
  expect(dialect).toEqual({ ...defaultDialect, 'create.status.created': 200 });
  expect(differencesOf(dialect)).toEqual({ 'create.status.created': 200 });
  expect(differencesOf(defaultDialect, dialect)).toEqual({ 'create.status.created': 201 });
  expect(Object.isFrozen(dialect)).toBe(true);
});

const mistakesIn = dialectCheck(openPoints);

test('the default and the alternatives of every open point may be chosen', () => {
  for (const each of openPoints) {
    for (const answer of [each.default, ...each.alternatives]) {
      expect(mistakesIn({ [each.id]: answer })).toEqual([]);
    }
  }
});

test.each([
  ['create.status.created', 299, true],
  ['create.status.created', 204, false],
  ['create.status.created', 205, false],
  ['create.status.created', 304, false],
  ['create.status.created', 302, false],
  ['create.status.created', 199, false],
  ['create.status.created', 600, false],
  ['create.status.created', 200.5, false],
  ['create.status.created', '200', false],
  ['create.body-limit', 4096, true],
  ['create.body-limit', 4095, false],
  ['create.score.minimum', -7, true],
  ['create.score.minimum', 1.5, false],
  ['report.time-zone', '+14:00', true],
  ['report.time-zone', '+15:00', false],
  ['report.time-zone', 2, false],
  ['fetch.who', 'everyone', false],
] as const)('%s: %s is allowed: %s', (id, answer, expected) => {
  expect(mistakesIn({ [id]: answer }).length === 0).toBe(expected);
});
