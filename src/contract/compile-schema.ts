import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { RecentlyUsed } from '../spec/recently-used.ts';
import type { Document, ReferenceObject, SchemaObject } from './document.ts';

/** Full format checks for requests and replies alike: an accepted value may be part of a reply. */
export const formatChecks = { mode: 'full' } as const;

/** Compiles schemas of one document and resolves their references. */
export interface SchemaCompiler {
  readonly compile: (schema: SchemaObject | ReferenceObject) => ValidateFunction;
  /** The errors, in one line. */
  readonly errorsText: (validate: ValidateFunction) => string;
}

/** Dialects differ in few schemas; equal ones are compiled once for all worlds and servers. */
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
    // Strict about numbers only: 1e400 is not a number, as in the request validator.
    const strictness = { strict: false, strictNumbers: true, allErrors };
    // Linters check the schemas; compiling the meta-schema would slow down the start.
    this.ajv = new Ajv({ ...strictness, meta: false, validateSchema: false });
    formats.default(this.ajv, formatChecks);
  }

  compiled(text: string): ValidateFunction {
    return this.#compiled.get(text, () => {
      const schema = JSON.parse(text);
      const validate = this.ajv.compile(schema);
      // Not kept in the compiler's own cache, which would never release it.
      this.ajv.removeSchema(schema);
      return validate;
    });
  }
}

const shops = new Map<boolean, Shop>();

/** Created on first use, to keep the start fast. */
function shopOf(allErrors: boolean): Shop {
  const shop = shops.get(allErrors) ?? new Shop(allErrors);
  shops.set(allErrors, shop);
  return shop;
}

const toSchemas = '#/components/schemas/';

/** A schema with exactly the schemas it refers to: equal ones have equal texts. */
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
