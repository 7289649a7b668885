import { schemaNamed } from '../../src/spec/schemas.ts';
import { condensed, deepest } from './condensed.ts';

export type JsonBody = { readonly [field: string]: unknown };

export const isObject = (value: unknown): value is JsonBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a text has enough brackets to nest deeper than anything is read. */
const mayBeDeep = (text: string): boolean => {
  let opened = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++opened > deepest) return true;
  return false;
};

/** What a text says, less what is nested too deep to be looked at; nothing where it is no JSON. */
export const jsonIn = (text: string): { readonly json?: unknown } => {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return { json: JSON.parse(mayBeDeep(plain) ? condensed(plain) : plain) };
  } catch {
    return {};
  }
};

let analysisFields: readonly string[] | undefined;

/**
 * An analysis with some fields missing or misspelt is still one. An error may name hashes, or list
 * the fields it has no values for (4.4 does not show it); that makes it none.
 */
export const looksLikeAnalysis = (value: unknown): value is JsonBody => {
  analysisFields ??= Object.keys(schemaNamed('StaticAnalysis').properties ?? {});
  return (
    isObject(value) && analysisFields.filter((field) => (value[field] ?? null) !== null).length >= 6
  );
};

/** The analysis inside a body, also where it is wrapped in something. */
export const analysisIn = (json: unknown): JsonBody | undefined => {
  if (looksLikeAnalysis(json)) return json;
  const inner = isObject(json) || Array.isArray(json) ? Object.values(json) : [];
  return inner.find(looksLikeAnalysis);
};
