import type { Schema, SchemaStatement } from '../document/schema.ts';
import { isObject } from '../values/objects.ts';
import { schemaSample, stepInto } from './schema/samples.ts';
import { followed, inlined, isAnnotation, referredName } from './schemas.ts';

/** 2.1 and 2.2: the schemas whose clauses are derived. Where another refers to one, it is judged by itself. */
export const resources = [
  { schema: 'Report', prefix: 'report', section: '2.1', whole: 'a report' },
  { schema: 'StaticAnalysis', prefix: 'analysis', section: '2.2', whole: 'an analysis' },
] as const;

/** `flag` in clause ids, since some clauses concern the name of the flag. */
const names: { readonly [field: string]: string } = { successful: 'flag', success: 'flag' };

export function isFlag(field = ''): boolean {
  return names[field] === 'flag';
}

/** 4.3: the name of the flag is the point. */
function presence(field: string): string {
  return field === 'success' ? 'is-success' : 'present';
}

export function kebab(field: string): string {
  return (
    names[field] ??
    field
      .replace('mD5', 'md5')
      .replace(/ID$/, 'Id')
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
  );
}

/** All statements of a schema about a body, one per clause. */
export function statementsOf(written: Schema, prefix: string): readonly SchemaStatement[] {
  const schema = followed(written);
  const whole = { field: '', path: [], schema, sample: schemaSample(schema) };
  const judges = formOf(schema);
  return [
    ...ofProperties({ ...whole, inner: `${prefix}/` }),
    ...(judges ? [{ ...whole, id: `${prefix}/whole`, about: 'format' as const, judges }] : []),
  ];
}

type Value = Pick<SchemaStatement, 'field' | 'path' | 'schema' | 'sample'>;

/** Begins the ids of what is inside the value. */
interface Outer extends Value {
  readonly inner: string;
}

function ofProperties(outer: Outer): SchemaStatement[] {
  const { properties = {}, required = [] } = outer.schema;
  return [...new Set([...Object.keys(properties), ...required])].flatMap((name) => {
    const written = properties[name] ?? {};
    const id = outer.inner + kebab(name);
    const value = { ...into(outer, name, written), field: outer.field || name };
    const isResource = resources.some(({ schema }) => schema === referredName(written));
    return [
      ...(required.includes(name)
        ? [{ ...value, id: `${id}-${presence(name)}`, about: 'present' as const, judges: {} }]
        : []),
      ...(isResource
        ? ownOf({ ...value, schema: { type: 'object' } }, id)
        : [...ownOf(value, id), ...insideOf({ ...value, inner: `${id}-` }, id)]),
    ];
  });
}

function into({ field, path, sample }: Value, step: string, written: Schema): Value {
  return {
    field,
    path: [...path, step],
    schema: followed(written),
    sample: schemaSample(written, stepInto(sample, step)),
  };
}

/** About the value itself. */
function ownOf(value: Value, id: string, typeId = `${id}-type`): SchemaStatement[] {
  const { type, nullable = false } = value.schema;
  const values = valuesOf(value.schema);
  const form = formOf(value.schema);
  const list: SchemaStatement[] = [];
  if (type) list.push({ ...value, id: typeId, about: 'type', judges: { type, nullable } });
  if (form) list.push({ ...value, id: `${id}-format`, about: 'format', judges: form });
  if (values) {
    const isFlag = values.every((one) => typeof one === 'boolean');
    const ending = isFlag ? values.join('-or-') : 'enum';
    list.push({ ...value, id: `${id}-${ending}`, about: 'enum', judges: { enum: values } });
  }
  return list;
}

/** About the fields, items and values inside it. */
function insideOf(outer: Outer, id: string): SchemaStatement[] {
  const { items, additionalProperties: values } = outer.schema;
  const inside = (step: string, written: Schema, ownId: string): SchemaStatement[] => {
    const value = into(outer, step, written);
    return [...insideOf({ ...value, inner: outer.inner }, ownId), ...ownOf(value, ownId, ownId)];
  };
  return [
    ...ofProperties(outer),
    ...(isSchema(items) ? inside('[]', items, `${id}-items`) : []),
    ...(areAllValues(outer.schema) && isSchema(values) ? inside('{}', values, `${id}-values`) : []),
  ];
}

function isSchema(value: unknown): value is Schema {
  return isObject(value);
}

function areAllValues({ properties, patternProperties }: Schema): boolean {
  return properties === undefined && patternProperties === undefined;
}

function valuesOf({ enum: values, ...schema }: Schema): readonly unknown[] | undefined {
  return values ?? ('const' in schema ? [schema.const] : undefined);
}

const judgedElsewhere = /^(type|nullable|enum|const|required)$/;

/** What is left when types, values, fields and items are judged by clauses of their own. */
function formOf(schema: Schema): Schema | undefined {
  const { properties = {}, additionalProperties: others } = schema;
  const isStated = (keyword: string, value: unknown): boolean => {
    if (keyword === 'items') return !isSchema(value);
    if (keyword === 'properties') return false;
    if (keyword === 'additionalProperties')
      return others === false || (isSchema(others) && !areAllValues(schema));
    return !judgedElsewhere.test(keyword) && !isAnnotation(keyword, value);
  };
  const kept = Object.entries(schema).filter((entry) => isStated(...entry));
  if (kept.length === 0) return undefined;
  const known = Object.keys(properties).map((name) => [name, {}]);
  return inlined({
    ...Object.fromEntries(kept),
    ...(kept.some(([keyword]) => keyword === 'additionalProperties') && {
      properties: Object.fromEntries(known),
    }),
  });
}
