import { operationNames } from '../domain/operation.ts';
import { type DocumentSchema, documentCheck } from '../spec/document-check.ts';
import type { FaultRule } from '../worlds/faults.ts';
import { most } from '../worlds/limits.ts';

type Properties = { readonly [key: string]: DocumentSchema };

const fault = (type: FaultRule['type'], needs: Properties, takes: Properties = {}) => ({
  properties: {
    type: { const: type },
    operation: { enum: operationNames },
    caller: { type: 'string', maxLength: 200 },
    times: { type: 'integer', minimum: 1, maximum: most.requests },
    ...needs,
    ...takes,
  },
  required: ['type', ...Object.keys(needs)],
  additionalProperties: false,
});

const ms: DocumentSchema = { type: 'integer', minimum: 0, maximum: 600_000 };

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

const reply = fault(
  'reply',
  { status: { type: 'integer', minimum: 200, maximum: 599 } },
  { body: {}, headers },
);

/** RFC 9110, 15: these end with their headers. */
const bodiless = {
  if: { properties: { status: { enum: [204, 205, 304] } }, required: ['status'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
  then: { properties: { body: { not: {}, description: 'none with a status of 204, 205 or 304' } } },
};

const onlyLookups = { enum: ['lookup'], description: 'lookup or none: only lookups are counted' };

/** The same as FaultRule in admin.openapi.yaml, and what OpenAPI has no words for. */
export const faultMistakes = documentCheck(
  {
    type: 'object',
    discriminator: { propertyName: 'type' },
    oneOf: [
      fault('delay', { ms }, { spread: ms }),
      { ...reply, ...bodiless },
      fault('drop', {}),
      fault('half', {}),
      fault('slow', { ms }),
      fault('exhausted', {}, { operation: onlyLookups }),
    ],
  },
  {
    document: 'the fault',
    formats: {
      'header-name': (name) => new RegExp(`^${token}$`).test(name) && !isFraming(name),
      'media-type': mediaType,
    },
  },
);
