import { condensed, deepestNesting } from './condensed.ts';

export { isObject } from '../../../src/values/objects.ts';

export type JsonBody = { readonly [field: string]: unknown };

/** Whether a text has enough brackets to exceed the maximum depth. */
function mayBeDeep(text: string): boolean {
  let opened = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++opened > deepestNesting) return true;
  return false;
}

/** In characters. Longer than any text that the kit sends and looks for: many of them would fill the memory. */
const longestText = 1024 * 1024;
const shortened = 32 * 1024;

/** The ends of a text that is too long to be kept; copied, as a substring keeps the whole string in memory. */
function endsOfText(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longestText) return value;
  return Buffer.from(value.slice(0, shortened) + value.slice(-shortened)).toString();
}

/** Parses a text, without values nested too deep or texts that are too long; empty if it is not JSON. */
export function jsonIn(text: string): { readonly json?: unknown } {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    const within = mayBeDeep(plain) ? condensed(plain) : plain;
    return { json: JSON.parse(within, plain.length > longestText ? endsOfText : undefined) };
  } catch {
    return {};
  }
}

export function isJsonType(type: string | undefined): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(type ?? '');
}
