import { adminFormats } from '../admin/control/given.ts';
import { adminSchema } from '../contract/admin-document.ts';
import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../document/document-check.ts';
import { commandOptions, type OptionDefinition, serverOptions } from '../server-options.ts';

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
  const options: readonly (readonly [string, OptionDefinition])[] = [
    ...Object.entries(serverOptions),
    ...Object.entries(commandOptions),
  ];
  const properties: { [key: string]: DocumentSchema } = {};
  for (const [name, { schema }] of options)
    if (schema !== undefined)
      properties[name] = typeof schema === 'string' ? adminSchema(schema) : schema;
  properties.worlds = {
    type: 'array',
    'x-words': 'a list of worlds',
    items: worldSchema(),
  };
  return {
    type: 'object',
    additionalProperties: false,
    properties,
  };
}

let check: DocumentCheck | undefined;

export const configMistakes: DocumentCheck = (value, source) => {
  check ??= documentCheck(configSchema(), { document: 'the configuration', formats: adminFormats });
  return check(value, source);
};
