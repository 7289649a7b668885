import { sentence } from '../document/document.ts';
import { emptyContents } from '../store/contents.ts';
import { type Seed, seedWith } from './seed-additions.ts';
import { readSeedFiles, seedParts } from './seed-files.ts';
import { seedMistakes } from './seed-mistakes.ts';
import { SeedProblem } from './seed-problem.ts';

export { type Seed, SeedProblem };

/** Reads a folder of seed files. Throws a SeedProblem with all mistakes. */
export function readSeed(folder: string): Seed {
  const files = readSeedFiles(folder);
  const mistakes = seedMistakes(files);
  if (mistakes.length > 0) throw new SeedProblem(folder, mistakes.map(sentence));
  const entries = Object.fromEntries(seedParts.map((part) => [part, files[part].value]));
  return seedWith({ contents: structuredClone(emptyContents), notes: {} }, entries);
}
