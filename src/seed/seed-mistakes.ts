import { type Mistake, mistakeAt, mistakesByLine, nameOf } from '../document/document.ts';
import type { Caller } from '../domain/caller.ts';
import { mayCreate } from '../domain/rules.ts';
import { hashFields } from '../spec/file-hashes.ts';
import { whoMay } from '../spec/who-may.ts';
import { limitedNearest } from '../values/nearest.ts';
import { type SeedFile, type SeedFiles, seedParts } from './seed-files.ts';
import { knownBy, seedChecks } from './seed-schema.ts';

/** All mistakes, file by file: in each entry by itself, and across entries. */
export function seedMistakes(files: SeedFiles): Mistake[] {
  const checks = seedChecks();
  const inShape = seedParts.flatMap((part) => {
    const { mistake, value, file } = files[part];
    const found = mistake ? [mistake] : checks[part](value, files[part]);
    return found.map((one) => ({ ...one, file }));
  });
  const all = [...inShape, ...referenceMistakes(files, inShape)];
  return seedParts.flatMap((part) =>
    mistakesByLine(all.filter(({ file }) => file === files[part].file)),
  );
}

/** Mistakes across entries: unknown names and duplicates. */
function referenceMistakes(files: SeedFiles, inShape: readonly Mistake[]): Mistake[] {
  const { services, callers, analyses, reports } = files;
  return [
    ...unknown(callers, 'owns', services, 'a service of services.yaml'),
    ...unknown(reports, 'service', services, 'a service of services.yaml'),
    ...unknown(reports, 'createdBy', callers, 'the id of a caller of callers.yaml'),
    ...notByCreators(reports, callers, inShape),
    ...repeated(services, undefined),
    ...repeated(callers, 'id'),
    ...repeated(callers, 'token'),
    ...repeated(callers, 'owns'),
    ...repeated(analyses, ...hashFields),
    ...repeated(reports, 'id'),
  ];
}

/** Names in this field that the other file does not have. */
function unknown(file: SeedFile, field: string, other: SeedFile, expected: string): Mistake[] {
  // An unreadable file was reported already; unknown names would be noise.
  if (!Array.isArray(other.value)) return [];
  const known = new Set(places(other, knownBy[other.part]).map(({ text }) => text));
  const nearest = limitedNearest();
  return places(file, field)
    .filter((place) => isNew(place) && !known.has(place.text))
    .map((place) => {
      const near = nearest(place.text, known);
      return mistake(place, `${expected}${near === undefined ? '' : `; did you mean ${near}?`}`);
    });
}

const rolesThatCreate = whoMay('create')
  .any.map((role) => `roles: [${role}]`)
  .join(' or ');

/** Considers valid callers only: a misspelt role is reported at its own place. */
function notByCreators(
  reports: SeedFile,
  callers: SeedFile,
  inShape: readonly Mistake[],
): Mistake[] {
  const inCallers = inShape.filter(({ file }) => file === callers.file);
  const unsound = new Set(inCallers.map(({ path }) => path[0]));
  const others = entriesOf(callers).filter(
    ([index, caller]) =>
      !unsound.has(index) && !mayCreate({ roles: [], ...caller } as unknown as Caller),
  );
  const ids = new Set(others.map(([, caller]) => caller?.id));
  return places(reports, 'createdBy')
    .filter((place) => isNew(place) && ids.has(place.text))
    .map((place) => mistake(place, `a caller with ${rolesThatCreate}`));
}

/** Duplicate values of these fields. */
function repeated(file: SeedFile, ...fields: readonly (string | undefined)[]): Mistake[] {
  // Report ids and hashes are case-insensitive.
  const ignoresCase = file.part === 'analyses' || file.part === 'reports';
  const seen = new Map<string, Place>();
  return places(file, ...fields).flatMap((place) => {
    const key = ignoresCase ? place.text.toLowerCase() : place.text;
    const first = seen.get(key);
    if (!first) seen.set(key, place);
    return first && isNew(place) ? [taken(place, first)] : [];
  });
}

type Entry = { readonly [key: string]: unknown } | null;

/** The entries by their numbers: those that were there before have negative ones. */
function entriesOf({ before = [], value }: SeedFile): [number, Entry][] {
  const own = Array.isArray(value) ? value : [];
  return [...before, ...own].map((entry, nth) => [nth - before.length, entry as Entry]);
}

/** A string in a seed file. */
interface Place {
  readonly file: SeedFile;
  readonly path: readonly [index: number, ...field: string[]];
  readonly text: string;
}

function isNew({ path: [index] }: Place): boolean {
  return index >= 0;
}

/** The strings in these fields. Without a field, the entries themselves are strings. */
function places(file: SeedFile, ...fields: readonly (string | undefined)[]): Place[] {
  return entriesOf(file).flatMap(([index, entry]) =>
    fields.flatMap((field): Place[] => {
      const text = field === undefined ? entry : entry?.[field];
      const path = field === undefined ? ([index] as const) : ([index, field] as const);
      return typeof text === 'string' ? [{ file, path, text }] : [];
    }),
  );
}

function nameAt({ file, path }: Place): string {
  return nameOf(path, file.value, knownBy[file.part]);
}

// A token may be a real secret.
function isSecret({ path }: Place): boolean {
  return path[1] === 'token';
}

function taken(place: Place, by: Place): Mistake {
  const which = isSecret(place) ? '' : `"${place.text}", which is `;
  const where = isNew(by) ? ` in ${nameAt(by)}` : '';
  const says = `${nameAt(place)} is ${which}already used${where}; choose another`;
  return mistakeAt(place.path, says, place.file);
}

function mistake(place: Place, expected: string): Mistake {
  const seen = isSecret(place) ? 'given' : `"${place.text}"`;
  return mistakeAt(place.path, `${nameAt(place)} is ${seen}; expected ${expected}`, place.file);
}
