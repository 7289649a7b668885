import { adminFormats } from '../admin/control/request-check.ts';
import { adminSchema } from '../contract/admin-document.ts';
import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../document/document-check.ts';

const text: DocumentSchema = { type: 'string', minLength: 1 };
const flag: DocumentSchema = { type: 'boolean' };
const whole = (maximum: number): DocumentSchema => ({ type: 'integer', minimum: 0, maximum });

/** What worlds begin with is as in the control plane. */
const configSchema = (): DocumentSchema => {
  const world = adminSchema('WorldRequest');
  const additions = adminSchema('SeedAdditions');
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      port: whole(65_535),
      host: text,
      data: text,
      memory: flag,
      seed: { ...text, 'x-words': 'a folder with seed data' },
      dialect: { ...text, 'x-words': 'a name, a file, or random' },
      dialectSeed: whole(4_294_967_295),
      mutant: text,
      tls: {
        type: 'object',
        properties: { cert: text, key: text },
        required: ['cert', 'key'],
        additionalProperties: false,
        'x-words': '{ cert: FILE, key: FILE }',
      },
      cors: flag,
      quiet: flag,
      add: additions,
      alone: flag,
      clock: world.properties?.clock as DocumentSchema,
      ids: world.properties?.ids as DocumentSchema,
      faults: world.properties?.faults as DocumentSchema,
      worlds: {
        type: 'array',
        'x-words': 'a list of worlds',
        items: {
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
        },
      },
    },
  };
};

let check: DocumentCheck | undefined;

export const configMistakes: DocumentCheck = (value, source) => {
  check ??= documentCheck(configSchema(), { document: 'the configuration', formats: adminFormats });
  return check(value, source);
};
