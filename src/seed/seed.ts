import { type Document, sharedContract } from '../contract/document.ts';
import type { Analysis } from '../domain/analysis.ts';
import { distinct, sentence } from '../spec/document.ts';
import { type Contents, emptyContents } from '../store/contents.ts';
import { madeReports, type SeedReport } from './made-reports.ts';
import { type SeedCaller, storedCaller } from './seed-caller.ts';
import { readSeedFiles, seedParts } from './seed-files.ts';
import { SeedProblem } from './seed-problem.ts';
import { referenceMistakes } from './seed-references.ts';
import { seedChecks } from './seed-schema.ts';

export { SeedProblem };

export interface Seed {
  readonly contents: Contents;
  /** By caller id: a description of the caller. */
  readonly notes: { readonly [callerId: string]: string };
}

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
      distinct(mistakes.filter(({ file }) => file === files[part].file)),
    );
    throw new SeedProblem(folder, inOrder.map(sentence));
  }

  const callers = files.callers.value as SeedCaller[];
  const names = new Map(callers.map(({ id, name }) => [id, name]));
  return {
    contents: {
      ...structuredClone(emptyContents),
      services: files.services.value as string[],
      callers: callers.map(storedCaller),
      analyses: files.analyses.value as Analysis[],
      reports: madeReports(files.reports.value as SeedReport[], (id) => names.get(id) as string),
    },
    notes: Object.fromEntries(callers.flatMap(({ id, note }) => (note ? [[id, note]] : []))),
  };
}
