import type { Schema } from '../../document/schema.ts';
import { followed } from '../schemas.ts';

/** The field, first item or first value inside a value. */
export function stepInto(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (step === '[]' || step === '{}') return Object.values(value)[0];
  return Object.hasOwn(value, step) ? value[step as keyof typeof value] : undefined;
}

/** A value by a schema: the given one, its example, or a simple one. */
export function schemaSample(written: Schema, given?: unknown): unknown {
  const schema = followed(written);
  const { example, enum: values = [], const: only } = schema;
  const alternatives = schema.anyOf ?? schema.oneOf;
  return (
    given ??
    example ??
    only ??
    values[0] ??
    (Array.isArray(alternatives) ? schemaSample(alternatives[0]) : simplest(schema))
  );
}

function simplest(schema: Schema): unknown {
  const { type, properties = {}, items, additionalProperties: others } = schema;
  switch ([type].flat()[0]) {
    case 'object':
      return {
        ...Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [name, schemaSample(one)]),
        ),
        ...(typeof others === 'object' && { sample: schemaSample(others) }),
      };
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 1) || 1 }, () =>
        schemaSample((Array.isArray(items) ? items[0] : items) ?? {}),
      );
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? schema.maximum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'text'.padEnd(Number(schema.minLength ?? 0), 't');
  }
}
