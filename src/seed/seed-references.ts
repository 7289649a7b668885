import { type Mistake, mistakeAt, nameOf } from '../document/document.ts';
import type { Path } from '../document/path.ts';
import type { Caller } from '../domain/caller.ts';
import { mayCreate } from '../domain/rules.ts';
import { hashFields } from '../spec/file-hashes.ts';
import { whoMay } from '../spec/who-may.ts';
import { limitedNearest } from '../values/nearest.ts';
import type { SeedFile, SeedFiles } from './seed-files.ts';
import { knownBy } from './seed-schema.ts';

type Entry = { readonly [key: string]: unknown } | null;

/** Mistakes across entries: unknown names and duplicates. */
export function referenceMistakes(files: SeedFiles, inShape: readonly Mistake[]): Mistake[] {
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
  const known = new Set(
    textsIn([...entriesBefore(other), ...entriesOf(other)], knownBy[other.part]),
  );
  const nearest = limitedNearest();
  return places(file, field)
    .filter(({ text }) => !known.has(text))
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
  const others = [
    ...entriesBefore(callers),
    ...entriesOf(callers).filter((_, index) => !unsound.has(index)),
  ].filter((caller) => !mayCreate({ roles: [], ...caller } as unknown as Caller));
  const ids = new Set(others.map((caller) => caller?.id));
  return places(reports, 'createdBy')
    .filter(({ text }) => ids.has(text))
    .map((place) => mistake(place, `a caller with ${rolesThatCreate}`));
}

/** Duplicate values of these fields. */
function repeated(file: SeedFile, ...fields: readonly (string | undefined)[]): Mistake[] {
  // Report ids and hashes are case-insensitive.
  const ignoresCase = file.part === 'analyses' || file.part === 'reports';
  const keyOf = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const seen = new Map<string, Place>();
  const before = new Set(fields.flatMap((field) => textsIn(entriesBefore(file), field)).map(keyOf));
  return places(file, ...fields).flatMap((place) => {
    const key = keyOf(place.text);
    if (before.has(key)) return [taken(place)];
    const first = seen.get(key);
    if (first) return [taken(place, first)];
    seen.set(key, place);
    return [];
  });
}

/** A string in a seed file. */
interface Place {
  readonly file: SeedFile;
  readonly path: Path;
  readonly text: string;
}

/** The strings in these fields. Without a field, the entries themselves are strings. */
function places(file: SeedFile, ...fields: readonly (string | undefined)[]): Place[] {
  return entriesOf(file).flatMap((entry, index) =>
    fields.flatMap((field) => {
      const text = field === undefined ? entry : entry?.[field];
      const path = field === undefined ? [index] : [index, field];
      return typeof text === 'string' ? [{ file, path, text }] : [];
    }),
  );
}

function textsIn(entries: readonly Entry[], field: string | undefined): string[] {
  return entries
    .map((entry): unknown => (field === undefined ? entry : entry?.[field]))
    .filter((text) => typeof text === 'string');
}

function entriesBefore({ before = [] }: SeedFile) {
  return before as readonly Entry[];
}

function entriesOf({ value }: SeedFile): readonly Entry[] {
  return Array.isArray(value) ? value : [];
}

function nameAt({ file, path }: Place): string {
  return nameOf(path, file.value, knownBy[file.part]);
}

// A token may be a real secret.
function isSecret({ path }: Place): boolean {
  return path[1] === 'token';
}

function taken(place: Place, by?: Place): Mistake {
  const which = isSecret(place) ? '' : `"${place.text}", which is `;
  const where = by === undefined ? '' : ` in ${nameAt(by)}`;
  const says = `${nameAt(place)} is ${which}already used${where}; choose another`;
  return mistakeAt(place.path, says, place.file);
}

function mistake(place: Place, expected: string): Mistake {
  const seen = isSecret(place) ? 'given' : `"${place.text}"`;
  return mistakeAt(place.path, `${nameAt(place)} is ${seen}; expected ${expected}`, place.file);
}
