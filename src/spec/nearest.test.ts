import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

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
