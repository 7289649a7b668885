import { Ajv, type ValidateFunction } from 'ajv';
import { followed, type Schema, schemaNamed } from '../talk/schemas.ts';
import { shown } from '../talk/shown.ts';
import { existsInCalendar, isUrl } from './formats.ts';

/** What one clause asks of one value. */
export interface Requirement {
  readonly clause: string;
  /** Undefined where the clause says nothing about this value. */
  readonly judge: (body: unknown) => Judgement | undefined;
}

export interface Judgement {
  readonly ok: boolean;
  readonly expected: string;
  readonly actual: string;
}

const ajv = new Ajv({ strict: false, formats: { uri: isUrl } });
const compiled = new Map<string, ValidateFunction>();

/** Compiled once, before any value is judged: a listener judges millions. */
const fitting = (schema: Schema): ((value: unknown) => boolean) => {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, validate);
  return (value) => validate(value) === true;
};

export const kebab = (field: string): string =>
  field
    .replace('mD5', 'md5')
    .replace(/ID$/, 'Id')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

type Select = (body: unknown) => { readonly value: unknown; readonly where: string }[];

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Judges all selected values; the first that fails speaks for them. */
const each = (
  clause: string,
  select: Select,
  expected: string,
  test: (value: unknown) => boolean,
): Requirement => ({
  clause,
  judge: (body) => {
    const values = select(body);
    const [first] = values;
    if (!first) return undefined;
    const bad = values.find(({ value }) => !test(value));
    const { value, where } = bad ?? first;
    return { ok: !bad, expected: `${where}: ${expected}`, actual: `${where}: ${shown(value)}` };
  },
});

const requirementsOf = (schema: Schema, prefix: string, select: Select): Requirement[] => {
  const type = schema.type ?? 'object';
  const isTyped = fitting({ type });
  const list = [each(`${prefix}-type`, select, article(type), isTyped)];
  const right: Select = (body) => select(body).filter(({ value }) => isTyped(value));
  if (schema.pattern || schema.format || schema.minimum !== undefined) {
    const { pattern, format, minimum } = schema;
    const expected = pattern ? `text that matches ${pattern}` : (format ?? `at least ${minimum}`);
    const only = {
      ...(pattern && { pattern }),
      ...(format && { format }),
      ...(minimum !== undefined && { minimum }),
    };
    list.push(each(`${prefix}-format`, right, expected, fitting(only)));
  }
  if (schema.enum) {
    const values = schema.enum;
    list.push(
      each(`${prefix}-${values.join('-or-')}`, right, shown(values[0]), (value) =>
        values.includes(value),
      ),
    );
  }
  if (schema.items) {
    const item = followed(schema.items);
    const items: Select = (body) =>
      right(body).flatMap(({ value, where }) =>
        (value as unknown[]).map((one, index) => ({ value: one, where: `${where}[${index}]` })),
      );
    if (item.properties) list.push(...objectRequirements(item, `${prefix}-`, items));
    list.push(
      each(
        `${prefix}-items`,
        items,
        article(item.type ?? 'object'),
        fitting({ type: item.type ?? 'object' }),
      ),
    );
  }
  if (typeof schema.additionalProperties === 'object') {
    const inner = schema.additionalProperties.type ?? 'object';
    const values: Select = (body) =>
      right(body).flatMap(({ value, where }) =>
        Object.entries(value as object).map(([key, one]) => ({
          value: one,
          where: `${where}.${key}`,
        })),
      );
    list.push(each(`${prefix}-values`, values, article(inner), fitting({ type: inner })));
  }
  return list;
};

const objectRequirements = (schema: Schema, prefix: string, select: Select): Requirement[] =>
  Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
    const name = `${prefix}${names[field] ?? kebab(field)}`;
    const objects: Select = (body) => select(body).filter(({ value }) => isRecord(value));
    const at = (where: string): string => (where ? `${where}.${field}` : field);
    const values: Select = (body) =>
      objects(body).flatMap(({ value, where }) =>
        isRecord(value) && field in value ? [{ value: value[field], where: at(where) }] : [],
      );
    const present: Requirement = {
      clause: `${name}-present`,
      judge: (body) => {
        const list = objects(body);
        if (list.length === 0) return undefined;
        const lacking = list.find(({ value }) => isRecord(value) && !(field in value));
        const seen = lacking && isRecord(lacking.value) ? Object.keys(lacking.value) : [];
        return {
          ok: !lacking,
          expected: `a field ${field}`,
          actual: lacking ? `only ${seen.join(', ') || 'no fields'}` : `${field} is there`,
        };
      },
    };
    return [present, ...requirementsOf(followed(property), name, values)];
  });

/** `flag` in clause ids, since some clauses are about how the flag is called. */
const names: { readonly [field: string]: string } = { successful: 'flag', success: 'flag' };

const body: Select = (value) => [{ value, where: '' }];

/** Requirements of a schema of openapi.yaml on a body, one per clause, apart from any status code. */
export const shapeOf = (schemaName: string, prefix: string): readonly Requirement[] => {
  const schema = schemaNamed(schemaName);
  const flag = schemaName === 'ReportError' ? 'error-flag' : 'flag';
  return objectRequirements(schema, `${prefix}/`, body).map((one) => ({
    ...one,
    clause: one.clause
      .replace(`${prefix}/flag`, `${prefix}/${flag}`)
      .replace('delete/flag-present', 'delete/flag-is-success'),
  }));
};

const field =
  (name: string): Select =>
  (value) =>
    isRecord(value) && typeof value[name] === 'string' ? [{ value: value[name], where: name }] : [];

const pointed =
  (name: string, pattern: RegExp): Select =>
  (value) =>
    field(name)(value).filter((one) => pattern.test(String(one.value)));

/** What a schema cannot say: a date must exist (2.1, 2.2), a name must say something (2.1). */
export const reportExtras: readonly Requirement[] = [
  each(
    'report/reported-at-calendar',
    pointed('reportedAt', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    'a moment that exists',
    (value) => existsInCalendar(String(value)),
  ),
  each('report/reported-by-named', field('reportedBy'), 'a name', (v) => String(v).trim() !== ''),
];

export const analysisExtras: readonly Requirement[] = [
  each(
    'analysis/date-calendar',
    pointed('date', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
    'a moment that exists',
    (value) => existsInCalendar(String(value)),
  ),
];
