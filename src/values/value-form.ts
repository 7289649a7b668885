import { hasKeys } from './described.ts';
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

/** What is said of an option that a call does not have. */
export function unknownOption(call: string, name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  const hint = near ? `Did you mean "${near}"?` : `There are ${names.join(', ')}.`;
  return `${call} has no option "${name}". ${hint}`;
}
