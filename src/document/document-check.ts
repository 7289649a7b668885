import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import commonFormats from 'ajv-formats';
import { limitedNearest } from '../values/nearest.ts';
import { type Complaint, type DocumentSchema, mistakeOf } from './complaint.ts';
import { type Mistake, mistakeAt, mistakesByLine, nameOf, type Source } from './document.ts';
import { type Path, pathIn } from './path.ts';

export type { DocumentSchema };

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
 *     if (mistakes.length > 0) throw new TargetError(inWords(mistakes, file));
 *
 * `parsedDocument` parses the value; `mistakeAt` adds what a schema cannot express. Unknown keys are
 * reported where the schema has `additionalProperties: false` or `propertyNames`, and documents of
 * several kinds are checked by their `discriminator`.
 */
export function documentCheck(
  schema: DocumentSchema,
  { document = 'the document', knownBy, formats = {} }: DocumentCheckOptions = {},
): DocumentCheck {
  let validate: ValidateFunction | undefined;
  return (value, source) => {
    validate ??= compiled(schema, formats);
    if (validate(value)) return [];
    const context = {
      named: (path: Path): string => nameOf(path, value, knownBy) || document,
      nearest: limitedNearest(),
    };
    return mistakesByLine(
      outermost(validate.errors ?? []).map((error) => {
        const complaint = complaintOf(error, pathIn(value, error.instancePath));
        const mistake = mistakeOf(complaint, context);
        return { ...mistake, ...mistakeAt(mistake.path, mistake.says, source) };
      }),
    );
  };
}

function compiled(
  schema: DocumentSchema,
  own: NonNullable<DocumentCheckOptions['formats']>,
): ValidateFunction {
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
}

/**
 * Where none of several alternatives matches, the errors of each are not helpful: except for a map, where
 * only one of them takes maps at all.
 */
function outermost(errors: readonly ErrorObject[]): readonly ErrorObject[] {
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
}

function placeOf({ schemaPath, instancePath }: Pick<ErrorObject, 'schemaPath' | 'instancePath'>) {
  return `${schemaPath} ${instancePath}`;
}

function alternativeMeant({ data, schema }: ErrorObject): number | undefined {
  if (typeof data !== 'object' || data === null || !Array.isArray(schema)) return undefined;
  const all = schema as readonly DocumentSchema[];
  const able = all.filter(takesMaps);
  return able.length === 1 ? all.indexOf(able[0] as DocumentSchema) : undefined;
}

function takesMaps({ type, oneOf }: DocumentSchema): boolean {
  return type === 'object' || (oneOf?.some(takesMaps) ?? false);
}

function complaintOf({ keyword, params, data, parentSchema }: ErrorObject, at: Path): Complaint {
  const key = params.additionalProperty ?? params.propertyName ?? params.missingProperty;
  const isTag = keyword === 'discriminator';
  return {
    keyword,
    path: isTag ? [...at, params.tag] : key === undefined ? at : [...at, key],
    data: isTag ? params.tagValue : data,
    schema: (parentSchema ?? {}) as DocumentSchema,
  };
}
