import type { ValidateFunction } from 'ajv';
import { judged } from '../document/judged.ts';
import type { Schema } from '../document/schema.ts';
import { typesInWords } from '../document/words.ts';
import type { OpenPoint } from '../spec/open-point.ts';
import { inlined } from '../spec/schemas.ts';

/** What a schema says for every server: open points may set the rest. */
function stated(schema: Schema): Schema {
  const points = (schema['x-open-point'] ?? []) as readonly OpenPoint[];
  const open = points.flatMap(({ sets, patch = {} }) => [
    ...(sets === undefined ? [] : [sets]),
    ...Object.values(patch).flatMap((one) => Object.keys(one)),
  ]);
  const kept = Object.entries(schema).filter(([keyword]) => !open.includes(keyword));
  return inlined(Object.fromEntries(kept));
}

/** A listener judges millions of values by a few schemas. */
const checks = new WeakMap<Schema, ValidateFunction>();

/** Whether every server takes a value of this form. */
export function isInForm(schema: Schema, value: unknown): boolean {
  const check = checks.get(schema) ?? judged(stated(schema));
  checks.set(schema, check);
  return check(value);
}

/** Completes "is not …". */
export function formWords(schema: Schema): string {
  return schema['x-words'] ?? (typesInWords(schema) || 'of the form in the contract');
}
