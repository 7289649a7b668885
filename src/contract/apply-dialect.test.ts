import { expect, test } from 'vitest';
import { type Differences, dialectOf } from '../dialects/dialect.ts';
import type { LookupErrorShape } from '../dialects/lookup-error.ts';
import { randomDialect } from '../dialects/random.ts';
import { applyDialect } from './apply-dialect.ts';
import { type ResponseObject, readContract, sharedContract } from './document.ts';
import { operationObject } from './operations.ts';

/** What the document says about one status of an operation, or all of its statuses. */
function said(differences: Differences, operation: string) {
  const { responses } = operationObject(applyDialect(dialectOf(differences)), operation);
  const statuses = Object.entries(responses).map(([status, response]) => {
    const { headers = {}, content = {}, 'x-empty-body': empty } = response as ResponseObject;
    const media = Object.entries(content).map(([type, { schema, examples = {} }]) => [
      type.split('/').pop(),
      { schema: JSON.stringify(schema).match(/\w+(?="[}\]])/g), outcomes: Object.keys(examples) },
    ]);
    return [status, { headers: Object.keys(headers).sort(), ...Object.fromEntries(media), empty }];
  });
  return Object.fromEntries(statuses);
}

/** Every refusal of a lookup in one shape. */
function failedLookups(shape: LookupErrorShape): Differences {
  return {
    'lookup.error-body': shape,
    'lookup.error-body.no-token': shape,
    'lookup.error-body.unknown-token': shape,
    'lookup.error-body.malformed-hash': shape,
    'lookup.error-body.unknown-hash': shape,
    'lookup.error-body.no-requests-left': shape,
  };
}

const someShapes: Differences = {
  'lookup.error-body.no-token': 'error',
  'lookup.error-body.unknown-token': 'message',
  'lookup.error-body.unknown-hash': 'empty',
};
const emptyAsSuccess: Differences = {
  ...failedLookups('empty'),
  'lookup.status.unknown-hash': 200,
};
const all401: Differences = {
  'lookup.status.no-requests-left': 401,
  'create.status.no-token': 403,
  'create.status.unknown-token': 403,
};
const announced: Differences = { 'any.version-header': 'header', 'any.event-header': 'header' };
const strangers = ['no-token', 'unknown-token'];

test.each<[Differences, string, object]>([
  [{ 'create.status.created': 202 }, 'create', { 202: { json: { outcomes: ['created'] } } }],
  [
    { 'fetch.status.unknown-report': 200 },
    'fetch',
    {
      200: {
        json: { schema: ['ReportFetched', 'ReportError'], outcomes: ['fetched', 'unknown-report'] },
      },
    },
  ],
  // RFC 9110, 15.5.2: whatever the refusal.
  [all401, 'lookup', { 401: { headers: ['Retry-After', 'WWW-Authenticate'] } }],
  [all401, 'create', { 403: { headers: [] } }],
  [failedLookups('error'), 'lookup', { 404: { json: { schema: ['LookupError'] } } }],
  [failedLookups('message'), 'lookup', { 429: { json: { schema: ['LookupMessage'] } } }],
  [failedLookups('error-and-flag'), 'lookup', { 401: { json: { schema: ['ReportError'] } } }],
  [failedLookups('text'), 'lookup', { 404: { plain: { schema: ['string'] } } }],
  // What HTTP itself refuses is the same everywhere.
  [failedLookups('text'), 'lookup', { 414: { json: { schema: ['ReportError'] } } }],
  [emptyAsSuccess, 'lookup', { 200: { json: { outcomes: ['found'] }, empty: ['unknown-hash'] } }],
  [
    someShapes,
    'lookup',
    {
      401: { json: { schema: ['LookupError', 'LookupMessage'], outcomes: strangers } },
      404: { empty: ['unknown-hash'] },
    },
  ],
  [announced, 'create', { 201: { headers: ['API-Version', 'Feed-Event'] } }],
  [announced, 'fetch', { 200: { headers: ['API-Version'] }, 414: { headers: [] } }],
])('under %j, %s answers as documented', (differences, operation, responses) => {
  expect(said(differences, operation)).toMatchObject(responses);
});

test('what is required, the range of the score, limits and tokens are those of the dialect', () => {
  const document = applyDialect(
    dialectOf({
      'create.required.tags': false,
      'create.score.minimum': 'unbounded',
      'create.score.maximum': 10,
      'create.tags.limit': 20,
      'create.unknown-fields': 'refused',
      'create.link.scheme': 'https',
      'fetch.who': 'public',
      'any.error-text': 'code',
      'create.status.created': 202,
    }),
  );
  const { ReportDraft } = document.components.schemas;
  expect(ReportDraft).toMatchObject({
    required: ['c2Address', 'file256Hash', 'referenceLink', 'confidenceScore'],
    additionalProperties: false,
    properties: {
      tags: { maxItems: 20 },
      confidenceScore: { maximum: 10 },
      referenceLink: { allOf: [{ pattern: '^[Hh][Tt][Tt][Pp][Ss]://' }] },
    },
  });
  expect(ReportDraft?.properties?.confidenceScore).not.toHaveProperty('minimum');
  expect(operationObject(document, 'fetch').security).toEqual([{}, { token: [] }]);
  const { responses } = operationObject(document, 'create');
  expect(responses).not.toHaveProperty('201');
  expect(responses['409']).toMatchObject({
    content: {
      'application/json': {
        examples: { 'duplicate-report': { value: { error: 'DUPLICATE_REPORT' } } },
      },
    },
  });
});

test('documents share what no dialect changes, and nobody can change that', () => {
  const before = readContract();
  const one = applyDialect(randomDialect(1));
  const other = applyDialect(randomDialect(2));
  expect(readContract()).toEqual(before);
  expect(one.info).toBe(other.info);
  expect(one.components.responses).toBe(other.components.responses);
  expect(one.components.schemas.Report).toBe(other.components.schemas.Report);
  expect(one.components.schemas.ReportDraft).not.toBe(other.components.schemas.ReportDraft);
  expect(() => {
    sharedContract().info.title = 'another';
  }).toThrow(TypeError);
});
