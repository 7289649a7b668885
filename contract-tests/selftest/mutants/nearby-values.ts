import { isDeepStrictEqual } from 'node:util';
import { judged } from '../../../src/document/judged.ts';
import type { Schema, SchemaStatement } from '../../../src/document/schema.ts';
import { stepInto } from '../../../src/spec/schema/samples.ts';
import { inlined } from '../../../src/spec/schemas.ts';
import { hasMembers } from '../../../src/values/objects.ts';

/** An invalid value, and the keyword that it breaks. */
export interface WrongValue {
  readonly keyword: string;
  readonly value: unknown;
}

/** Values of another type, the likeliest first. */
const otherTypes: { readonly [type: string]: readonly unknown[] } = {
  string: [7, null, ['text']],
  array: ['rat', { 0: 'rat' }, null],
  object: [[], 'none', null],
  integer: ['1', 1.5, null, true],
  number: ['1', null, true],
  boolean: ['true', 1, null],
  null: ['', 0, false],
};

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** Values that differ little from one. */
function nearby(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1, value + 0.5, value / 2, 0, -1];
  if (typeof value === 'string')
    return [
      '',
      value.slice(0, -1),
      `g${value.slice(1)}`,
      value.replaceAll('-', ''),
      `${value}~`,
      value.toUpperCase(),
      value.slice(1),
      ` ${value}`,
      `${value}0`,
      `x${value.slice(1)}`,
      [...value].reverse().join(''),
      value.replace(/\d/, (digit) => `${(+digit + 1) % 10}`),
    ];
  if (isList(value))
    return [[], value.slice(1), value.slice(0, 1), [...value, ...value], [7, ...value.slice(1)]];
  if (!hasMembers(value)) return [];
  const entries = Object.entries(value);
  return [
    {},
    { ...value, more: 'text' },
    ...entries.map((one) => Object.fromEntries(entries.filter((other) => other !== one))),
    ...entries.flatMap(([key, one]) =>
      [...nearby(one), 7].map((other) => ({ ...value, [key]: other })),
    ),
  ];
}

/** As many different items or fields as wanted. */
function grown(value: unknown, length: number): unknown {
  if (isList(value))
    return Array.from({ length }, (_, nth) => value[nth] ?? numbered(value[0], nth));
  const more = Array.from({ length }, (_, nth) => [`more${nth}`, 'text']);
  return Object.fromEntries([...Object.entries(value ?? {}), ...more].slice(0, length));
}

function numbered(value: unknown, nth: number): unknown {
  if (typeof value === 'number') return value + nth;
  if (typeof value === 'string') return value + nth;
  if (!hasMembers(value) || isList(value)) return value;
  const [[key, one] = ['', '']] = Object.entries(value);
  return { ...value, [key]: numbered(one, nth) };
}

function shrunk(value: unknown, length: number): unknown {
  return isList(value)
    ? value.slice(0, length)
    : Object.fromEntries(Object.entries(value ?? {}).slice(0, length));
}

/** The value just outside the limit that a keyword sets. */
const outside: { readonly [keyword: string]: (limit: number, value: unknown) => unknown } = {
  minimum: (limit) => limit - 1,
  maximum: (limit) => limit + 1,
  exclusiveMinimum: (limit) => limit,
  exclusiveMaximum: (limit) => limit,
  multipleOf: (step, value) => Number(value) + step / 2,
  minLength: (limit, value) => String(value).slice(0, limit - 1),
  maxLength: (limit, value) => String(value).padEnd(limit + 1, String(value).at(-1) ?? 'x'),
  minItems: (limit, value) => shrunk(value, limit - 1),
  maxItems: (limit, value) => grown(value, limit + 1),
  minProperties: (limit, value) => shrunk(value, limit - 1),
  maxProperties: (limit, value) => grown(value, limit + 1),
};

/** Values that formats with limits refuse, where nearby ones are valid. */
const beyondFormats: readonly unknown[] = ['no such thing', 2 ** 31, 2 ** 63];

function distinctValues(values: readonly unknown[]): unknown[] {
  return values.filter(
    (value, nth) => values.findIndex((one) => isDeepStrictEqual(one, value)) === nth,
  );
}

/** How many values are worth trying: texts go wrong in more ways than numbers. */
function most(keyword: string): number {
  return keyword === 'pattern' || keyword === 'format' ? 3 : 1;
}

/** Wrong values by a statement about a value: for each keyword, those that break nothing else, if there are any. */
export function wrongValues({ about, schema, judges, sample }: SchemaStatement): WrongValue[] {
  const { type, nullable = false } = schema;
  const types = [type ?? []].flat();
  if (about === 'type')
    return distinctValues(types.flatMap((one) => otherTypes[one] ?? []))
      .filter((value) => !judged(judges)(value))
      .map((value) => ({ keyword: 'type', value }));
  const isOfType = type ? judged({ type, nullable }) : () => true;
  const whole = inlined(schema);
  return Object.entries(judges).flatMap(([keyword, said]) => {
    if (keyword === 'properties') return [];
    const own = keyword === 'additionalProperties' ? [keyword, 'properties'] : [keyword];
    const pick = (of: Schema, isOwn: boolean): Schema =>
      Object.fromEntries(Object.entries(of).filter(([one]) => own.includes(one) === isOwn));
    const alone = judged(pick(judges, true));
    const others = judged(pick(whole, false));
    const repeated = isList(sample) ? sample.slice(-1).flatMap((item) => [item, item]) : [];
    const limited = outside[keyword]?.(Number(said), sample);
    const anything = type ? [] : Object.values(otherTypes).flat();
    const wrong = distinctValues([
      ...(limited === undefined ? [] : [limited]),
      ...(keyword === 'uniqueItems' && isList(sample) ? [[...sample.slice(1), ...repeated]] : []),
      ...nearby(sample),
      ...(keyword === 'enum' ? [`${sample}-else`] : []),
      ...beyondFormats,
      ...anything,
    ]).filter((value) => isOfType(value) && !alone(value));
    const [first, ...further] = wrong.filter((value) => others(value));
    const chosen = first === undefined ? wrong.slice(0, 1) : [first, ...further];
    return chosen.slice(0, most(keyword)).map((value) => ({ keyword, value }));
  });
}

/** Another valid value of a field. */
export function otherValue(schema: Schema, sample: unknown): unknown {
  const isValid = judged(inlined(schema));
  const listed = schema.enum ?? [];
  return [...listed, ...nearby(sample)].find(
    (value) => !isDeepStrictEqual(value, sample) && isValid(value),
  );
}

type Json = { readonly [field: string]: unknown };

/** Changes the value at a path of a schema's statement; where it is missing or empty, the sample stands in. */
export function changedAt(
  value: unknown,
  sample: unknown,
  [step, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  const outer = Object.keys(value ?? {}).length > 0 ? value : sample;
  const key = step === '[]' || step === '{}' ? (Object.keys(outer ?? {})[0] ?? '0') : step;
  const inner = { ...(outer as Json) }[key] ?? stepInto(sample, step);
  const changed = changedAt(inner, stepInto(sample, step), rest, change);
  return Array.isArray(outer)
    ? outer.toSpliced(Number(key), 1, changed)
    : { ...(outer as Json), [key]: changed };
}
