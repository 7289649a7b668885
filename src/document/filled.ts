import { hasMembers } from '../values/objects.ts';
import { shortenedValue } from './complaint.ts';
import { type Mistake, mistakeAt, type Source } from './document.ts';
import { keyOf, type Path } from './path.ts';

export type EnvironmentVariables = { readonly [name: string]: string | undefined };

export interface Filled {
  readonly value: unknown;
  readonly mistakes: readonly Mistake[];
  /** Each substituted value, with its placeholder. */
  readonly secrets: readonly (readonly [filled: string, written: string])[];
}

const placeholder = /\$\{(\w+)\}/g;

/** Replaces each `${NAME}` with the environment variable, so that secrets stay out of files. */
export function filledFrom(env: EnvironmentVariables, source: Source | undefined) {
  return (document: unknown): Filled => {
    const mistakes: Mistake[] = [];
    const secrets: [filled: string, written: string][] = [];
    const filledText = (text: string, path: Path): string | undefined => {
      // A secret missing in CI is empty: treated as absent.
      if (/^\$\{\w+\}$/.test(text) && env[text.slice(2, -1)] === '') return undefined;
      const value = text.replace(placeholder, (_, name: string) => {
        const says = `${keyOf(path)} needs the environment variable ${name}, which is not set`;
        if (env[name] === undefined) mistakes.push(mistakeAt(path, says, source));
        return env[name] ?? '';
      });
      if (value !== text) secrets.push([value, text]);
      return value;
    };
    const filled = (node: unknown, path: Path): unknown => {
      if (typeof node === 'string') return filledText(node, path);
      if (!hasMembers(node)) return node;
      const isList = Array.isArray(node);
      const entries = Object.entries(node)
        .map(([key, item]) => [key, filled(item, [...path, isList ? Number(key) : key])] as const)
        .filter(([, item]) => !isWithoutToken(item));
      return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
    };
    return { value: filled(document, []), mistakes, secrets };
  };
}

/** Shorter ones are no secrets, and occur by chance. */
const shortestSecret = 6;

/** A message about a document, with placeholders in the place of what they stand for, which may be a secret. */
export function withPlaceholders(message: string, secrets: Filled['secrets']): string {
  return [...secrets]
    .sort(([one], [other]) => other.length - one.length)
    .reduce((text, [value, written]) => {
      const quoted = JSON.stringify(value);
      const forms = [
        quoted,
        shortenedValue(quoted),
        ...(value.length < shortestSecret ? [] : [value]),
      ];
      return forms.reduce((rest, form) => rest.replaceAll(form, () => written), text);
    }, message);
}

/** A caller with an empty secret. */
function isWithoutToken(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'token' in item && item.token === undefined;
}
