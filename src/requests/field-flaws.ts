import type { Schema } from '../document/schema.ts';
import { followed } from '../spec/schemas.ts';
import { breach, type Flaw } from '../traffic/flaw.ts';
import { formWords, isInForm } from './stated-form.ts';

export type SentFields = { readonly [field: string]: unknown };
type FieldSchemas = { readonly [field: string]: Schema };

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A type check for fields, and its description. */
const types: {
  readonly [type: string]: readonly [test: (value: unknown) => boolean, words: string];
} = {
  string: [isText, 'a text'],
  integer: [Number.isInteger, 'a whole number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  array: [Array.isArray, 'a list'],
  texts: [(value) => Array.isArray(value) && value.every(isText), 'a list of texts'],
};

function typeOf({ type = '', items = {} }: Schema): string {
  return type === 'array' && 'type' in items && items.type === 'string' ? 'texts' : `${type}`;
}

/** The words for the type that a value should have and has not. */
function missedType(schema: Schema, value: unknown): string | undefined {
  const [test, words] = types[typeOf(schema)] ?? [];
  if (!test || test(value) || (schema.nullable && value === null)) return undefined;
  return words;
}

/** Fields of another type than their schemas say. */
export function typeFlaws(fields: FieldSchemas, sent: SentFields, section: string): Flaw[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const words = field in sent ? missedType(schema, sent[field]) : undefined;
    return words === undefined
      ? []
      : [breach(`${field}-type`, `${field} is not ${words} (${section}).`)];
  });
}

function formFlaws(fields: FieldSchemas, sent: SentFields, section: string): Flaw[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const value = sent[field];
    if (!(field in sent) || missedType(schema, value) !== undefined) return [];
    return isInForm(schema, value)
      ? []
      : [breach(`${field}-format`, `${field} is not ${formWords(schema)} (${section}).`)];
  });
}

const known = new WeakMap<Schema, FieldSchemas>();

function fieldsOf(schema: Schema): FieldSchemas {
  const entries = Object.entries(schema.properties ?? {});
  const fields =
    known.get(schema) ?? Object.fromEntries(entries.map(([field, one]) => [field, followed(one)]));
  known.set(schema, fields);
  return fields;
}

/** The flaws of an object that is sent, by its schema alone. */
export function fieldFlaws(schema: Schema, sent: SentFields, section: string): Flaw[] {
  const { required = [], additionalProperties: others } = schema;
  const fields = fieldsOf(schema);
  const missing = required.filter((field) => !(field in sent));
  const hasUnknown = Object.keys(sent).some((field) => !Object.hasOwn(fields, field));
  return [
    ...typeFlaws(fields, sent, section),
    ...formFlaws(fields, sent, section),
    ...missing.map((field) => breach(`${field}-missing`, `${field} is left out (${section}).`)),
    ...(others === false && hasUnknown
      ? [breach('unknown-fields', `The body has fields that do not exist (${section}).`)]
      : []),
  ];
}
