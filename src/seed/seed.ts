import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import { distinct, sentence } from '../spec/document.ts';
import { type Contents, emptyContents } from '../store/contents.ts';
import { readSeedFiles, seedParts } from './seed-files.ts';
import { reportTime } from './seed-formats.ts';
import { SeedProblem } from './seed-problem.ts';
import { referenceMistakes } from './seed-references.ts';
import { shapeMistakes } from './seed-schema.ts';

export { SeedProblem };

export interface Seed {
  readonly contents: Contents;
  /** By caller id: a sentence about the caller, for people. */
  readonly notes: { readonly [callerId: string]: string };
}

type SeedCaller = Omit<Caller, 'roles' | 'mintedAt' | 'expiresAt'> &
  Partial<Pick<Caller, 'roles'>> & {
    readonly note?: string;
  };
type SeedReport = Omit<StoredReport, 'reportedAt' | 'reportedBy'> & { readonly reportedAt: string };

/** Reads a folder of seed files afresh. Throws a SeedProblem that names all mistakes. */
export function readSeed(folder: string): Seed {
  const files = readSeedFiles(folder);
  const inShape = seedParts.flatMap((part) => {
    const { mistake, value } = files[part];
    return mistake ? [mistake] : shapeMistakes[part](value, files[part]);
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
      callers: callers.map(({ note: _, ...caller }) => ({ ...caller, roles: caller.roles ?? [] })),
      analyses: files.analyses.value as Analysis[],
      reports: (files.reports.value as SeedReport[]).map(stored(names)).sort(earliestFirst),
    },
    notes: Object.fromEntries(callers.flatMap(({ id, note }) => (note ? [[id, note]] : []))),
  };
}

const stored =
  (names: ReadonlyMap<string, string>) =>
  (report: SeedReport): StoredReport => ({
    ...report,
    reportedAt: reportTime(report.reportedAt),
    reportedBy: names.get(report.createdBy) as string,
  });

/** The order of reports decides which one is the first about a file, whatever order the file has. */
const earliestFirst = (a: StoredReport, b: StoredReport): number => a.reportedAt - b.reportedAt;
