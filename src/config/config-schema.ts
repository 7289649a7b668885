import { adminFormats } from '../admin/control/request-check.ts';
import { adminSchema } from '../contract/admin-document.ts';
import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../document/document-check.ts';
import { type OptionDefinition, serverOptions } from '../server-options.ts';

const text: DocumentSchema = { type: 'string', minLength: 1 };
const flag: DocumentSchema = { type: 'boolean' };

/** What only the command knows, and programs say in another way. */
function ofTheCommand(): { readonly [key: string]: DocumentSchema } {
  return {
    memory: flag,
    dialect: { ...text, 'x-words': 'a name, a file, or random' },
    dialectSeed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
    mutant: text,
    quiet: flag,
    worlds: {
      type: 'array',
      'x-words': 'a list of worlds',
      items: worldSchema(),
    },
  };
}

/** What worlds begin with is as in the control plane. */
function worldSchema(): DocumentSchema {
  const world = adminSchema('WorldRequest');
  return {
    ...world,
    properties: {
      ...world.properties,
      dialect: {
        type: ['string', 'object'],
        'x-words': 'a name, or open points and their answers',
      },
    },
    required: ['id'],
    'x-words': 'a world: { id, … }',
  };
}

function configSchema(): DocumentSchema {
  const options: { readonly [name: string]: OptionDefinition } = serverOptions;
  const properties: { [key: string]: DocumentSchema } = {};
  for (const [name, { schema }] of Object.entries(options)) {
    if (schema === undefined) continue;
    properties[name] = typeof schema === 'string' ? adminSchema(schema) : schema;
  }
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...properties, ...ofTheCommand() },
  };
}

let check: DocumentCheck | undefined;

export const configMistakes: DocumentCheck = (value, source) => {
  check ??= documentCheck(configSchema(), { document: 'the configuration', formats: adminFormats });
  return check(value, source);
};
