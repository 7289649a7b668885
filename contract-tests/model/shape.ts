import { Ajv, type ValidateFunction } from 'ajv';
import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { Schema } from '../../src/spec/schemas.ts';
import { article, type SchemaStatement, statementsOf } from '../../src/spec/statements.ts';
import { isObject } from '../talk/answer.ts';
import { formatValue } from '../talk/format.ts';
import { existsInCalendar, isUrl } from './formats.ts';
import type { Sign } from './sign.ts';

/** What one clause demands of a value. */
export interface Requirement {
  readonly clause: ClauseId;
  /** The field of the body that it applies to. */
  readonly field?: string;
  /** Undefined if the clause does not apply to the value. */
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

/** One shared object without text: a listener judges millions of values. */
const held: Judgement = { ok: true };

const ajv = new Ajv({ strict: false, formats: { uri: isUrl } });
const compiled = new Map<string, ValidateFunction>();

/** Compiled once, before any value is judged. */
const fitting = (schema: Schema): ((value: unknown) => boolean) => {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, validate);
  return (value) => validate(value) === true;
};

/** Calls back for every value at a path; for none if it is missing or of another type. */
const eachAt = (
  value: unknown,
  path: readonly string[],
  found: (value: unknown, where: () => string) => void,
  where = (): string => '',
): void => {
  const [step, ...rest] = path;
  if (step === undefined) {
    found(value, where);
    return;
  }
  if (step === '[]') {
    if (!Array.isArray(value)) return;
    for (const [nth, item] of value.entries())
      eachAt(item, rest, found, () => `${where()}[${nth}]`);
  } else if (!isObject(value)) return;
  else if (step === '{}') {
    for (const [key, one] of Object.entries(value))
      eachAt(one, rest, found, () => `${where()}.${key}`);
  } else if (Object.hasOwn(value, step))
    eachAt(value[step], rest, found, () => (where() ? `${where()}.${step}` : step));
};

interface Test {
  readonly path: readonly string[];
  readonly expected: string;
  readonly isMet: (value: unknown) => boolean;
  /** Whether the clause applies to a value. */
  readonly applies?: (value: unknown) => boolean;
  /** How a script detects a wrong top-level value. */
  readonly sign?: { readonly [key: string]: unknown } | undefined;
}

/** Judges all values at a path; returns the first failure. */
const judging =
  ({ path, expected, isMet, applies = () => true, sign }: Test): Requirement['judge'] =>
  (body) => {
    let judgement: Judgement | undefined;
    eachAt(body, path, (value, where) => {
      if ((judgement && !judgement.ok) || !applies(value)) return;
      judgement = isMet(value)
        ? held
        : {
            ok: false,
            expected: `${where()}: ${expected}`,
            actual: `${where()}: ${formatValue(value)}`,
            ...(sign && path.length === 1 && { sign: { field: where(), ...sign } as Sign }),
          };
    });
    return judgement;
  };

const presence =
  ({ path }: SchemaStatement): Requirement['judge'] =>
  (body) => {
    let judgement: Judgement | undefined;
    const field = path.at(-1) ?? '';
    eachAt(body, path.slice(0, -1), (value) => {
      if ((judgement && !judgement.ok) || !isObject(value)) return;
      judgement = Object.hasOwn(value, field)
        ? held
        : {
            ok: false,
            expected: `a field ${field}`,
            actual: `only ${Object.keys(value).join(', ') || 'no fields'}`,
            ...(path.length === 1 && { sign: { field } }),
          };
    });
    return judgement;
  };

const judgeOf = (statement: SchemaStatement): Requirement['judge'] => {
  const { about, path, schema } = statement;
  if (about === 'present') return presence(statement);
  const { type = 'object', pattern, format, minimum, enum: values = [] } = schema;
  const applies = fitting({ type });
  if (about === 'format')
    return judging({
      path,
      applies,
      expected: pattern ? `text that matches ${pattern}` : (format ?? `at least ${minimum}`),
      isMet: fitting({
        ...(pattern && { pattern }),
        ...(format && { format }),
        ...(minimum !== undefined && { minimum }),
      }),
      ...(pattern && { sign: { pattern } }),
    });
  if (about === 'enum')
    return judging({
      path,
      applies,
      expected: formatValue(values[0]),
      isMet: (value) => values.includes(value),
      sign: { wants: values[0] },
    });
  return judging({ path, expected: article(type), isMet: applies, sign: { type } });
};

/** The requirements of a schema in openapi.yaml on a body, one per clause, regardless of the status. */
export const shapeOf = (schemaName: string, prefix: string): readonly Requirement[] => {
  const flag = schemaName === 'ReportError' ? 'error-flag' : 'flag';
  return statementsOf(schemaName, prefix).map((statement) => ({
    clause: statement.id
      .replace(`${prefix}/flag`, `${prefix}/${flag}`)
      .replace('delete/flag-present', 'delete/flag-is-success') as ClauseId,
    field: statement.field,
    judge: judgeOf(statement),
  }));
};

const isText = (value: unknown): boolean => typeof value === 'string';
const isTime = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(`${value}`);

/** What a schema cannot express: a date must exist (2.1, 2.2), a name must not be blank (2.1). */
export const reportExtras: readonly Requirement[] = [
  {
    clause: 'report/reported-at-calendar',
    judge: judging({
      path: ['reportedAt'],
      applies: isTime(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      expected: 'a moment that exists',
      isMet: (value) => existsInCalendar(`${value}`),
    }),
  },
  {
    clause: 'report/reported-by-named',
    judge: judging({
      path: ['reportedBy'],
      applies: isText,
      expected: 'a name',
      isMet: (value) => `${value}`.trim() !== '',
    }),
  },
];

export const analysisExtras: readonly Requirement[] = [
  {
    clause: 'analysis/date-calendar',
    judge: judging({
      path: ['date'],
      applies: isTime(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
      expected: 'a moment that exists',
      isMet: (value) => existsInCalendar(`${value}`),
    }),
  },
];
