import { type DocumentSchema, documentCheck } from '../spec/document-check.ts';
import { most } from '../worlds/limits.ts';

const text: DocumentSchema = { type: 'string', minLength: 1 };
const flag: DocumentSchema = { type: 'boolean' };
const whole = (maximum: number): DocumentSchema => ({ type: 'integer', minimum: 0, maximum });

const record = (
  properties: { readonly [key: string]: DocumentSchema },
  required: readonly string[] = [],
  description?: string,
): DocumentSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...(description !== undefined && { description }),
});

const additions: DocumentSchema = record(
  // The entries of these lists are checked like seed files.
  { services: {}, callers: {}, analyses: {}, reports: {} },
  [],
  'a map of lists: services, callers, analyses, reports',
);

/** The initial state of a world. Faults are checked one by one. */
const initialState = {
  clock: record({ mode: { enum: ['real', 'running', 'frozen'] }, at: text }, ['mode']),
  ids: { type: ['string', 'integer'], description: 'a text or a whole number' },
  faults: { type: 'array', description: 'a list of faults' },
};

export const configMistakes = documentCheck(
  record({
    port: whole(65_535),
    host: text,
    data: text,
    memory: flag,
    seed: { ...text, description: 'a folder with seed data' },
    dialect: { ...text, description: 'a name, a file, or random' },
    dialectSeed: whole(4_294_967_295),
    mutant: text,
    tls: {
      type: 'object',
      properties: { cert: text, key: text },
      required: ['cert', 'key'],
      additionalProperties: false,
      description: '{ cert: FILE, key: FILE }',
    },
    cors: flag,
    quiet: flag,
    add: additions,
    alone: flag,
    ...initialState,
    worlds: {
      type: 'array',
      description: 'a list of worlds',
      items: record(
        {
          id: {
            type: 'string',
            pattern: '^[A-Za-z0-9_-]{1,64}$',
            description: 'letters, digits, - and _, at most 64',
          },
          dialect: {
            type: ['string', 'object'],
            description: 'a name, or open points and their answers',
          },
          idleMinutes: { type: 'number', exclusiveMinimum: 0, maximum: most.idleMinutes },
          seed: additions,
          ...initialState,
        },
        ['id'],
        'a world: { id, … }',
      ),
    },
  }),
  { document: 'the configuration' },
);
