import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../src/document/schema.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { resources, statementsOf } from '../../../src/spec/statements.ts';
import { demandOf } from '../../judging/verdict/shape.ts';
import { reportShape, successShape } from '../../service/model/shapes.ts';
import type { Json } from '../mutant.ts';
import { fieldLies } from './fields.ts';

function text(more: Schema, example = 'rat'): Schema {
  return { type: 'string', example, ...more };
}

function number(more: Schema, example = 4): Schema {
  return { type: 'number', example, ...more };
}

function list(more: Schema, example: unknown[] = ['a', 'b']): Schema {
  return {
    type: 'array',
    items: { type: 'string' },
    example,
    ...more,
  };
}

function map(more: Schema): Schema {
  return { type: 'object', example: { a: 'x', b: 'y' }, ...more };
}

/** A field whose schema has the keyword, and the words of its clause. */
const keywords: { readonly [keyword: string]: readonly [schema: Schema, words?: string] } = {
  type: [number({}), 'a number'],
  nullable: [text({ nullable: true }), 'a string or null'],
  enum: [text({ enum: ['rat', 'bot'] }), 'rat or bot'],
  const: [text({ const: 'rat' }), 'rat'],
  pattern: [text({ pattern: '^[a-z]+$' }), 'text that matches ^[a-z]+$'],
  minLength: [text({ minLength: 3 }), 'at least 3 characters long'],
  maxLength: [text({ maxLength: 3 }), 'at most 3 characters long'],
  minimum: [number({ minimum: 4 }), 'at least 4'],
  maximum: [number({ maximum: 4 }), 'at most 4'],
  exclusiveMinimum: [number({ exclusiveMinimum: 3 }), 'more than 3'],
  exclusiveMaximum: [number({ exclusiveMaximum: 5 }), 'less than 5'],
  'exclusiveMaximum of OpenAPI 3.0': [
    number({ maximum: 5, exclusiveMaximum: true }),
    'less than 5',
  ],
  multipleOf: [number({ multipleOf: 0.1 }, 0.3), 'a multiple of 0.1'],
  minItems: [list({ minItems: 2 }), 'a list of at least 2 items'],
  maxItems: [list({ maxItems: 2, uniqueItems: true })],
  uniqueItems: [list({ uniqueItems: true }, ['a']), 'without repeated items'],
  'items, a tuple': [list({ items: [{ type: 'string' }, { type: 'string' }] })],
  minProperties: [map({ minProperties: 1 }), 'an object of at least 1 field'],
  maxProperties: [map({ maxProperties: 2 }), 'an object of at most 2 fields'],
  'additionalProperties: false': [
    map({ properties: { a: {}, b: {} }, additionalProperties: false }),
    'without other fields',
  ],
  'additionalProperties beside properties': [
    map({ properties: { a: {} }, additionalProperties: { type: 'string' } }),
    'an object whose other fields are valid',
  ],
  patternProperties: [map({ patternProperties: { '^a': { type: 'string' } } })],
  propertyNames: [map({ propertyNames: { maxLength: 3 } })],
  contains: [list({ contains: { const: 'b' } })],
  not: [text({ not: { maxLength: 2 } })],
  oneOf: [{ example: 4, oneOf: [{ type: 'integer' }, { type: 'number', minimum: 100 }] }],
  anyOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'valid by anyOf'],
  'allOf that cannot be merged': [text({ pattern: '^r', allOf: [{ pattern: 't$' }] })],
  ...Object.fromEntries(
    Object.entries({
      'date-time': '2026-01-31T13:45:00Z',
      date: '2026-01-31',
      time: '13:45:00Z',
      email: 'a@mail.example',
      hostname: 'mail.example',
      ipv4: '192.0.2.1',
      ipv6: '2001:db8::1',
      uuid: '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01',
      uri: 'https://results.example/a',
      byte: 'YWJj',
      duration: 'PT1S',
    }).map(([format, example]) => [
      `format: ${format}`,
      [text({ format }, example), `a valid ${format}`],
    ]),
  ),
  'format: int32': [{ type: 'integer', format: 'int32', example: 1 }, 'a valid int32'],
  'format: int64': [{ type: 'integer', format: 'int64', example: 1 }, 'a valid int64'],
};

function object(properties: { readonly [name: string]: Schema }): Schema {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}

/** Where a field can be. */
const depths: { readonly [depth: string]: (field: Schema) => Schema } = {
  'as a field': (field) => object({ field }),
  'in a field': (field) => object({ outer: object({ field }) }),
  'as an item': (field) => object({ outer: { type: 'array', items: field } }),
  'in an item': (field) => object({ outer: { type: 'array', items: object({ field }) } }),
  'in an item of an item': (field) =>
    object({ outer: { type: 'array', items: { type: 'array', items: object({ field }) } } }),
  'as a value': (field) => object({ outer: { type: 'object', additionalProperties: field } }),
  'in a value': (field) =>
    object({ outer: { type: 'object', additionalProperties: object({ field }) } }),
};

function failures(schema: Schema, value: unknown) {
  return statementsOf(schema, 'some').flatMap((statement) => {
    const judgement = demandOf(statement)(value);
    return judgement?.ok === false ? [{ clause: statement.id, ...judgement }] : [];
  });
}

function broken(schema: Schema, value: unknown): string[] {
  return failures(schema, value).map(({ clause }) => clause);
}

describe.each(Object.entries(keywords))('%s', (title, [field, words]) => {
  const keyword = { nullable: 'type', const: 'enum' }[title] ?? /^\w+/.exec(title)?.[0] ?? '';

  test.each(Object.entries(depths))('%s is judged, and has mutants', (_depth, placed) => {
    const schema = placed(field);
    const sample = schemaSample(schema);
    const lies = fieldLies(schema, 'some');
    expect(broken(schema, sample)).toEqual([]);
    expect(lies.map((lie) => lie.keyword)).toContain(keyword);
    for (const { breaks, change } of lies)
      expect(broken(schema, change(structuredClone(sample) as Json))).toEqual([breaks]);
  });

  test('is told in words', () => {
    const schema = object({ field });
    const lies = fieldLies(schema, 'some').filter((lie) => lie.keyword === keyword);
    for (const { change } of lies) {
      const [failure] = failures(schema, change({}));
      expect(failure?.expected).toMatch(words === undefined ? /^field/ : `field: ${words}`);
    }
  });
});

test('an item that the server does not have is made up', () => {
  const schema = object({ outer: { type: 'array', items: object({ field: number({}) }) } });
  const lies = fieldLies(schema, 'some').filter(({ breaks }) => breaks === 'some/outer-field-type');
  expect(lies).not.toEqual([]);
  for (const { change } of lies)
    expect(broken(schema, change({ outer: [] }))).toEqual(['some/outer-field-type']);
});

test('1e400 is a number of any kind, since readers of JSON differ in it, and 0.3 a multiple of 0.1', () => {
  const schema = object({ field: number({ multipleOf: 0.1 }) });
  expect(failures(schema, JSON.parse('{ "field": 1e400 }'))).toEqual([]);
  expect(broken(schema, { field: 0.3 })).toEqual([]);
});

test('what excludes no value has no clause', () => {
  const ids = (field: Schema) => statementsOf(object({ field }), 'some').map(({ id }) => id);
  const vacuous = [
    number({ format: 'double' }),
    text({ format: 'password', minLength: 0 }),
    list({ uniqueItems: false, minItems: 0 }),
    map({ additionalProperties: true }),
  ];
  for (const field of vacuous) expect(ids(field).join()).not.toMatch('format');
  expect(ids({})).toEqual(['some/field-present']);
});

const shapes = { Report: reportShape, StaticAnalysis: () => successShape('lookup') };

test.each(resources)(
  'every keyword of $schema has a mutant, and each mutant breaks its clause alone',
  ({ schema: name, prefix }) => {
    const schema = schemaNamed(name);
    const lies = fieldLies(schema, prefix);
    for (const { id, about, judges } of statementsOf(schema, prefix)) {
      const wanted =
        about === 'present'
          ? ['required']
          : Object.keys(judges).filter((one) => one !== 'nullable');
      const tried = lies.filter(({ breaks }) => breaks === id).map(({ keyword }) => keyword);
      expect(tried, `values that break ${id}: list some as nearlyValid in fields.ts`).toEqual(
        expect.arrayContaining(wanted),
      );
    }
    for (const { breaks, change } of lies) {
      const value = change(structuredClone(schemaSample(schema)) as Json);
      const wrong = shapes[name]().filter(({ judge }) => judge(value)?.ok === false);
      expect(wrong.map(({ clause }) => clause)).toEqual([breaks]);
    }
  },
);
