import { expect, test } from 'vitest';
import { type Differences, defaultDialect, dialectOf } from '../dialects/dialect.ts';
import type { LookupErrorShape } from '../dialects/lookup-error.ts';
import { applyDialect } from './apply-dialect.ts';
import {
  type Document,
  type OperationObject,
  type ResponseObject,
  readContract,
} from './document.ts';
import { operationsOf } from './operations.ts';

function applied(differences: Differences): Document {
  return applyDialect(dialectOf(differences));
}

function operation(document: Document, id: string): OperationObject {
  const found = [...operationsOf(document)].find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

function response(document: Document, id: string, status: number): ResponseObject {
  return operation(document, id).responses[status] as ResponseObject;
}

function outcomes({ content = {} }: ResponseObject, type = 'application/json'): string[] {
  return Object.keys(content[type]?.examples ?? {});
}

test('the default dialect leaves every outcome under the status written in openapi.yaml', () => {
  const document = applyDialect(defaultDialect);
  const operations = [...operationsOf(readContract())];
  for (const written of operations) {
    const statuses = Object.keys(operation(document, written.operationId).responses);
    expect(statuses).toEqual(Object.keys(written.responses).sort());
  }
  expect(document.components.schemas).toMatchObject(readContract().components.schemas);
});

test('applying a dialect leaves the contract itself as it was', () => {
  const before = readContract();
  applied({ 'create.score.maximum': 5, 'create.status.created': 200 });
  expect(readContract()).toEqual(before);
});

test('an outcome moves to the status that is chosen for it', () => {
  const document = applied({ 'create.status.created': 202 });
  expect(outcomes(response(document, 'createReport', 202))).toEqual(['created']);
  expect(operation(document, 'createReport').responses).not.toHaveProperty('201');
});

test('success and refusal under one status are alternatives', () => {
  const shared = response(applied({ 'fetch.status.unknown-report': 200 }), 'fetchReport', 200);
  expect(outcomes(shared)).toEqual(['fetched', 'unknown-report']);
  expect(shared.content?.['application/json']?.schema).toEqual({
    anyOf: [
      { $ref: '#/components/schemas/ReportFetched' },
      { $ref: '#/components/schemas/ReportError' },
    ],
  });
});

test('a 401 has WWW-Authenticate, whatever the refusal, and no other status has', () => {
  const document = applied({
    'lookup.status.no-requests-left': 401,
    'create.status.no-token': 403,
    'create.status.unknown-token': 403,
  });
  const lookup = response(document, 'getStaticAnalysis', 401).headers;
  expect(Object.keys(lookup ?? {}).sort()).toEqual(['Retry-After', 'WWW-Authenticate']);
  expect(response(document, 'createReport', 403).headers).toBeUndefined();
});

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

test.each([
  ['error', 'LookupError', { error: 'string' }],
  ['message', 'LookupMessage', { message: 'string' }],
  ['error-and-flag', 'ReportError', { error: 'string', successful: 'boolean' }],
] as const)('a lookup that fails as %s has the schema %s', (shape, name, fields) => {
  const document = applied(failedLookups(shape));
  const schema = document.components.schemas[name];
  expect(schema?.required).toEqual(Object.keys(fields));
  expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(fields));
  for (const status of [400, 401, 403, 404, 429]) {
    const { content } = response(document, 'getStaticAnalysis', status);
    expect(content?.['application/json']?.schema).toEqual({
      $ref: `#/components/schemas/${name}`,
    });
  }
});

test('a lookup that fails with a text has one of text/plain', () => {
  const document = applied(failedLookups('text'));
  const { content } = response(document, 'getStaticAnalysis', 404);
  expect(content).toMatchObject({ 'text/plain': { schema: { type: 'string' } } });
  expect(content).not.toHaveProperty('application/json');
});

test('a lookup that fails without a body has no content, and its outcomes are named', () => {
  const document = applied({ ...failedLookups('empty'), 'lookup.status.unknown-hash': 200 });
  const both = response(document, 'getStaticAnalysis', 200);
  expect(outcomes(both)).toEqual(['found']);
  expect(both['x-empty-body']).toEqual(['unknown-hash']);
  expect(response(document, 'getStaticAnalysis', 403)).not.toHaveProperty('content');
});

test('each outcome of a lookup may have a shape of its own, also under one status', () => {
  const document = applied({
    'lookup.error-body.no-token': 'error',
    'lookup.error-body.unknown-token': 'message',
    'lookup.error-body.unknown-hash': 'empty',
  });
  const strangers = response(document, 'getStaticAnalysis', 401).content?.['application/json'];
  expect(strangers?.schema).toEqual({
    anyOf: [
      { $ref: '#/components/schemas/LookupError' },
      { $ref: '#/components/schemas/LookupMessage' },
    ],
  });
  expect(
    Object.values(strangers?.examples ?? {}).map(({ value }) => Object.keys(value as object)),
  ).toEqual([['error'], ['message']]);
  const nothing = response(document, 'getStaticAnalysis', 404);
  expect(nothing.content).toBeUndefined();
  expect(nothing['x-empty-body']).toEqual(['unknown-hash']);
});

test.each(['text', 'empty', 'message'] as const)(
  'failing with %s changes nothing in what HTTP refuses',
  (shape) => {
    const document = applied({ ...failedLookups(shape), 'any.error-text': 'terse' });
    const { content } = response(document, 'getStaticAnalysis', 414);
    expect(content?.['application/json']).toMatchObject({
      schema: { $ref: '#/components/schemas/ReportError' },
      examples: { 'uri-too-long': { value: { error: expect.stringMatching(/8192 bytes/) } } },
    });
  },
);

test('what is required, the range of the score and the limits are those of the dialect', () => {
  const { ReportDraft } = applied({
    'create.required.tags': false,
    'create.score.minimum': 'unbounded',
    'create.score.maximum': 10,
    'create.tags.limit': 20,
    'create.unknown-fields': 'refused',
    'create.link.scheme': 'https',
  }).components.schemas;
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
});

test('a public fetch needs no token, and is the only operation that does not', () => {
  const document = applied({ 'fetch.who': 'public' });
  expect(operation(document, 'fetchReport').security).toEqual([{}, { token: [] }]);
  expect([...operationsOf(document)].flatMap(({ security }) => security ?? [])).toHaveLength(2);
});

test('error texts in examples are worded as they will come', () => {
  const { content } = response(applied({ 'any.error-text': 'code' }), 'createReport', 409);
  const example = content?.['application/json']?.examples?.['duplicate-report'];
  expect(example?.value).toEqual({ error: 'DUPLICATE_REPORT', successful: false });
});

test('version and events, where they are announced, are documented headers', () => {
  const document = applied({ 'any.version-header': 'header', 'any.event-header': 'header' });
  const headers = (id: string, status: number) =>
    Object.keys(response(document, id, status).headers ?? {});
  expect(headers('createReport', 201)).toEqual(['API-Version', 'Feed-Event']);
  expect(headers('deleteReport', 200)).toEqual(['API-Version', 'Feed-Event']);
  expect(headers('fetchReport', 200)).toEqual(['API-Version']);
  expect(headers('fetchReport', 414)).toEqual([]);
});
