import { type Document, sharedContract } from '../contract/document.ts';
import { mistakesByLine, sentence } from '../document/document.ts';
import { emptyContents } from '../store/contents.ts';
import { type Seed, seedWith } from './seed-additions.ts';
import { readSeedFiles, seedParts } from './seed-files.ts';
import { SeedProblem } from './seed-problem.ts';
import { referenceMistakes } from './seed-references.ts';
import { seedChecks } from './seed-schema.ts';

export { type Seed, SeedProblem };

/** Reads a folder of seed files. Throws a SeedProblem with all mistakes. */
export function readSeed(folder: string, contract: Document = sharedContract()): Seed {
  const checks = seedChecks(contract);
  const files = readSeedFiles(folder);
  const inShape = seedParts.flatMap((part) => {
    const { mistake, value } = files[part];
    return mistake ? [mistake] : checks[part](value, files[part]);
  });
  const mistakes = [...inShape, ...referenceMistakes(files, inShape)];
  if (mistakes.length > 0) {
    const inOrder = seedParts.flatMap((part) =>
      mistakesByLine(mistakes.filter(({ file }) => file === files[part].file)),
    );
    throw new SeedProblem(folder, inOrder.map(sentence));
  }
  const entries = Object.fromEntries(seedParts.map((part) => [part, files[part].value]));
  return seedWith({ contents: structuredClone(emptyContents), notes: {} }, entries);
}
