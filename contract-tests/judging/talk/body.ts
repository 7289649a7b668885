import { schemaNamed } from '../../../src/spec/schemas.ts';
import { condensed, deepest } from './condensed.ts';

export type JsonBody = { readonly [field: string]: unknown };

export const isObject = (value: unknown): value is JsonBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a text has enough brackets to exceed the maximum depth. */
const mayBeDeep = (text: string): boolean => {
  let opened = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++opened > deepest) return true;
  return false;
};

/** Parses a text, without values nested too deep; empty if it is not JSON. */
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
 * An analysis with missing or misspelt fields is still an analysis. An error that contains hashes, or lists
 * fields without values, is not (4.4 does not show errors).
 */
export const looksLikeAnalysis = (value: unknown): value is JsonBody => {
  analysisFields ??= Object.keys(schemaNamed('StaticAnalysis').properties ?? {});
  return (
    isObject(value) && analysisFields.filter((field) => (value[field] ?? null) !== null).length >= 6
  );
};

/** The analysis in a body, even if it is wrapped, or a text of JSON. */
export const analysisIn = (json: unknown): JsonBody | undefined => {
  if (looksLikeAnalysis(json)) return json;
  if (typeof json === 'string' && json.startsWith('{')) return analysisIn(jsonIn(json).json);
  const inner = isObject(json) || Array.isArray(json) ? Object.values(json) : [];
  return inner.find(looksLikeAnalysis);
};
