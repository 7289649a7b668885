import { followed, type Schema, schemaNamed } from './schemas.ts';

/** What a schema states about one value in a body. Each statement is a clause with an id. */
export interface SchemaStatement {
  readonly id: string;
  /** The top-level field concerned. */
  readonly field: string;
  /** The path of the value: names of fields, `[]` for every item, `{}` for every value. */
  readonly path: readonly string[];
  /** `present` applies to the objects that contain the field, all others to its value. */
  readonly about: 'present' | 'type' | 'format' | 'enum' | 'items' | 'values';
  readonly schema: Schema;
}

/** `flag` in clause ids, since some clauses concern the name of the flag. */
const names: { readonly [field: string]: string } = { successful: 'flag', success: 'flag' };

export const kebab = (field: string): string =>
  names[field] ??
  field
    .replace('mD5', 'md5')
    .replace(/ID$/, 'Id')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** All statements of a schema about a body, one per clause. */
export const statementsOf = (schemaName: string, prefix: string): readonly SchemaStatement[] =>
  ofObject(schemaNamed(schemaName), { id: `${prefix}/`, field: '', path: [] });

type Place = Pick<SchemaStatement, 'id' | 'field' | 'path'>;

const ofObject = ({ properties = {}, required = [] }: Schema, at: Place): SchemaStatement[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const id = at.id + kebab(name);
    const field = at.field || name;
    const schema = followed(property);
    const path = [...at.path, name];
    return [
      ...(required.includes(name)
        ? [{ id: `${id}-present`, field, path, about: 'present', schema } as const]
        : []),
      ...ofValue(schema, { id, field, path }),
    ];
  });

const ofValue = (schema: Schema, at: Place): SchemaStatement[] => {
  const { pattern, format, minimum, items, additionalProperties: values } = schema;
  const says = (about: SchemaStatement['about'], suffix: string, more = {}): SchemaStatement => ({
    ...at,
    ...{ id: `${at.id}-${suffix}`, about, schema, ...more },
  });
  const list = [says('type', 'type')];
  if (pattern || format || minimum !== undefined) list.push(says('format', 'format'));
  if (schema.enum) list.push(says('enum', schema.enum.join('-or-')));
  if (items) {
    const item = followed(items);
    const path = [...at.path, '[]'];
    list.push(...ofObject(item, { ...at, id: `${at.id}-`, path }));
    list.push(says('items', 'items', { path, schema: item }));
  }
  if (typeof values === 'object')
    list.push(says('values', 'values', { path: [...at.path, '{}'], schema: values }));
  return list;
};

export const article = (type = 'object'): string =>
  /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
