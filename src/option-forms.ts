import type { DocumentSchema } from './document/document-check.ts';
import {
  aText as anyText,
  trueOrFalse as eitherWay,
  isText,
  type ValueForm,
} from './values/value-form.ts';

/** One form of an option, wherever it is given. What fits is written by hand, since compiling a schema takes longer than starting a server. */
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

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

const aText: OptionForm = {
  ...anyText,
  schema: { type: 'string', minLength: 1 },
  read: (text) => (isText(text) ? text : undefined),
};

/** RFC 9110, 5.5: what a header can have in it on its way through every client. */
export const aSentText: OptionForm = {
  ...aText,
  words: 'a text that a header can carry: ASCII, in one line, without spaces around it',
  fits: (value) => isText(value) && /^[!-~]([ -~]*[!-~])?$/.test(value),
};

function isHost(value: unknown): boolean {
  return isText(value) && !/[\s/?#@[\]]/.test(value);
}

const hostWords = 'a name or an address alone, such as localhost or ::1';

/** No URL, and no brackets around an address of IPv6. */
export const aHost: OptionForm = {
  words: hostWords,
  fits: isHost,
  schema: { type: 'string', pattern: '^[^\\s/?#@[\\]]+$', 'x-words': hostWords },
  read: (text) => (isHost(text) ? text : undefined),
};

export function aPath(words: string): OptionForm {
  return {
    words: aText.words,
    fits: isText,
    schema: { type: 'string', minLength: 1, 'x-words': words },
    read: (text) => (isText(text) ? text : undefined),
    isPath: true,
  };
}

export function wholeNumberUpTo(maximum: number, words: string): OptionForm {
  const fits = (value: unknown): boolean => isWhole(value) && value >= 0 && value <= maximum;
  return {
    words,
    fits,
    schema: { type: 'integer', minimum: 0, maximum },
    read: (text) => (/^[0-9]+$/.test(text) && fits(Number(text)) ? Number(text) : undefined),
  };
}

export const trueOrFalse: OptionForm = {
  ...eitherWay,
  schema: { type: 'boolean' },
};

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^\s?#]+$/.test(value) && URL.canParse(value);
}

const urlWords =
  'a URL with http or https and without a query, such as https://feed.example/stand-in';

export const aUrl: OptionForm = {
  words: urlWords,
  fits: isHttpUrl,
  schema: { type: 'string', pattern: '^https?://[^\\s?#]+$', 'x-words': urlWords },
  read: (text) => (isHttpUrl(text) ? text : undefined),
};

export const textOrNumber: OptionForm = {
  words: 'a text or a whole number',
  fits: (value) => typeof value === 'string' || isWhole(value),
};

/** Checked where it is used, with messages of its own. */
export function anything(words: string): OptionForm {
  return { words, fits: () => true };
}
