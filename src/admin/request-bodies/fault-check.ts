import { operationNames } from '../../domain/operation.ts';
import {
  bodilessStatuses,
  headerFormats,
  headersSchema,
  statusSchema,
} from '../../http/header-rules.ts';
import { type DocumentSchema, documentCheck } from '../../spec/document-check.ts';
import type { FaultRule } from '../../worlds/fault-rule.ts';
import { longestDelay } from '../../worlds/latency.ts';
import { most } from '../../worlds/limits.ts';

type Properties = { readonly [key: string]: DocumentSchema };

const whom: Properties = {
  operation: { enum: operationNames },
  caller: { type: 'string', maxLength: 200 },
  times: { type: 'integer', minimum: 1, maximum: most.requests },
  chance: {
    type: 'number',
    minimum: 0.0001,
    maximum: 1,
    description: 'a share of the requests, from 0.0001 to 1',
  },
  seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
};

interface Kind {
  readonly type: FaultRule['type'];
  readonly needs?: Properties;
  readonly takes?: Properties;
  readonly besides?: DocumentSchema;
}

const schemaOf = (common: Properties, { type, needs = {}, takes, besides }: Kind) => ({
  properties: { type: { const: type }, ...common, ...needs, ...takes },
  required: ['type', ...Object.keys(needs)],
  additionalProperties: false,
  ...besides,
});

const ms: DocumentSchema = { type: 'integer', minimum: 0, maximum: longestDelay };

const headers = headersSchema('; to cut an answer short, use type half');

const bodiless = {
  if: { properties: { status: { enum: bodilessStatuses } }, required: ['status'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
  then: { properties: { body: { not: {}, description: 'none with a status of 204, 205 or 304' } } },
};

/** A delay has either `spread` or `sigma`. */
const oneSpread = {
  if: { required: ['sigma'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
  then: { properties: { spread: { not: {}, description: 'none beside sigma' } } },
};

const when: DocumentSchema = { enum: ['before', 'after'] };
const sigma: DocumentSchema = { type: 'number', minimum: 0.01, maximum: 5 };

const effects: readonly Kind[] = [
  { type: 'delay', needs: { ms }, takes: { spread: ms, sigma }, besides: oneSpread },
  {
    type: 'reply',
    needs: { status: statusSchema },
    takes: { when, body: {}, headers },
    besides: bodiless,
  },
  { type: 'drop', takes: { when } },
  { type: 'reset', takes: { when } },
  { type: 'hang', takes: { when } },
  { type: 'duplicate' },
  { type: 'half' },
  { type: 'slow', needs: { ms } },
];

const onlyLookups = { enum: ['lookup'], description: 'lookup or none: only lookups are counted' };

const byType = (schemas: readonly DocumentSchema[]): DocumentSchema => ({
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: schemas,
});

const steps: DocumentSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 1000,
  description: 'a list of 1 to 1000 steps, such as [503, 503, ok]',
  items: {
    if: { type: 'object' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
    then: byType([...effects, { type: 'exhausted' as const }].map((kind) => schemaOf({}, kind))),
    else: {
      anyOf: [statusSchema, { const: 'ok' }],
      description: 'ok, a status from 200 to 599, or what a fault does: { type, … }',
    },
  },
};

/** FaultRule of admin.openapi.yaml, and what OpenAPI cannot express. */
export const faultMistakes = documentCheck(
  byType([
    ...effects.map((kind) => schemaOf(whom, kind)),
    schemaOf(whom, { type: 'exhausted', takes: { operation: onlyLookups } }),
    schemaOf(whom, { type: 'sequence', needs: { steps } }),
  ]),
  { document: 'the fault', formats: headerFormats },
);
