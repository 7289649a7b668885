import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { RecentlyUsed } from '../spec/recently-used.ts';
import type { Document, ReferenceObject, SchemaObject } from './document.ts';

/** In full, for requests and replies alike: a value that was let in may be part of a reply. */
export const formatChecks = { mode: 'full' } as const;

/** Compiles schemas of one document, whose references lead into its components. */
export interface SchemaCompiler {
  readonly compile: (schema: SchemaObject | ReferenceObject) => ValidateFunction;
  /** What is wrong, in one line. */
  readonly errorsText: (validate: ValidateFunction) => string;
}

/** Dialects differ in few schemas; what is equal is compiled once for all worlds and servers. */
export function schemaCompiler(
  { components: { schemas } }: Document,
  { allErrors = false } = {},
): SchemaCompiler {
  return {
    compile: (schema) => shopOf(allErrors).compiled(JSON.stringify(selfContained(schema, schemas))),
    errorsText: ({ errors }) => shopOf(allErrors).ajv.errorsText(errors, { dataVar: 'body' }),
  };
}

const mostCompiled = 500;

class Shop {
  readonly ajv: Ajv;
  readonly #compiled = new RecentlyUsed<ValidateFunction>(mostCompiled);

  constructor(allErrors: boolean) {
    // Strict in nothing but this: 1e400 is no number, neither here nor for the validator of requests.
    const strictness = { strict: false, strictNumbers: true, allErrors };
    // The linters hold the schemas to theirs; a start is not to compile that one too.
    this.ajv = new Ajv({ ...strictness, meta: false, validateSchema: false });
    formats.default(this.ajv, formatChecks);
  }

  compiled(text: string): ValidateFunction {
    return this.#compiled.get(text, () => {
      const schema = JSON.parse(text);
      const validate = this.ajv.compile(schema);
      // Whoever uses it holds it; the compiler is not to do so for ever.
      this.ajv.removeSchema(schema);
      return validate;
    });
  }
}

const shops = new Map<boolean, Shop>();

/** Made when first needed: a start does not pay for it. */
function shopOf(allErrors: boolean): Shop {
  const shop = shops.get(allErrors) ?? new Shop(allErrors);
  shops.set(allErrors, shop);
  return shop;
}

const toSchemas = '#/components/schemas/';

/** A schema together with all that it refers to, and with nothing besides: equal ones look equal. */
function selfContained(
  schema: SchemaObject | ReferenceObject,
  schemas: Document['components']['schemas'],
) {
  const definitions: { [name: string]: unknown } = {};
  const root = taken(schema);
  return { allOf: [root], definitions };

  function taken(part: unknown): unknown {
    const text = JSON.stringify(part, (key, value) => (key === 'x-open-point' ? undefined : value));
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (Object.hasOwn(definitions, name)) continue;
      definitions[name] = true;
      definitions[name] = taken(schemas[name]);
    }
    return JSON.parse(text.replaceAll(`"${toSchemas}`, '"#/definitions/'));
  }
}
