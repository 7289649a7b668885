import { plural } from '../values/listed.ts';
import type { Schema } from './schema.ts';

const words: { readonly [keyword: string]: (value: unknown) => string } = {
  pattern: (pattern) => `text that matches ${pattern}`,
  format: (format) => `a valid ${format}`,
  minimum: (least) => `at least ${least}`,
  maximum: (most) => `at most ${most}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  multipleOf: (step) => `a multiple of ${step}`,
  minLength: (least) => `at least ${counted(least, 'character')} long`,
  maxLength: (most) => `at most ${counted(most, 'character')} long`,
  minItems: (least) => `a list of at least ${counted(least, 'item')}`,
  maxItems: (most) => `a list of at most ${counted(most, 'item')}`,
  uniqueItems: () => 'without repeated items',
  minProperties: (least) => `an object of at least ${counted(least, 'field')}`,
  maxProperties: (most) => `an object of at most ${counted(most, 'field')}`,
  additionalProperties: (values) =>
    values === false ? 'without other fields' : 'an object whose other fields are valid',
  type: (type) => typesInWords({ type: type as string }),
  enum: (values) => (values as readonly unknown[]).map(shown).join(' or '),
  const: (value) => shown(value),
};

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function counted(count: unknown, what: string): string {
  return plural(Number(count), what);
}

/** What a keyword demands. Completes "is …". */
export function keywordWords(keyword: string, value: unknown): string {
  return words[keyword]?.(value) ?? `valid by ${keyword}`;
}

function article(type: string): string {
  return type === 'null' ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** The types that a schema allows. Completes "is …". */
export function typesInWords({ type = [], nullable }: Schema): string {
  return [...[type].flat(), ...(nullable ? ['null'] : [])].map(article).join(' or ');
}
