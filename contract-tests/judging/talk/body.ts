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

/** Parses a text, without values nested too deep; empty if it is not JSON. */
export function jsonIn(text: string): { readonly json?: unknown } {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return { json: JSON.parse(mayBeDeep(plain) ? condensed(plain) : plain) };
  } catch {
    return {};
  }
}

export function isJsonType(type: string | undefined): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(type ?? '');
}
