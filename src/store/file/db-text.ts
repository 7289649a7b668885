import { parsedDocument, type Source } from '../../document/document.ts';
import type { Path } from '../../document/path.ts';
import { linesOf } from '../../document/yaml.ts';
import { hashFields } from '../../spec/file-hashes.ts';
import { followed, schemaNamed } from '../../spec/schemas.ts';
import { type Contents, copyOf, type Data, emptyContents } from '../contents.ts';
import { DataDamaged } from './errors.ts';

/** What `db.json` says of itself. */
export interface DbHead {
  /** Increases with each write. */
  readonly generation: number;
  /** How the journal ended whose changes are included: that journal may be dropped. */
  readonly includes: string;
}

/** Indented, as lowdb's own adapters write it. Serialises at once, and is completed later. */
export function dbText(data: Data): (head: DbHead) => string {
  const contents = JSON.stringify(data, null, 2).replace(/^\{\n/, '');
  return ({ generation, includes }) =>
    `{\n  "generation": ${generation},\n  "includes": "${includes}",\n${contents}\n`;
}

const { required: requiredOfAnalyses = [] } = schemaNamed('StaticAnalysis');
const requiredHashes = hashFields.filter((field) => requiredOfAnalyses.includes(field));

/** What a value may be, by the words for it. */
const kinds = {
  'a string': (value: unknown) => typeof value === 'string',
  'a number': (value: unknown) => Number.isFinite(value),
  'true or false': (value: unknown) => typeof value === 'boolean',
  'a list': (value: unknown) => Array.isArray(value),
  'a list of strings': (value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string'),
} as const;

type Kind = keyof typeof kinds;

const kindsOfTypes: { readonly [type: string]: Kind } = {
  string: 'a string',
  integer: 'a number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
};

/** The fields without which a stored report cannot be shown. */
function shownFields(): { [field: string]: Kind } {
  const { required = [], properties = {} } = schemaNamed('Report');
  return Object.fromEntries(
    required.flatMap((field) => {
      const { type, nullable, default: given } = followed(properties[field] ?? {});
      const kind = kindsOfTypes[String(type)];
      return kind && !nullable && given === undefined ? [[field, kind]] : [];
    }),
  );
}

/** What is relied on; the first is the key. */
const fields: { readonly [part in keyof Contents]: { readonly [field: string]: Kind } } = {
  services: {},
  callers: { id: 'a string', name: 'a string', token: 'a string', roles: 'a list of strings' },
  analyses: Object.fromEntries(requiredHashes.map((field) => [field, 'a string'])),
  reports: {
    id: 'a string',
    service: 'a string',
    createdBy: 'a string',
    ...shownFields(),
    // Milliseconds since 1970: the dialect decides how they are written.
    reportedAt: 'a number',
  },
  deleted: { id: 'a string', service: 'a string' },
  allowances: { period: 'a string', left: 'a number' },
};

/** Those that may be left out. */
const optionalFields: { readonly [part in keyof Contents]?: { readonly [field: string]: Kind } } = {
  callers: { owns: 'a string', requests: 'a number', mintedAt: 'a number', expiresAt: 'a number' },
};

type Entry = { readonly [field: string]: unknown } | null | undefined;

/** What is wrong with an entry, if anything. */
function flawOf(part: keyof Contents, entry: Entry): string | undefined {
  const given = Object.entries(optionalFields[part] ?? {}).filter(
    ([field]) => entry?.[field] !== undefined,
  );
  const wrong = [...Object.entries(fields[part]), ...given].find(
    ([field, kind]) => !kinds[kind](entry?.[field]),
  );
  return wrong && `"${wrong[0]}" of this entry is not ${wrong[1]}`;
}

/** Reads a file that users may have edited. Throws DataDamaged with the line of the first mistake. */
export function readDb(text: string, file: string): DbHead & { data: Data } {
  const refuse = (line: number | undefined, what: string): never => {
    throw new DataDamaged(file, line ?? 1, what, 'Correct it, or restore it from a copy.');
  };
  const wrong = (path: Path, what: string): never => refuse(linesOf(text)(path), what);
  let read: Partial<DbHead & Contents>;
  try {
    read = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    // Without the text that V8 quotes: it may be part of a token.
    const what = `it is not JSON: ${message.replace(/, (\.{3})?".*/s, '')}`;
    return refuse(lineOfMistake({ file, text }, message), what);
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return refuse(1, 'it is not an object');
  const { generation = 0, includes = '', ...contents } = read;
  if (!Number.isSafeInteger(generation) || typeof includes !== 'string')
    wrong(['generation'], '"generation" and "includes" are not as a server wrote them');
  for (const [part, value] of Object.entries(contents)) {
    if (!Object.hasOwn(fields, part)) wrong([part], `unknown key "${part}"`);
    const isList = part !== 'allowances';
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) {
      wrong([part], `"${part}" is not ${isList ? 'a list' : 'an object'}`);
    }
    const seen = new Set<string>();
    for (const [key, entry] of Object.entries(value)) {
      const path = [part, isList ? Number(key) : key];
      if (part === 'services' && typeof entry !== 'string') wrong(path, 'it is not a string');
      const flaw = flawOf(part as keyof Contents, entry as Entry);
      if (flaw !== undefined) wrong(path, flaw);
      for (const [what, name] of namesOf(part, entry)) {
        if (seen.has(what + name)) wrong(path, `${what} is used by another entry, too`);
        seen.add(what + name);
      }
    }
  }
  return { generation, includes, data: copyOf({ ...emptyContents, ...contents }) };
}

/** Values that must be unique, and how they are told: a token is not. */
function namesOf(part: string, entry: { readonly [field: string]: string }): [string, string][] {
  const told = (name: string): [string, string] => [name, name];
  if (part === 'services') return [told(String(entry))];
  if (part === 'callers') {
    const token: [string, string][] = entry.token === '' ? [] : [['its token', `${entry.token}`]];
    return [told(`id ${entry.id}`), ...token];
  }
  if (part === 'analyses') return [told(String(entry.sha256Hash))];
  return part === 'reports' ? [told(`${entry.service} ${entry.id?.toLowerCase()}`)] : [];
}

/** V8 reports the position of some syntax errors; YAML, a superset of JSON, that of most others. */
function lineOfMistake(source: Source, message: string): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return source.text.slice(0, Number(position)).split('\n').length;
  const parsed = parsedDocument(source);
  return 'mistake' in parsed ? parsed.mistake.line : undefined;
}
