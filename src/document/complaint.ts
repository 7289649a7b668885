import { shortened } from '../values/listed.ts';
import type { nearest } from '../values/nearest.ts';
import type { Mistake } from './document.ts';
import { keyOf, type Path } from './path.ts';
import { keywordWords } from './words.ts';

/** The keywords that messages are generated from; others work, too, given words. */
export interface DocumentSchema {
  readonly type?: string | readonly string[];
  /** Completes "expected …". Default: derived from type, values and limits. */
  readonly 'x-words'?: string;
  /** Marks a secret: its value is not printed. */
  readonly writeOnly?: boolean;
  readonly properties?: { readonly [key: string]: DocumentSchema };
  readonly propertyNames?: DocumentSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly DocumentSchema[];
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

type Told = Omit<Mistake, 'file' | 'line'>;

/** What a validator complains about. */
export interface Complaint {
  readonly keyword: string;
  /** Of the value; for a missing or an unknown key, of that key. */
  readonly path: Path;
  readonly data: unknown;
  /** The schema that has the keyword. */
  readonly schema: DocumentSchema;
}

/** Names of places, and suggestions, for messages. */
interface Telling {
  readonly named: (path: Path) => string;
  readonly nearest: typeof nearest;
}

/** The complaint of a validator as a sentence: the only translation. */
export function mistakeOf(complaint: Complaint, telling: Telling): Told {
  const { keyword, path, data, schema } = complaint;
  const { named } = telling;
  const known = schema.properties ?? {};
  const key = String(path.at(-1));
  switch (keyword) {
    case 'additionalProperties':
      return unknownKey(
        path,
        { enum: Object.keys(known).filter((one) => isTaken(known[one])) },
        telling,
      );
    case 'propertyNames':
      return unknownKey(path, schema.propertyNames, telling);
    case 'required': {
      const expected = known[key];
      const says = `is missing; expected ${expected ? wordsOf(expected) : 'to be given'}`;
      return { path, says: `${named(path)} ${says}`, missing: true };
    }
    case 'discriminator': {
      const values = (schema.oneOf ?? []).flatMap((one) => valuesOf(one.properties?.[key]));
      return notOneOf(path, data, { enum: values }, telling);
    }
    case 'enum':
    case 'const':
      return notOneOf(path, data, schema, telling);
  }
  const unquoted = schema.type === 'string' && ['number', 'boolean'].includes(typeof data);
  const hint = unquoted ? '; quotes make it a text' : '';
  const isApart = ('x-words' in schema ? besideWords : besideTypes).has(keyword);
  const expected = isApart
    ? keywordWords(keyword, schema[keyword]).replace(/^without/, 'one without')
    : wordsOf(schema);
  // A Map is no map of keys.
  const form =
    typeof data === 'symbol' && expected === typeWords.object ? 'a plain object' : expected;
  const seen = `${named(path)} is ${described(data, schema)}`;
  return { path, says: `${seen}; expected ${form}${hint}` };
}

/** A key that is only there to say where else it belongs takes nothing. */
function isTaken({ not }: DocumentSchema = {}): boolean {
  return typeof not !== 'object' || not === null || Object.keys(not).length > 0;
}

/** Keywords that are told apart: words for a value say its form, and those from types leave limits out. */
const besideWords = new Set(['maxItems', 'uniqueItems', 'multipleOf', 'maxLength']);
const besideTypes = new Set(['maxItems', 'uniqueItems', 'multipleOf', 'maxProperties']);

function unknownKey(path: Path, names: DocumentSchema = {}, telling: Telling): Told {
  const known = texts(names.enum);
  const key = String(path.at(-1));
  const near = telling.nearest(key, known);
  const says = `unknown key ${telling.named([...path.slice(0, -1), shortened(key)])}`;
  if (near === undefined) {
    const words = names['x-words'];
    const list = known.length > 0 ? `known here: ${known.join(', ')}` : 'there are none here';
    return { path, says: `${says}; ${words ? `expected ${words}` : list}` };
  }
  const meant = [...path.slice(0, -1), near];
  // The entry of the list has just been named.
  const place = keyOf(typeof path[0] === 'number' ? meant.slice(1) : meant);
  return { path, says: `${says}; did you mean ${place}?`, meant };
}

function notOneOf(path: Path, data: unknown, schema: DocumentSchema, telling: Telling): Told {
  const meant = typeof data === 'string' && telling.nearest(data, texts(valuesOf(schema)));
  const hint = meant ? `; did you mean ${meant}?` : '';
  const seen = data === undefined ? 'missing' : described(data, schema);
  return { path, says: `${telling.named(path)} is ${seen}; expected ${wordsOf(schema)}${hint}` };
}

function texts(values: readonly unknown[] = []): string[] {
  return values.filter((value) => typeof value === 'string');
}

function valuesOf(schema: DocumentSchema = {}): readonly unknown[] {
  return schema.enum ?? ('const' in schema ? [schema.const] : []);
}

const typeWords: { readonly [type: string]: string } = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys',
};

/** Describes what a schema expects. */
function wordsOf(schema: DocumentSchema): string {
  if (schema['x-words'] !== undefined) return schema['x-words'];
  const values = valuesOf(schema);
  if (values.length === 1) return String(values[0]);
  if (values.length > 1) return `one of ${values.map(String).join(', ')}`;
  const { minimum, exclusiveMinimum, maximum, maxLength, pattern } = schema;
  const least = schema.minItems ?? schema.minProperties ?? schema.minLength;
  const types = [schema.type ?? []].flat();
  const named = types.filter((type) => type !== 'null');
  return [
    named.map((type) => typeWords[type] ?? type).join(' or ') || 'something else',
    least === undefined ? '' : least === 1 ? ' that is not empty' : ` of at least ${least}`,
    maxLength === undefined ? '' : ` of at most ${maxLength} characters`,
    minimum === undefined ? '' : ` from ${minimum}`,
    exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`,
    maximum === undefined ? '' : ` to ${maximum}`,
    pattern === undefined ? '' : ` like ${pattern}`,
    named.length < types.length ? ', or null' : '',
  ].join('');
}

function described(data: unknown, { writeOnly }: DocumentSchema): string {
  if (data === null || data === undefined) return 'empty';
  if (Array.isArray(data)) return data.length === 0 ? 'an empty list' : 'a list';
  if (typeof data === 'object')
    return Object.keys(data).length === 0 ? 'an empty map' : 'a map of keys';
  if (data === '') return 'an empty text';
  if (writeOnly) return typeof data === 'string' ? 'given' : `a ${typeof data}`;
  // What stands for a value of a program that has no JSON form.
  if (typeof data === 'symbol') return String(data.description);
  if (typeof data === 'function') return 'a function';
  if (typeof data !== 'string') return String(data);
  return shortenedValue(JSON.stringify(data));
}

export function shortenedValue(text: string): string {
  return text.length > 80 ? `${text.slice(0, 76)}…"` : text;
}
