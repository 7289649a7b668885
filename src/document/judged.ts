import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { isUrlOfAnyKind } from '../values/url.ts';
import type { Schema } from './schema.ts';

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

/**
 * The validator of responses. Strict about keywords and formats that it does not know, and about numbers:
 * 1e400 is none.
 */
export function responseValidator(options: { readonly validateSchema: boolean }): Ajv {
  const ajv = new Ajv({
    strictSchema: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
    // 0.3 is a multiple of 0.1, though not in binary.
    multipleOfPrecision: 9,
    // Errors with what the keyword says.
    verbose: true,
    meta: options.validateSchema,
    ...options,
  });
  formats.default(ajv, { mode: 'full' });
  // What the parsers of languages differ in is not judged.
  ajv.addFormat('uri', isUrlOfAnyKind);
  ajv.addFormat('int64', { type: 'number', validate: isInt64 });
  return ajv;
}

let ajv: Ajv | undefined;
const compiled = new Map<string, ValidateFunction>();

/** Compiled once: a listener judges millions of values. */
export function judged(schema: Schema): ValidateFunction {
  const key = JSON.stringify(schema);
  ajv ??= responseValidator({ validateSchema: false });
  const validate = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, validate);
  return validate;
}
