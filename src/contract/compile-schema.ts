import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Document, Reference, Schema } from './document.ts';

/** In full, for requests and replies alike: a value that was let in may be part of a reply. */
export const formatChecks = { mode: 'full' } as const;

/** Compiles schemas of one document, whose references lead into its components. */
export interface SchemaCompiler {
  readonly compile: (schema: Schema | Reference) => ValidateFunction;
  /** What is wrong, in one line. */
  readonly errorsText: (validate: ValidateFunction) => string;
}

export function schemaCompiler(
  { components }: Document,
  { allErrors = false } = {},
): SchemaCompiler {
  // Strict in nothing but this: 1e400 is no number, neither here nor for the validator of requests.
  const ajv = new Ajv({ strict: false, strictNumbers: true, allErrors });
  formats.default(ajv, formatChecks);
  ajv.addSchema({ $id: 'document', components });
  return {
    compile: (schema) =>
      ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')),
      ),
    errorsText: ({ errors }) => ajv.errorsText(errors, { dataVar: 'body' }),
  };
}
