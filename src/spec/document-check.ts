import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import commonFormats from 'ajv-formats';
import { distinct, type Mistake, mistakeAt, nameOf, type Source } from './document.ts';
import { shortened } from './listed.ts';
import { limitedNearest, type nearest } from './nearest.ts';
import { keyOf, type Path, pathIn } from './path.ts';

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

export interface DocumentCheckOptions {
  /** The name of the document in messages. */
  readonly document?: string;
  /** For a document that is a list: the key that identifies its entries. */
  readonly knownBy?: string | undefined;
  readonly formats?: { readonly [name: string]: RegExp | ((text: string) => boolean) };
}

/** Finds all mistakes of a document at once, in line order. */
export type DocumentCheck = (value: unknown, source?: Source) => Mistake[];

/**
 * Checks documents against a JSON schema, with readable messages:
 *
 *     const mistakesIn = documentCheck(schema, { document: 'the target' });
 *     const mistakes = mistakesIn(value, { file, text });
 *     if (mistakes.length > 0) throw new TargetError(failingAnswersText(mistakes, file));
 *
 * `parsedDocument` parses the value; `mistakeAt` adds what a schema cannot express. Unknown keys are
 * reported where the schema has `additionalProperties: false` or `propertyNames`, and documents of
 * several kinds are checked by their `discriminator`.
 */
export const documentCheck = (
  schema: DocumentSchema,
  { document = 'the document', knownBy, formats = {} }: DocumentCheckOptions = {},
): DocumentCheck => {
  let validate: ValidateFunction | undefined;
  return (value, source) => {
    validate ??= compiled(schema, formats);
    if (validate(value)) return [];
    const context = {
      named: (path: Path): string => nameOf(path, value, knownBy) || document,
      nearest: limitedNearest(),
    };
    return distinct(
      outermost(validate.errors ?? []).map((error) => {
        const mistake = mistakeOf(error, pathIn(value, error.instancePath), context);
        return { ...mistake, ...mistakeAt(mistake.path, mistake.says, source) };
      }),
    );
  };
};

const compiled = (
  schema: DocumentSchema,
  own: NonNullable<DocumentCheckOptions['formats']>,
): ValidateFunction => {
  const ajv = new Ajv({
    allErrors: true,
    keywords: ['x-words'],
    verbose: true,
    strictTypes: false,
    discriminator: true,
    // Validating the schemas takes longer than everything else; strict mode finds misspelt keywords.
    meta: false,
    validateSchema: false,
  });
  // Fields of the contract may have any common format.
  commonFormats.default(ajv, { mode: 'full' });
  for (const [name, format] of Object.entries(own)) ajv.addFormat(name, format);
  return ajv.compile(schema);
};

/**
 * Where none of several alternatives matches, the errors of each are not helpful: except for a map, where
 * only one of them takes maps at all.
 */
const outermost = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const forking = errors.filter(({ keyword }) =>
    ['anyOf', 'oneOf', 'propertyNames'].includes(keyword),
  );
  const forks = [...new Set(forking.map(({ schemaPath }) => `${schemaPath}/`))];
  const meant = new Map(forking.map((error) => [placeOf(error), alternativeMeant(error)]));
  const isMeant = (error: ErrorObject, fork: string): boolean => {
    const branch = error.schemaPath.slice(fork.length).split('/', 1)[0];
    for (let at = error.instancePath; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const chosen = meant.get(placeOf({ schemaPath: fork.slice(0, -1), instancePath: at }));
      if (chosen !== undefined) return String(chosen) === branch;
      if (at === '') return false;
    }
  };
  return errors.filter(
    (error) =>
      error.keyword !== 'if' &&
      error.propertyName === undefined &&
      meant.get(placeOf(error)) === undefined &&
      forks.every((fork) => !error.schemaPath.startsWith(fork) || isMeant(error, fork)),
  );
};

const placeOf = ({ schemaPath, instancePath }: Pick<ErrorObject, 'schemaPath' | 'instancePath'>) =>
  `${schemaPath} ${instancePath}`;

const alternativeMeant = ({ data, schema }: ErrorObject): number | undefined => {
  if (typeof data !== 'object' || data === null || !Array.isArray(schema)) return undefined;
  const all = schema as readonly DocumentSchema[];
  const able = all.filter(takesMaps);
  return able.length === 1 ? all.indexOf(able[0] as DocumentSchema) : undefined;
};

const takesMaps = ({ type, oneOf }: DocumentSchema): boolean =>
  type === 'object' || (oneOf?.some(takesMaps) ?? false);

type Told = Omit<Mistake, 'file' | 'line'>;

/** Names of places, and suggestions, for messages. */
interface Telling {
  readonly named: (path: Path) => string;
  readonly nearest: typeof nearest;
}

const mistakeOf = (error: ErrorObject, path: Path, telling: Telling): Told => {
  const { named } = telling;
  const { keyword, params, data } = error;
  const schema = (error.parentSchema ?? {}) as DocumentSchema;
  const known = schema.properties ?? {};
  switch (keyword) {
    case 'additionalProperties':
      return unknownKey(
        [...path, params.additionalProperty],
        { enum: Object.keys(known) },
        telling,
      );
    case 'propertyNames':
      return unknownKey([...path, params.propertyName], schema.propertyNames, telling);
    case 'required': {
      const at = [...path, params.missingProperty];
      const expected = known[params.missingProperty];
      const says = `is missing; expected ${expected ? wordsOf(expected) : 'to be given'}`;
      return { path: at, says: `${named(at)} ${says}`, missing: true };
    }
    case 'discriminator': {
      const values = (schema.oneOf ?? []).flatMap((one) => valuesOf(one.properties?.[params.tag]));
      return notOneOf([...path, params.tag], params.tagValue, { enum: values }, telling);
    }
    case 'enum':
    case 'const':
      return notOneOf(path, data, schema, telling);
  }
  const unquoted = schema.type === 'string' && ['number', 'boolean'].includes(typeof data);
  const hint = unquoted ? '; quotes make it a text' : '';
  const seen = `${named(path)} is ${described(data, schema)}`;
  return { path, says: `${seen}; expected ${wordsOf(schema)}${hint}` };
};

const unknownKey = (path: Path, names: DocumentSchema = {}, telling: Telling): Told => {
  const known = texts(names.enum);
  const key = String(path.at(-1));
  const near = telling.nearest(key, known);
  const says = `unknown key ${telling.named([...path.slice(0, -1), shortened(key)])}`;
  if (near === undefined) {
    const words = names['x-words'];
    const hint = words ? `expected ${words}` : `known here: ${known.join(', ')}`;
    return { path, says: `${says}; ${hint}` };
  }
  const meant = [...path.slice(0, -1), near];
  // The entry of the list has just been named.
  const place = keyOf(typeof path[0] === 'number' ? meant.slice(1) : meant);
  return { path, says: `${says}; did you mean ${place}?`, meant };
};

const notOneOf = (path: Path, data: unknown, schema: DocumentSchema, telling: Telling): Told => {
  const meant = typeof data === 'string' && telling.nearest(data, texts(valuesOf(schema)));
  const hint = meant ? `; did you mean ${meant}?` : '';
  const seen = data === undefined ? 'missing' : described(data, schema);
  return { path, says: `${telling.named(path)} is ${seen}; expected ${wordsOf(schema)}${hint}` };
};

const texts = (values: readonly unknown[] = []): string[] =>
  values.filter((value) => typeof value === 'string');

const valuesOf = (schema: DocumentSchema = {}): readonly unknown[] =>
  schema.enum ?? ('const' in schema ? [schema.const] : []);

const typeWords: { readonly [type: string]: string } = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys',
};

/** Describes what a schema expects. */
const wordsOf = (schema: DocumentSchema): string => {
  if (schema['x-words'] !== undefined) return schema['x-words'];
  const values = valuesOf(schema);
  if (values.length === 1) return String(values[0]);
  if (values.length > 1) return `one of ${values.join(', ')}`;
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
};

const described = (data: unknown, { writeOnly }: DocumentSchema): string => {
  if (data === null || data === undefined) return 'empty';
  if (Array.isArray(data)) return data.length === 0 ? 'an empty list' : 'a list';
  if (typeof data === 'object')
    return Object.keys(data).length === 0 ? 'an empty map' : 'a map of keys';
  if (data === '') return 'an empty text';
  if (writeOnly) return typeof data === 'string' ? 'given' : `a ${typeof data}`;
  // Values from a program may have no JSON form.
  if (typeof data !== 'string') return String(data);
  const text = JSON.stringify(data);
  return text.length > 80 ? `${text.slice(0, 76)}…"` : text;
};
