import type { DocumentSchema } from './document/document-check.ts';
import { isText, type ValueForm } from './values/value-form.ts';

/** One form of an option, wherever it is given. */
export interface OptionForm extends ValueForm {
  /**
   * Its form in a configuration file: a schema, or the name of one of the control plane. None for an option
   * that a file cannot give.
   */
  readonly schema?: DocumentSchema | string | undefined;
  /** The value of a text on the command line or in a variable; undefined for one that does not fit. */
  readonly read?: (text: string) => unknown;
  /** A path is relative to the file that it is in, or to the current folder. */
  readonly isPath?: true;
}

interface ScalarSchema {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
}

/** Not by ajv, which takes longer to compile a schema than a server to start. */
function fitsSchema(schema: ScalarSchema, value: unknown): boolean {
  const { type, pattern, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer')
    return Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  if (!isText(value)) return false;
  if (schema.enum) return schema.enum.includes(value);
  return pattern === undefined || pattern.test(value);
}

/** A form by its schema: one for the file, for programs and for texts. */
export function scalar(
  schema: ScalarSchema,
  words: string,
  isSound: (value: string) => boolean = () => true,
): Required<Pick<OptionForm, 'fits' | 'words' | 'schema' | 'read'>> {
  const fits = (value: unknown): boolean => fitsSchema(schema, value) && isSound(value as string);
  const { pattern, ...rest } = schema;
  const written = {
    ...(schema.type === 'string' && { minLength: 1 }),
    ...rest,
    ...(pattern && { pattern: pattern.source }),
    'x-words': words,
  };
  return {
    words,
    fits,
    schema: written as DocumentSchema,
    read: (text) => {
      const value = schema.type === 'integer' && /^[0-9]+$/.test(text) ? Number(text) : text;
      return fits(value) ? value : undefined;
    },
  };
}

export function aText(words = 'a text that is not empty') {
  return scalar({ type: 'string' }, words);
}

export function aPath(words: string) {
  return { ...aText(words), isPath: true } as const;
}

export function wholeNumber(maximum: number, words: string) {
  return scalar({ type: 'integer', minimum: 0, maximum }, words);
}

export const trueOrFalse = scalar({ type: 'boolean' }, 'true or false');

export const aSeed = wholeNumber(2 ** 32 - 1, 'a whole number from 0 to 4294967295');

/** What nobody guesses, since nothing slows down trying; in what a header can carry (RFC 9110, 5.5). */
export const anAdminToken = scalar(
  { type: 'string', pattern: /^[!-~][ -~]{14,}[!-~]$/ },
  'a secret of at least 16 characters that a header can carry: ASCII, in one line, without spaces around it',
);

/** No URL, and no brackets around an address of IPv6. */
export const aHost = scalar(
  { type: 'string', pattern: /^[^\s/?#@[\]]+$/ },
  'a name or an address alone, such as localhost or ::1',
);

export const aUrl = scalar(
  { type: 'string', pattern: /^https?:\/\/[^\s?#]+$/ },
  'a URL with http or https and without a query, such as https://feed.example/stand-in',
  (value) => URL.canParse(value),
);

export const textOrNumber: OptionForm = {
  words: 'a text or a whole number',
  fits: (value) => typeof value === 'string' || (Number.isSafeInteger(value) as boolean),
};

/** Checked where it is used, with messages of its own. */
export function anything(words: string): OptionForm {
  return { words, fits: () => true };
}
