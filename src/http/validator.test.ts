import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Document } from '../contract/document.ts';
import { packageRoot } from '../values/package-root.ts';
import { createRequest, headersOf } from './create.test.support.ts';
import { feed, seededId } from './request/sample-values.test.support.ts';
import { serveParts } from './test-server.test.support.ts';

const headers = headersOf();
const unknownId = '00000000-0000-4000-8000-000000000000';

const fetched = `${feed}?report=${seededId}`;
const missed = `${feed}?report=${unknownId}`;

/** Another document, a request, and its answer: a body that is no error of the document's is a logged bug. */
type Row = [
  what: string,
  change: (document: Document) => unknown,
  path: string,
  init: RequestInit,
  expected: { readonly error: string } | { readonly bug: string },
];

/** Asks for one field more in a schema. */
function wanting(schema: string) {
  return (document: Document) => document.components.schemas[schema]?.required?.push('campaign');
}

test.each<Row>([
  [
    'a request that lacks a field',
    wanting('ReportDraft'),
    feed,
    createRequest(),
    { error: 'body.campaign is missing; expected to be given.' },
  ],
  ['a reply that lacks a field', wanting('Report'), fetched, { headers }, { bug: 'campaign' }],
  [
    'a refusal that lacks a field',
    wanting('ReportError'),
    missed,
    { headers },
    { bug: 'campaign' },
  ],
  [
    'a status that the operation does not have',
    ({ paths }) => delete paths['/feed/{service}/api']?.get?.responses[404],
    missed,
    { headers },
    { bug: 'it has no status 404' },
  ],
  [
    'a schema that cannot be compiled',
    ({ components }) => {
      components.schemas.Report = { $ref: '#/components/schemas/Nothing' };
    },
    fetched,
    { headers },
    { bug: 'Nothing' },
  ],
  [
    'a parameter in the path that is wrong',
    ({ paths }) => {
      const digits = { type: 'string', pattern: '^[0-9]{2}$', 'x-words': '2 digits' };
      const parameters = [{ name: 'hash', in: 'path', required: true, schema: digits }];
      Object.assign(paths['/private/sample/{hash}']?.get ?? {}, { parameters });
    },
    '/private/sample/abc',
    { headers },
    { error: 'The parameter hash is "abc"; expected 2 digits.' },
  ],
  [
    'a parameter in the query that is wrong',
    ({ paths }) => {
      const schema = { type: 'integer', nullable: true, enum: [1, 2, null] };
      const most = { name: 'most', in: 'query', schema };
      paths['/feed/{service}/api']?.get?.parameters?.push(most as never);
    },
    `${fetched}&most=5`,
    { headers },
    { error: 'The parameter most is 5; expected one of 1, 2, null.' },
  ],
])('what the document says holds: %s', async (_what, change, path, init, expected) => {
  const server = await serveParts({
    mutation: ({ contract, ...rest }) => {
      const document: Document = structuredClone(contract.document);
      change(document);
      return { ...rest, contract: { ...contract, document } };
    },
  });
  for (const _ of ['first', 'second']) {
    const answer = await fetch(`${server.url}${path}`, init);
    const { error } = (await answer.json()) as { error: string };
    const said = 'error' in expected ? expected.error : 'The server failed. Its log says more.';
    expect({ status: answer.status, error }).toEqual({
      status: 'error' in expected ? 400 : 500,
      error: said,
    });
  }
  const bugs = 'bug' in expected ? [expected.bug, expected.bug] : [];
  expect(server.bugs).toEqual(bugs.map((bug) => expect.stringContaining(bug)));
});

test('the validator is pinned, since its inner modules may change with any version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(dependencies['express-openapi-validator']).toMatch(/^\d+\.\d+\.\d+$/);
});
