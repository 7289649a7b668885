import { Ajv, type ValidateFunction } from 'ajv';
import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import { followed, type Schema, schemaNamed } from '../operations/schemas.ts';
import { shown } from '../talk/shown.ts';
import { existsInCalendar, isUrl } from './formats.ts';
import type { Sign } from './sign.ts';

/** What one clause asks of one value. */
export interface Requirement {
  readonly clause: ClauseId;
  /** The field of the body that it is about. */
  readonly field?: string;
  /** Undefined where the clause says nothing about this value. */
  readonly judge: (body: unknown) => Judgement | undefined;
}

export type Judgement =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly expected: string;
      readonly actual: string;
      readonly sign?: Sign;
    };

/** Nothing is said where nothing is wrong: a listener judges millions. */
const held: Judgement = { ok: true };

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

/** What a clause is about in a body. */
interface Select {
  readonly values: (body: unknown) => readonly unknown[];
  /** How each of the values is called; asked for only where one is wrong. */
  readonly names: (body: unknown) => readonly string[];
}

type Fields = { readonly [name: string]: unknown };

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Judges all selected values; the first that fails speaks for them. */
const each = (
  clause: string,
  select: Select,
  expected: string,
  test: (value: unknown) => boolean,
  sign: Omit<Sign & { field?: string }, 'field'> = {},
): Requirement => ({
  // Those of fields are made from the contract, as the type is.
  clause: clause as ClauseId,
  judge: (body) => {
    const values = select.values(body);
    if (values.length === 0) return undefined;
    const bad = values.findIndex((value) => !test(value));
    if (bad < 0) return held;
    const where = select.names(body)[bad];
    return {
      ok: false,
      expected: `${where}: ${expected}`,
      actual: `${where}: ${shown(values[bad])}`,
      // Only of what stands at the top can a shell tell.
      ...(where && /^\w+$/.test(where) && { sign: { field: where, ...sign } as Sign }),
    };
  },
});

/** Only the values that are as they should be so far. */
const only = ({ values, names }: Select, test: (value: unknown) => boolean): Select => ({
  values: (body) => {
    const all = values(body);
    return all.every(test) ? all : all.filter(test);
  },
  names: (body) => {
    const all = values(body);
    return names(body).filter((_, index) => test(all[index]));
  },
});

/** What is inside of each value. */
const inside = (
  select: Select,
  valuesOf: (value: unknown) => readonly unknown[],
  namesOf: (value: unknown) => readonly string[],
): Select => ({
  values: (body) => select.values(body).flatMap(valuesOf),
  names: (body) => {
    const all = select.values(body);
    return select
      .names(body)
      .flatMap((where, index) => namesOf(all[index]).map((name) => where + name));
  },
});

const requirementsOf = (schema: Schema, prefix: string, select: Select): Requirement[] => {
  const type = schema.type ?? 'object';
  const isTyped = fitting({ type });
  const list = [each(`${prefix}-type`, select, article(type), isTyped, { type })];
  const right = only(select, isTyped);
  if (schema.pattern || schema.format || schema.minimum !== undefined) {
    const { pattern, format, minimum } = schema;
    const expected = pattern ? `text that matches ${pattern}` : (format ?? `at least ${minimum}`);
    const rest = {
      ...(pattern && { pattern }),
      ...(format && { format }),
      ...(minimum !== undefined && { minimum }),
    };
    list.push(each(`${prefix}-format`, right, expected, fitting(rest), pattern ? { pattern } : {}));
  }
  if (schema.enum) {
    const values = schema.enum;
    list.push(
      each(
        `${prefix}-${values.join('-or-')}`,
        right,
        shown(values[0]),
        (value) => values.includes(value),
        { wants: values[0] },
      ),
    );
  }
  if (schema.items) {
    const item = followed(schema.items);
    const items = inside(
      right,
      (value) => value as unknown[],
      (value) => (value as unknown[]).map((_, index) => `[${index}]`),
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
    const values = inside(
      right,
      (value) => Object.values(value as object),
      (value) => Object.keys(value as object).map((key) => `.${key}`),
    );
    list.push(each(`${prefix}-values`, values, article(inner), fitting({ type: inner })));
  }
  return list;
};

const objectRequirements = (schema: Schema, prefix: string, select: Select): Requirement[] =>
  Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
    const name = `${prefix}${names[field] ?? kebab(field)}`;
    const has = (value: unknown): value is Fields => isRecord(value) && field in value;
    const having = only(select, has);
    const values: Select = {
      values: (body) => {
        const found: unknown[] = [];
        for (const value of select.values(body)) if (has(value)) found.push(value[field]);
        return found;
      },
      names: (body) => having.names(body).map((where) => (where ? `${where}.${field}` : field)),
    };
    const present: Requirement = {
      clause: `${name}-present` as ClauseId,
      judge: (body) => {
        const objects = select.values(body).filter(isRecord);
        if (objects.length === 0) return undefined;
        const lacking = objects.find((object) => !(field in object));
        if (!lacking) return held;
        const seen = Object.keys(lacking);
        return {
          ok: false,
          expected: `a field ${field}`,
          actual: `only ${seen.join(', ') || 'no fields'}`,
          ...(/^[a-z]+\/[a-z0-9-]+$/.test(name) && { sign: { field } }),
        };
      },
    };
    const rest = requirementsOf(followed(property), name, values);
    const all = schema.required?.includes(field) ? [present, ...rest] : rest;
    return all.map((one) => ({ ...one, field: one.field && select !== body ? one.field : field }));
  });

/** `flag` in clause ids, since some clauses are about how the flag is called. */
const names: { readonly [field: string]: string } = { successful: 'flag', success: 'flag' };

const body: Select = { values: (value) => [value], names: () => [''] };

/** Requirements of a schema of openapi.yaml on a body, one per clause, apart from any status code. */
export const shapeOf = (schemaName: string, prefix: string): readonly Requirement[] => {
  const flag = schemaName === 'ReportError' ? 'error-flag' : 'flag';
  return objectRequirements(schemaNamed(schemaName), `${prefix}/`, body).map((one) => ({
    ...one,
    clause: one.clause
      .replace(`${prefix}/flag`, `${prefix}/${flag}`)
      .replace('delete/flag-present', 'delete/flag-is-success') as ClauseId,
  }));
};

const field = (name: string): Select => ({
  values: (value) => (isRecord(value) && typeof value[name] === 'string' ? [value[name]] : []),
  names: () => [name],
});

const pointed = (name: string, pattern: RegExp): Select =>
  only(field(name), (value) => pattern.test(String(value)));

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
