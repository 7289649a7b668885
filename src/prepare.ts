import { load } from 'js-yaml';
import { readContractText } from './contract/document.ts';
import { prepare } from './contract/prepared.ts';
import { ownSeedFolder, ownSeedText } from './seed/own-seed.ts';
import { readSeed } from './seed/seed.ts';

/** Run by the build: what would take a while at every start is done once. */
prepare([
  { name: 'contract', text: readContractText(), value: load(readContractText()) },
  { name: 'seed', text: ownSeedText(), value: readSeed(ownSeedFolder) },
]);
