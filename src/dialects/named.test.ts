import { expect, test } from 'vitest';
import { allows, type OpenPoint } from '../spec/open-point.ts';
import { pointById } from './dialect.ts';
import { dialectNames, isDialectName, namedDialects } from './named.ts';

test('the package ships these, the default first', () => {
  expect(dialectNames).toEqual(['default', 'documented', 'strict', 'lenient', 'contrary']);
  expect(namedDialects.default.differences).toEqual({});
});

test.each(dialectNames)('%s holds only allowed answers, and only what differs', (name) => {
  for (const [id, answer] of Object.entries(namedDialects[name].differences)) {
    const point = pointById.get(id) as OpenPoint;
    expect(point, id).toBeDefined();
    expect(allows(point, answer), `${id}: ${answer}`).toBe(true);
    expect(answer, id).not.toBe(point.default);
  }
});

test('the documented one has a bare token, 404 for an unknown hash, and {error} alone', () => {
  const { differences } = namedDialects.documented;
  expect(differences).toMatchObject({ 'lookup.error-body': 'error' });
  expect(differences).not.toHaveProperty(['auth.prefix']);
  expect(differences).not.toHaveProperty(['lookup.status.unknown-hash']);
});

test('a property of every object is no name', () => {
  expect(isDialectName('toString')).toBe(false);
});
