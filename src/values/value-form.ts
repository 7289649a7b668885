import { described, hasKeys } from './described.ts';
import { nearest } from './nearest.ts';

/** The values that an option of a call takes: what types say, for programs without them. */
export interface ValueForm {
  readonly fits: (value: unknown) => boolean;
  /** Completes "expected …". */
  readonly words: string;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export const aText: ValueForm = { fits: isText, words: 'a text that is not empty' };

export const trueOrFalse: ValueForm = {
  fits: (value) => typeof value === 'boolean',
  words: 'true or false',
};

export const aFunction: ValueForm = {
  fits: (value) => typeof value === 'function',
  words: 'a function',
};

export function anObject(words: string): ValueForm {
  return { fits: hasKeys, words };
}

export function aList(words: string, isOne: (item: unknown) => boolean = () => true): ValueForm {
  return { fits: (value) => Array.isArray(value) && value.every(isOne), words };
}

/** A form of an option, whose value may be no secret to repeat. */
interface OptionForms {
  readonly [name: string]: ValueForm & { readonly isSecret?: true };
}

/** What is wrong with the options of a call, in a sentence. `names` are those that it is known for. */
export function wrongOption(
  call: string,
  options: unknown,
  forms: OptionForms,
  { names = Object.keys(forms), example = '' } = {},
): string | undefined {
  if (!hasKeys(options))
    return `${call} takes an object of options${example}, and got ${described(options)}.`;
  for (const [name, value] of Object.entries(options)) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (!form) {
      const near = nearest(name, names);
      const hint = near ? `Did you mean "${near}"?` : `There are ${names.join(', ')}.`;
      return `${call} has no option "${name}". ${hint}`;
    }
    if (value === undefined || form.fits(value)) continue;
    const found = form.isSecret ? 'not' : `${described(value)}; expected`;
    return `${name} is ${found} ${form.words}.`;
  }
  return undefined;
}
