import { schemaNamed } from './schemas.ts';

export type Body = { readonly [field: string]: unknown };

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text says; nothing where it is no JSON. */
export const jsonIn = (text: string): { readonly json?: unknown } => {
  try {
    return { json: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return {};
  }
};

let analysisFields: readonly string[] | undefined;

/**
 * An analysis with some fields missing or misspelt is still one. An error may name hashes, or list
 * the fields it has no values for (4.4 does not show it); that makes it none.
 */
export const looksLikeAnalysis = (value: unknown): value is Body => {
  analysisFields ??= Object.keys(schemaNamed('StaticAnalysis').properties ?? {});
  return (
    isObject(value) && analysisFields.filter((field) => (value[field] ?? null) !== null).length >= 6
  );
};

/** The analysis inside a body, also where it is wrapped in something. */
export const analysisIn = (json: unknown): Body | undefined => {
  if (looksLikeAnalysis(json)) return json;
  const inner = isObject(json) || Array.isArray(json) ? Object.values(json) : [];
  return inner.find(looksLikeAnalysis);
};
