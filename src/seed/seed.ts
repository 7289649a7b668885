import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import { type Contents, emptyContents } from '../store/contents.ts';
import { readSeedFiles } from './seed-files.ts';
import { reportTime } from './seed-formats.ts';
import { SeedProblem, seedParts } from './seed-problem.ts';
import { referenceMistakes } from './seed-references.ts';
import { shapeMistakes } from './seed-shape.ts';

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
  const { values, mistakes } = readSeedFiles(folder);
  const inShape = seedParts.flatMap((part) =>
    part in values ? shapeMistakes(part, values[part]) : [],
  );
  const all = [...mistakes, ...inShape, ...referenceMistakes(values, inShape)];
  if (all.length > 0) {
    const inOrder = seedParts.flatMap((part) =>
      all
        .filter((mistake) => mistake.part === part)
        .sort((a, b) => (a.entry ?? -1) - (b.entry ?? -1)),
    );
    throw new SeedProblem(
      folder,
      inOrder.map((mistake) => mistake.sentence),
    );
  }

  const callers = values.callers as SeedCaller[];
  const names = new Map(callers.map(({ id, name }) => [id, name]));
  return {
    contents: {
      ...structuredClone(emptyContents),
      services: values.services as string[],
      callers: callers.map(({ note: _, ...caller }) => ({ ...caller, roles: caller.roles ?? [] })),
      analyses: values.analyses as Analysis[],
      reports: (values.reports as SeedReport[]).map(stored(names)).sort(earliestFirst),
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
