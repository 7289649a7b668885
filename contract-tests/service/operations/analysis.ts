import { schemaNamed } from '../../../src/spec/schemas.ts';
import { isObject, type JsonBody, jsonIn } from '../../judging/talk/body.ts';
import { sameText } from '../../judging/talk/same-text.ts';

let fieldNames: readonly string[] | undefined;

/** The fields of an analysis that have a value. */
function fieldsWithValue(value: JsonBody): readonly string[] {
  fieldNames ??= Object.keys(schemaNamed('StaticAnalysis').properties ?? {});
  return fieldNames.filter((field) => (value[field] ?? null) !== null);
}

/**
 * An analysis with missing or misspelt fields is still an analysis. An error that contains hashes, or lists
 * fields without values, is not (4.4 does not show errors).
 */
export function looksLikeAnalysis(value: unknown): value is JsonBody {
  return isObject(value) && fieldsWithValue(value).length >= 6;
}

/** What a body says about a file beside the hash that was asked for. */
export function fieldsAbout(hash: string, body: JsonBody): readonly string[] {
  return fieldsWithValue(body).filter((field) => !sameText(body[field], hash));
}

/** The analysis in a body, even if it is wrapped, or a text of JSON. */
export function analysisIn(json: unknown): JsonBody | undefined {
  if (looksLikeAnalysis(json)) return json;
  if (typeof json === 'string' && json.startsWith('{')) return analysisIn(jsonIn(json).json);
  const inner = isObject(json) || Array.isArray(json) ? Object.values(json) : [];
  return inner.find(looksLikeAnalysis);
}
