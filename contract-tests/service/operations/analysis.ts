import { schemaNamed } from '../../../src/spec/schemas.ts';
import { isObject, type JsonBody, jsonIn } from '../../judging/talk/body.ts';

let analysisFields: readonly string[] | undefined;

/**
 * An analysis with missing or misspelt fields is still an analysis. An error that contains hashes, or lists
 * fields without values, is not (4.4 does not show errors).
 */
export function looksLikeAnalysis(value: unknown): value is JsonBody {
  analysisFields ??= Object.keys(schemaNamed('StaticAnalysis').properties ?? {});
  return (
    isObject(value) && analysisFields.filter((field) => (value[field] ?? null) !== null).length >= 6
  );
}

/** The analysis in a body, even if it is wrapped, or a text of JSON. */
export function analysisIn(json: unknown): JsonBody | undefined {
  if (looksLikeAnalysis(json)) return json;
  if (typeof json === 'string' && json.startsWith('{')) return analysisIn(jsonIn(json).json);
  const inner = isObject(json) || Array.isArray(json) ? Object.values(json) : [];
  return inner.find(looksLikeAnalysis);
}
