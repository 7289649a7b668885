import type { ErrorObject } from 'ajv';
import { judged } from '../../../src/document/judged.ts';
import type { SchemaStatement } from '../../../src/document/schema.ts';
import { keywordWords, typesInWords } from '../../../src/document/words.ts';
import { isObject } from '../talk/answer.ts';
import { formatValue } from '../talk/format.ts';
import type { Sign } from './sign.ts';

/** What one clause demands of a value. */
export interface Requirement {
  readonly clause: string;
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

/** Calls back for every value at a path; for none if it is missing or of another type. */
function eachAt(
  value: unknown,
  path: readonly string[],
  found: (value: unknown, where: () => string) => void,
  where = (): string => '',
): void {
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
}

/** A number of 400 digits is one, though a double reads it as infinite: nothing is promised beyond them (RFC 8259, 6). */
function withinDoubles(value: unknown): unknown {
  const isBeyond = value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
  return isBeyond ? Math.sign(value as number) * Number.MAX_VALUE : value;
}

interface Test {
  readonly path: readonly string[];
  readonly isMet: (value: unknown) => boolean;
  /** Whether the clause applies to a value. */
  readonly applies?: (value: unknown) => boolean;
  /** What was expected of the value that has just failed. */
  readonly expected: () => string;
  /** The only value that is right. */
  readonly wants?: { readonly wants: unknown } | undefined;
}

/** Judges all values at a path; returns the first failure. */
export function judgingAt({
  path,
  isMet,
  applies = () => true,
  expected,
  wants,
}: Test): Requirement['judge'] {
  return (body) => {
    let judgement: Judgement | undefined;
    const failed = (value: unknown, where: string): Judgement => {
      const place = where === '' ? '' : `${where}: `;
      return {
        ok: false,
        expected: place + expected(),
        actual: place + formatValue(value),
        ...(where !== '' && { sign: { field: where, ...wants } }),
      };
    };
    eachAt(body, path, (written, where) => {
      const value = withinDoubles(written);
      if ((judgement && !judgement.ok) || !applies(value)) return;
      judgement = isMet(value) ? held : failed(value, where());
    });
    return judgement;
  };
}

function presence({ path }: SchemaStatement): Requirement['judge'] {
  return (body) => {
    let judgement: Judgement | undefined;
    const field = path.at(-1) ?? '';
    eachAt(body, path.slice(0, -1), (value, where) => {
      if ((judgement && !judgement.ok) || !isObject(value)) return;
      judgement = Object.hasOwn(value, field)
        ? held
        : {
            ok: false,
            expected: `a field ${field}`,
            actual: `only ${Object.keys(value).join(', ') || 'no fields'}`,
            sign: { field: where() ? `${where()}.${field}` : field },
          };
    });
    return judgement;
  };
}

/** How the clause of a statement is judged. */
export function demandOf(statement: SchemaStatement): Requirement['judge'] {
  const { about, path, schema, judges } = statement;
  if (about === 'present') return presence(statement);
  const validate = judged(judges);
  const isMet = (value: unknown): boolean => validate(value) === true;
  const { type, nullable = false } = schema;
  if (about === 'type') return judgingAt({ path, isMet, expected: () => typesInWords(schema) });
  const isOfType = type ? judged({ type, nullable }) : () => true;
  /** The last error is that of the outermost keyword, unless it is about a value inside. */
  const failed = (): Pick<ErrorObject, 'keyword' | 'schema'> => {
    const { keyword = '', schema: said, instancePath, schemaPath } = validate.errors?.at(-1) ?? {};
    const [, outermost = ''] = schemaPath?.split('/') ?? [];
    return instancePath
      ? { keyword: outermost, schema: judges[outermost] }
      : { keyword, schema: said };
  };
  return judgingAt({
    path,
    isMet,
    applies: (value) => isOfType(value) === true,
    expected: () =>
      (about === 'format' && schema['x-words']) || keywordWords(failed().keyword, failed().schema),
    wants: about === 'enum' && judges.enum?.length === 1 ? { wants: judges.enum[0] } : undefined,
  });
}

/** What the statements of a schema demand of a body, one per clause, regardless of the status. */
export function shapeOf(statements: readonly SchemaStatement[]): readonly Requirement[] {
  return statements.map((statement) => ({
    clause: statement.id,
    ...(statement.field !== '' && { field: statement.field }),
    judge: demandOf(statement),
  }));
}
