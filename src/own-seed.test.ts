import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { readContractText } from './contract/document.ts';
import { prepared } from './contract/prepared.ts';
import { ownSeedFolder, ownSeedText } from './own-seed.ts';
import { readSeed } from './store/seed.ts';

const builds = [
  ['contract', readContractText(), () => load(readContractText())],
  ['seed', ownSeedText(), () => readSeed(ownSeedFolder)],
] as const;

test.each(builds)('the %s is the same when it is written as JSON and read again', (...build) => {
  const [, , read] = build;
  expect(JSON.parse(JSON.stringify(read()))).toStrictEqual(read());
});

// Only a build has anything to compare; without one there would be nothing that could differ.
const built = builds.filter(([name, text]) => prepared(name, text) !== undefined);

test.runIf(built.length > 0)('what the build has prepared says what the files say', () => {
  for (const [name, text, read] of built) expect(prepared(name, text), name).toStrictEqual(read());
});

test('nothing was prepared for a text that changed', () => {
  expect(prepared('contract', `${readContractText()}\n`)).toBeUndefined();
});
