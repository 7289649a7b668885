import type { DocumentSchema } from '../document/document-check.ts';
import type { Schema } from '../document/schema.ts';
import { pointsOf } from '../spec/open-point.ts';
import { followed, isAnnotation, schemaNamed, withInner } from '../spec/schemas.ts';
import { mapValues } from './document.ts';

/** Fields by name, each with a self-contained schema that can be described in words. */
export type FieldSchemas = { readonly [field: string]: DocumentSchema };

/** The fields of a schema of the contract as they are under every dialect. */
export function fieldSchemas(name: string): FieldSchemas {
  return mapValues(schemaNamed(name).properties ?? {}, plain) as FieldSchemas;
}

/** The fields that every dialect requires. */
export function alwaysRequired(name: string): string[] {
  const { required = [], properties = {} } = schemaNamed(name);
  const mayBeOptional = (field: string) =>
    pointsOf(properties[field] ?? {}).some(({ sets }) => sets === 'required');
  return required.filter((field) => !mayBeOptional(field));
}

function plain(written: Schema): Schema {
  const schema = followed(written);
  const { 'x-words': words, allOf } = schema;
  const set = pointsOf(schema).flatMap(({ sets }) => sets ?? []);
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !isAnnotation(keyword, value) && !set.includes(keyword),
  );
  if (words !== undefined) kept.push(['x-words', words]);
  if (words !== undefined && allOf)
    kept.push(['allOf', allOf.map((one) => ({ 'x-words': words, ...one }))]);
  return withInner(Object.fromEntries(kept), plain);
}
