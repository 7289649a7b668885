import { expect, test } from 'vitest';
import { ownSeed, ownSeedFolder } from './own-seed.ts';
import { readSeed } from './seed.ts';

test('the own seed is what its files say, and is read once', () => {
  expect(ownSeed()).toEqual(readSeed(ownSeedFolder));
  expect(ownSeed()).toBe(ownSeed());
});
