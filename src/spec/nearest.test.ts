import { expect, test } from 'vitest';
import { limitedNearest, nearest } from './nearest.ts';

test.each([
  ['reseacher', ['researcher', 'otherResearcher'], 'researcher'],
  ['SERVICE', ['service', 'otherService'], 'service'],
  ['requestPerSec', ['requestsPerSecond', 'timeoutMs'], 'requestsPerSecond'],
  ['delete/flag-sucess', ['delete/flag-type', 'delete/flag-is-success'], 'delete/flag-is-success'],
  ['feeds', ['feed', 'lookup'], 'feed'],
  ['x', ['feed', 'lookup'], undefined],
  ['tags', ['feed', 'lookup'], undefined],
  ['x'.repeat(10_000), ['feed', 'lookup'], undefined],
])('%s is most likely meant to be one of %j: %s', (word, known, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

test('what was meant is looked for a hundred times and no more', () => {
  const meant = limitedNearest();
  const found = Array.from({ length: 70_000 }, () => meant('feeds', ['feed']));
  expect(found.filter((word) => word === 'feed')).toHaveLength(100);
});
