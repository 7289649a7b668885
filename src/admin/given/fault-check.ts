import { operationNames } from '../../domain/operation.ts';
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

/** RFC 9110, 7.6.1 and 8.6: they tell how a connection carries an answer, which is ours to know. */
const framing = [
  ...['Connection', 'Content-Length', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding'],
  ...['Upgrade', 'Proxy-*'],
];
const isFraming = (name: string): boolean =>
  /^proxy-/i.test(name) || framing.some((one) => one.toLowerCase() === name.toLowerCase());

/** RFC 9110, 5.6.2. */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 9110, 8.3.1. */
const mediaType = new RegExp(
  `^${token}/${token}([ \\t]*;[ \\t]*${token}=(${token}|"([\\t !#-[\\]-~\\x80-\\xFF]|\\\\[\\t -~])*"))*$`,
);

const headers: DocumentSchema = {
  type: 'object',
  propertyNames: {
    type: 'string',
    format: 'header-name',
    description: `the name of a header, but not one of ${framing.join(', ')}, which follow from the connection; to cut an answer short, use type half`,
  },
  patternProperties: {
    '^[Cc][Oo][Nn][Tt][Ee][Nn][Tt]-[Tt][Yy][Pp][Ee]$': {
      type: 'string',
      format: 'media-type',
      description: 'a media type such as text/html; charset=utf-8',
    },
  },
  additionalProperties: {
    type: 'string',
    pattern: '^[\\t\\x20-\\x7E\\x80-\\xFF]*$',
    description: 'a text that a header can carry',
  },
};

/** RFC 9110, 15: these end with their headers. */
const bodiless = {
  if: { properties: { status: { enum: [204, 205, 304] } }, required: ['status'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
  then: { properties: { body: { not: {}, description: 'none with a status of 204, 205 or 304' } } },
};

/** A delay is spread in one way. */
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
    needs: { status: { type: 'integer', minimum: 200, maximum: 599 } },
    takes: { body: {}, headers },
    besides: bodiless,
  },
  { type: 'drop', takes: { when } },
  { type: 'reset', takes: { when } },
  { type: 'hang', takes: { when } },
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
      anyOf: [{ type: 'integer', minimum: 200, maximum: 599 }, { const: 'ok' }],
      description: 'ok, a status from 200 to 599, or what a fault does: { type, … }',
    },
  },
};

/** The same as FaultRule in admin.openapi.yaml, and what OpenAPI has no words for. */
export const faultMistakes = documentCheck(
  byType([
    ...effects.map((kind) => schemaOf(whom, kind)),
    schemaOf(whom, { type: 'exhausted', takes: { operation: onlyLookups } }),
    schemaOf(whom, { type: 'sequence', needs: { steps } }),
  ]),
  {
    document: 'the fault',
    formats: {
      'header-name': (name) => new RegExp(`^${token}$`).test(name) && !isFraming(name),
      'media-type': mediaType,
    },
  },
);
