import { parsedDocument, type Source } from '../../document/document.ts';
import type { Path } from '../../document/path.ts';
import { linesOf } from '../../document/yaml.ts';
import { hashFields } from '../../spec/file-hashes.ts';
import { schemaNamed } from '../../spec/schemas.ts';
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

/** The string fields that the store relies on; the first is the key. */
const strings: { readonly [part in keyof Contents]: readonly string[] } = {
  services: [],
  callers: ['id', 'name', 'token'],
  analyses: requiredHashes,
  reports: ['id', 'service', 'createdBy', 'file256Hash', 'c2Address'],
  deleted: ['id', 'service'],
  allowances: ['period'],
};

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
  for (const [part, value] of Object.entries(contents)) {
    const needed = strings[part as keyof Contents];
    if (!needed) wrong([part], `unknown key "${part}"`);
    const isList = part !== 'allowances';
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) {
      wrong([part], `"${part}" is not ${isList ? 'a list' : 'an object'}`);
    }
    const seen = new Set<string>();
    for (const [key, entry] of Object.entries(value)) {
      const path = [part, isList ? Number(key) : key];
      if (part === 'services' && typeof entry !== 'string') wrong(path, 'it is not a string');
      const missing = needed.find((name) => typeof entry?.[name] !== 'string');
      if (missing !== undefined) wrong(path, `"${missing}" of this entry is not a string`);
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
