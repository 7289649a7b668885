import { type Mistake, mistakeAt, mistakesByLine, nameOf } from '../document/document.ts';
import type { Caller } from '../domain/caller.ts';
import { mayCreate } from '../domain/rules.ts';
import { hashFields } from '../spec/file-hashes.ts';
import { whoMay } from '../spec/who-may.ts';
import { limitedNearest } from '../values/nearest.ts';
import { type SeedFile, type SeedFiles, type SeedPart, seedParts } from './seed-files.ts';
import { knownBy, seedChecks } from './seed-schema.ts';

/** All mistakes, file by file: in each entry by itself, and across entries. */
export function seedMistakes(files: SeedFiles): Mistake[] {
  const checks = seedChecks();
  return seedParts.flatMap((part) => {
    const file = files[part];
    const inEntries = file.mistake ? [file.mistake] : checks[part](file.value, file);
    const all = [...inEntries, ...strangers(part, files), ...takenNames(part, file)];
    return mistakesByLine(all.map((one) => ({ ...one, file: file.file })));
  });
}

/** The text in a field of an entry; the entry itself where it is a text. */
interface Name {
  readonly text: string;
  /** Negative for entries that were there before. */
  readonly index: number;
  readonly field: string | undefined;
}

type Entry = { readonly [field: string]: unknown } | null;

function entriesOf({ before = [], value }: SeedFile): (readonly [index: number, Entry])[] {
  const own = Array.isArray(value) ? value : [];
  return [...before, ...own].map((entry, nth) => [nth - before.length, entry as Entry] as const);
}

/** Without a field, of entries that are texts themselves. */
function namesIn(file: SeedFile, fields: readonly (string | undefined)[]): Name[] {
  return entriesOf(file).flatMap(([index, entry]) =>
    fields.flatMap((field) => {
      const text = field === undefined ? entry : entry?.[field];
      return typeof text === 'string' ? [{ text, index, field }] : [];
    }),
  );
}

/** Which field names an entry of which other file, and what that is called. */
const references: { readonly [part in SeedPart]?: { readonly [field: string]: SeedPart } } = {
  callers: { owns: 'services' },
  reports: { service: 'services', createdBy: 'callers' },
};
const expectedNames: { readonly [part in SeedPart]?: string } = {
  services: 'a service of services.yaml',
  callers: 'the id of a caller of callers.yaml',
};

const rolesThatCreate = whoMay('create')
  .any.map((role) => `roles: [${role}]`)
  .join(' or ');

/** Names that the other file does not have, and of callers who may not create a report. */
function strangers(part: SeedPart, files: SeedFiles): Mistake[] {
  const nearest = limitedNearest();
  return Object.entries(references[part] ?? {}).flatMap(([field, target]) => {
    const other = files[target];
    // An unreadable file was reported already; unknown names would be noise.
    if (!Array.isArray(other.value)) return [];
    const known = new Set(namesIn(other, [knownBy[target]]).map(({ text }) => text));
    const idle = target === 'callers' ? idleCallers(other) : new Set<unknown>();
    return namesIn(files[part], [field]).flatMap((name) => {
      if (name.index < 0 || (known.has(name.text) && !idle.has(name.text))) return [];
      const near = nearest(name.text, known);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      const expected = known.has(name.text)
        ? `a caller with ${rolesThatCreate}`
        : `${expectedNames[target]}${hint}`;
      return [mistake(files[part], name, `is "${name.text}"; expected ${expected}`)];
    });
  });
}

/** Of valid callers only: a misspelt role is reported at its own place. */
function idleCallers(callers: SeedFile): ReadonlySet<unknown> {
  const wrong = new Set(
    seedChecks()
      .callers(callers.value, callers)
      .map(({ path }) => path[0]),
  );
  const idle = entriesOf(callers).filter(
    ([index, caller]) =>
      !wrong.has(index) && !mayCreate({ roles: [], ...caller } as unknown as Caller),
  );
  return new Set(idle.map(([, caller]) => caller?.id));
}

/** The fields whose values are used once; those in one list share their values. */
const unique: { readonly [part in SeedPart]: readonly (readonly (string | undefined)[])[] } = {
  services: [[undefined]],
  callers: [['id'], ['token'], ['owns']],
  analyses: [hashFields],
  reports: [['id']],
};

function takenNames(part: SeedPart, file: SeedFile): Mistake[] {
  // Report ids and hashes are case-insensitive.
  const ignoresCase = part === 'analyses' || part === 'reports';
  return unique[part].flatMap((fields) => {
    const seen = new Map<string, Name>();
    return namesIn(file, fields).flatMap((name) => {
      const key = ignoresCase ? name.text.toLowerCase() : name.text;
      const first = seen.get(key);
      if (!first) seen.set(key, name);
      if (!first || name.index < 0) return [];
      // A token may be a real secret.
      const which = name.field === 'token' ? '' : `"${name.text}", which is `;
      const where =
        first.index < 0 ? '' : ` in ${nameOf(pathOf(first), file.value, knownBy[part])}`;
      return [mistake(file, name, `is ${which}already used${where}; choose another`)];
    });
  });
}

function pathOf({ index, field }: Name) {
  return field === undefined ? [index] : [index, field];
}

function mistake(file: SeedFile, name: Name, says: string): Mistake {
  const path = pathOf(name);
  return mistakeAt(path, `${nameOf(path, file.value, knownBy[file.part])} ${says}`, file);
}
