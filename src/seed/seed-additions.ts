import { type Mistake, mistakeAt, type Source } from '../document/document.ts';
import type { Path } from '../document/path.ts';
import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import { hashesIn } from '../spec/file-hashes.ts';
import type { Contents } from '../store/contents.ts';
import { madeReports, type SeedReport } from './made-reports.ts';
import { type SeedFile, type SeedFiles, seedParts } from './seed-files.ts';
import { seedMistakes } from './seed-mistakes.ts';

export interface Seed {
  readonly contents: Contents;
  /** By caller id: a description of the caller. */
  readonly notes: { readonly [callerId: string]: string };
}

/** A caller as in a seed file. */
type SeedCaller = Omit<Caller, 'roles' | 'mintedAt' | 'expiresAt'> &
  Partial<Pick<Caller, 'roles'>> & {
    readonly note?: string;
  };

/** Additions to seed data, in the format of its files. */
export interface SeedAdditions {
  readonly services?: readonly string[];
  readonly callers?: readonly SeedCaller[];
  readonly analyses?: readonly Analysis[];
  readonly reports?: readonly SeedReport[];
}

/** Where the additions are in their document. */
interface AdditionLocation {
  readonly source?: Source;
  readonly path: Path;
}

/** The mistakes in additions to a seed, which have to be an object. */
export function additionMistakes(
  { contents }: Seed,
  additions: SeedAdditions,
  { source, path }: AdditionLocation = { path: [] },
): Mistake[] {
  const files = Object.fromEntries(
    seedParts.map((part): [string, SeedFile] => {
      const value = additions[part] ?? [];
      return [part, { part, file: part, text: '[]', value, before: contents[part] }];
    }),
  ) as unknown as SeedFiles;
  return seedMistakes(files).map(({ file = '', path: inside, says }) => {
    const told = says.replace(/^the file /, 'it ');
    return mistakeAt([...path, file, ...inside], `${file}: ${told}`, source);
  });
}

/** A seed with valid additions. */
export function seedWith({ contents, notes }: Seed, additions: SeedAdditions): Seed {
  const { services = [], callers = [], analyses = [], reports = [] } = structuredClone(additions);
  const all = [...contents.callers, ...callers.map(storedCaller)];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const added = madeReports(reports, (id) => names.get(id) as string, contents.reports);
  const noted = callers.flatMap(({ id, note }) => (note ? [[id, note]] : []));
  return {
    contents: {
      ...contents,
      services: [...contents.services, ...services],
      callers: all,
      analyses: [...contents.analyses, ...analyses],
      reports: [...contents.reports, ...added].sort((a, b) => a.reportedAt - b.reportedAt),
    },
    notes: { ...notes, ...Object.fromEntries(noted) },
  };
}

/** A seed with other services, callers and reports, whose analyses replace those of the same file. */
export function analysesOnly({ contents }: Seed, { analyses }: SeedAdditions = {}): Seed {
  const taken = new Set(Array.isArray(analyses) ? analyses.flatMap(hashesIn) : []);
  const own = contents.analyses.filter((one) => !hashesIn(one).some((hash) => taken.has(hash)));
  return {
    contents: { ...contents, services: [], callers: [], reports: [], analyses: own },
    notes: {},
  };
}

function storedCaller({ note: _, ...caller }: SeedCaller): Caller {
  return {
    ...caller,
    roles: caller.roles ?? [],
  };
}
