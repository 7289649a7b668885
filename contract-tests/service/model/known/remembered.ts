import { createHash } from 'node:crypto';
import { schemaNamed } from '../../../../src/spec/schemas.ts';
import { isObject, type JsonBody } from '../../../judging/talk/answer.ts';
import { canonical } from '../../../judging/talk/canonical.ts';

/** Longer than any value that the kit sends. */
const longestTextKept = 20 * 1024;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The text itself, or the hash of a long one: a part of it may end with a part of a token. */
export function rememberedText(text: string): string {
  return text.length <= longestTextKept
    ? text
    : `${text.length} characters, sha256:${digest(text)}`;
}

/** The order of objects in a list, such as the tags of an analysis, is not specified. */
function ordered(value: unknown): unknown {
  return Array.isArray(value) && value.every(isObject) ? value.map(canonical).sort() : value;
}

/** In characters of JSON. */
export function jsonSize(value: unknown): number {
  return typeof value === 'string' || typeof value !== 'object' || value === null
    ? String(value).length
    : JSON.stringify(value).length;
}

function rememberedField(value: unknown): unknown {
  return jsonSize(value) <= longestTextKept ? value : rememberedText(canonical(ordered(value)));
}

/**
 * What is remembered of a report or an analysis: everything, or if that is long, the fields of the contract,
 * and of long ones the hash. So memory is bounded, and equal fields are remembered as equal.
 */
export function remembered(body: JsonBody, schema: 'Report' | 'StaticAnalysis'): JsonBody {
  if (jsonSize(body) <= longestTextKept) return body;
  const fields = Object.keys(schemaNamed(schema).properties ?? {});
  return Object.fromEntries(
    fields.filter((field) => field in body).map((field) => [field, rememberedField(body[field])]),
  );
}
