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
  return (node: unknown, path: Path = []): Filled => {
    if (typeof node === 'string') return filledText(node, path, env, source);
    if (typeof node !== 'object' || node === null)
      return { value: node, mistakes: [], secrets: [] };
    const fill = filledFrom(env, source);
    const entries = Object.entries(node).map(([key, item]) => {
      const step = Array.isArray(node) ? Number(key) : key;
      return [key, fill(item, [...path, step])] as const;
    });
    const values = entries
      .map(([key, { value }]) => [key, value] as const)
      .filter(([, item]) => !isWithoutToken(item));
    return {
      value: Array.isArray(node) ? values.map(([, item]) => item) : Object.fromEntries(values),
      mistakes: entries.flatMap(([, { mistakes }]) => mistakes),
      secrets: entries.flatMap(([, { secrets }]) => secrets),
    };
  };
}

function filledText(
  text: string,
  path: Path,
  env: EnvironmentVariables,
  source: Source | undefined,
): Filled {
  // A secret missing in CI is empty: treated as absent.
  const whole = /^\$\{(\w+)\}$/.exec(text)?.[1];
  if (whole !== undefined && env[whole] === '')
    return { value: undefined, mistakes: [], secrets: [] };
  const unset = [...text.matchAll(placeholder)].flatMap(([, name = '']) =>
    env[name] === undefined ? [name] : [],
  );
  const value = text.replace(placeholder, (_, name: string) => env[name] ?? '');
  const mistakes = unset.map((name) => {
    const says = `${keyOf(path)} needs the environment variable ${name}, which is not set`;
    return mistakeAt(path, says, source);
  });
  return { value, mistakes, secrets: value === text ? [] : [[value, text]] };
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
