import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { readContract, readContractText } from '../contract/document.ts';
import { prepared } from '../contract/prepared.ts';
import { ownSeed, ownSeedFolder } from './own-seed.ts';
import { readSeed } from './seed.ts';

test('what the build prepared says what the files say', async () => {
  expect(readContract()).toEqual(load(readContractText()));
  expect(await ownSeed()).toEqual(readSeed(ownSeedFolder));
});

test('nothing was prepared for a text that changed', () => {
  expect(prepared('contract', `${readContractText()}\n`)).toBeUndefined();
});
