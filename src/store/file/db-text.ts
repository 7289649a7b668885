import type { DocumentSchema } from '../../document/complaint.ts';
import { parsedDocument, type Source } from '../../document/document.ts';
import type { Path } from '../../document/path.ts';
import { linesOf } from '../../document/yaml.ts';
import { hashFields } from '../../spec/file-hashes.ts';
import { followed, schemaNamed } from '../../spec/schemas.ts';
import { type Contents, copyOf, type Data, emptyContents } from '../contents.ts';
import { DataDamaged } from './errors.ts';

/** What tells one `db.json` from another, and stays when somebody edits it. Absent where no server wrote it. */
export interface DbName {
  /** How the journal ended whose changes are included: that journal may be dropped. */
  readonly includes?: string | undefined;
  /** Its number, by a former version. */
  readonly generation?: number | undefined;
}

interface Db {
  readonly name: DbName;
  readonly data: Data;
}

/** Whether a journal and a `db.json` are of two copies of a folder, made at different times. */
export function areHalves(one: DbName, other: DbName): boolean {
  return (['includes', 'generation'] as const).some(
    (key) => one[key] !== undefined && other[key] !== undefined && one[key] !== other[key],
  );
}

/** Indented, as lowdb's own adapters write it. Serialises at once, and is completed later. */
export function dbText(contents: Contents): (includes: string) => string {
  const rest = JSON.stringify(contents, null, 2).replace(/^\{\n/, '');
  return (includes) => `{\n  "includes": "${includes}",\n${rest}\n`;
}

/** Reads a file as this version has written it; undefined for any other. */
export function readOwnDb(text: string): Db | undefined {
  const { includes, ...contents } = JSON.parse(text) as Partial<Contents & DbName>;
  const isOwn = Object.keys(contents).every((part) => Object.hasOwn(emptyContents, part));
  return isOwn
    ? { name: { includes }, data: copyOf({ ...emptyContents, ...contents }) }
    : undefined;
}

/** Reads a file that users may have edited. Throws DataDamaged with the line of the first mistake. */
export async function readEditedDb(text: string, file: string): Promise<Db> {
  const refuse = (line: number | undefined, what: string): never => {
    throw new DataDamaged(file, line ?? 1, what, 'Correct it, or restore it from a copy.');
  };
  let read: Partial<Contents & DbName>;
  try {
    read = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    // Without the text that V8 quotes: it may be part of a token.
    const what = `it is not JSON: ${message.replace(/, (\.{3})?".*/s, '')}`;
    return refuse(lineOfMistake({ file, text }, message), what);
  }
  // Loaded on demand: nearly every start reads what a server has written.
  const { documentCheck } = await import('../../document/document-check.ts');
  const [mistake] = documentCheck(dbSchema(), { document: 'it' })(read, { file, text });
  if (mistake) return refuse(mistake.line, mistake.says);
  const { generation, includes, ...contents } = read;
  for (const [part, entries] of Object.entries(contents)) {
    const seen = new Set<string>();
    for (const [nth, entry] of Array.isArray(entries) ? entries.entries() : [])
      for (const [what, name] of namesOf(part, entry)) {
        const path: Path = [part, nth];
        if (seen.has(what + name))
          refuse(linesOf(text)(path), `${what} is used by another entry, too`);
        seen.add(what + name);
      }
  }
  return { name: { includes, generation }, data: copyOf({ ...emptyContents, ...contents }) };
}

const text: DocumentSchema = { type: 'string' };
const number: DocumentSchema = { type: 'number' };

function listOf(items: DocumentSchema): DocumentSchema {
  return { type: 'array', items };
}

/** What is relied on of an entry; others may be there as well. */
function entry(required: DocumentSchema['properties'] = {}, optional = {}): DocumentSchema {
  const properties = { ...required, ...optional };
  return { type: 'object', required: Object.keys(required), properties };
}

function dbSchema(): DocumentSchema {
  const { required: requiredOfAnalyses = [] } = schemaNamed('StaticAnalysis');
  const hashes = hashFields.filter((field) => requiredOfAnalyses.includes(field));
  const parts: { readonly [part in keyof Contents]: DocumentSchema } = {
    services: listOf(text),
    callers: listOf(
      entry(
        { id: text, name: text, token: { ...text, writeOnly: true }, roles: listOf(text) },
        { owns: text, requests: number, mintedAt: number, expiresAt: number },
      ),
    ),
    analyses: listOf(entry(Object.fromEntries(hashes.map((field) => [field, text])))),
    reports: listOf(
      // In milliseconds since 1970: the dialect decides how it is written.
      entry({ ...shownFields(), id: text, service: text, createdBy: text, reportedAt: number }),
    ),
    deleted: listOf(entry({ id: text, service: text })),
    allowances: {
      type: 'object',
      additionalProperties: entry({ period: text, left: number }),
    },
  };
  return {
    type: 'object',
    properties: { ...parts, includes: text, generation: number },
    additionalProperties: false,
  };
}

/** The fields without which a stored report cannot be shown. */
function shownFields(): { [field: string]: DocumentSchema } {
  const { required = [], properties = {} } = schemaNamed('Report');
  return Object.fromEntries(
    required.flatMap((field) => {
      const { type, nullable, default: given } = followed(properties[field] ?? {});
      const isNeeded = type !== undefined && !nullable && given === undefined;
      return isNeeded ? [[field, { type: String(type) }]] : [];
    }),
  );
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
