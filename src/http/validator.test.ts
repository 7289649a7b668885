import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Document } from '../contract/document.ts';
import { packageRoot } from '../values/package-root.ts';
import { contractBy } from './contract.ts';
import { createRequest, headersOf } from './create.test.support.ts';
import { feed, goodReport, seededId } from './request/sample-values.test.support.ts';
import { serveParts } from './test-server.test.support.ts';

const headers = headersOf();
const unknownId = '00000000-0000-4000-8000-000000000000';

/** A server whose document asks for one field more in a schema. */
function wanting(schema: string) {
  return serveParts({
    mutation: ({ contract, ...rest }) => {
      const document: Document = structuredClone(contract.document);
      document.components.schemas[schema]?.required?.push('campaign');
      return { ...rest, contract: { ...contract, document } };
    },
  });
}

test('an ordinary request is refused where the document wants another', async () => {
  const server = await wanting('ReportDraft');
  const init = createRequest();
  const answer = await fetch(`${server.url}${feed}`, init);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 400,
    body: { error: 'body.campaign is missing; expected to be given.', successful: false },
  });
  expect(server.bugs).toEqual([]);
});

test('an ordinary answer does not leave where the document wants another', async () => {
  const server = await wanting('Report');
  for (const time of ['first', 'second']) {
    const answer = await fetch(`${server.url}${feed}?report=${seededId}`, { headers });
    expect(answer.status, time).toBe(500);
  }
  expect(server.bugs).toEqual([
    expect.stringContaining('campaign'),
    expect.stringContaining('campaign'),
  ]);
});

test('a refusal does not leave where the document wants another', async () => {
  const server = await wanting('ReportError');
  const answer = await fetch(`${server.url}${feed}?report=${unknownId}`, { headers });
  expect(answer.status).toBe(500);
  expect(server.bugs).toEqual([expect.stringContaining('campaign')]);
});

test('an answer does not leave with a status that its operation does not have', async () => {
  const server = await serveParts({
    mutation: ({ contract, ...rest }) => {
      const document: Document = structuredClone(contract.document);
      delete document.paths['/feed/{service}/api']?.get?.responses[404];
      return { ...rest, contract: { ...contract, document } };
    },
  });
  const answer = await fetch(`${server.url}${feed}?report=${unknownId}`, { headers });
  expect(answer.status).toBe(500);
  expect(server.bugs).toEqual([expect.stringContaining('it has no status 404')]);
});

test('a schema that contains itself holds at every depth', async () => {
  const server = await serveParts({
    mutation: ({ contract, ...rest }) => {
      const document: Document = structuredClone(contract.document);
      const { properties = {} } = document.components.schemas.ReportDraft ?? {};
      properties.earlier = { $ref: '#/components/schemas/ReportDraft' };
      return { ...rest, contract: { ...contract, document } };
    },
  });
  const { tags, ...untagged } = goodReport;
  const earlier = { ...goodReport, earlier: { ...goodReport, earlier: untagged } };
  const body = JSON.stringify({ ...goodReport, earlier });
  const answer = await fetch(`${server.url}${feed}`, { method: 'POST', headers, body });
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 400,
    body: {
      error: 'body.earlier.earlier.earlier.tags is missing; expected a list of strings, or [].',
      successful: false,
    },
  });
});

test('a document that cannot be compiled is a logged bug for every request', async () => {
  const server = await serveParts({
    mutation: ({ contract, ...rest }) => {
      const document: Document = structuredClone(contract.document);
      document.components.schemas.Report = { $ref: '#/components/schemas/Nothing' };
      return { ...rest, contract: { ...contract, document } };
    },
  });
  const answer = await fetch(`${server.url}${feed}?report=${seededId}`, { headers });
  expect(answer.status).toBe(500);
  expect(server.bugs).toHaveLength(1);
});

test('the validator is pinned, since its inner modules may change with any version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(dependencies['express-openapi-validator']).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each([
  ['/private/sample/abc', 'The parameter hash is "abc"; expected 2 digits.'],
  [`${feed}?report=${seededId}&most=5`, 'The parameter most is 5; expected one of 1, 2, null.'],
])('a parameter of another contract that is wrong is named: %s', async (asked, error) => {
  const server = await serveParts({
    mutation: ({ contract, ...rest }) => {
      const document: Document = structuredClone(contract.document);
      const lookup = document.paths['/private/sample/{hash}']?.get as { parameters: unknown };
      const digits = { type: 'string', pattern: '^[0-9]{2}$', 'x-words': '2 digits' };
      lookup.parameters = [{ name: 'hash', in: 'path', required: true, schema: digits }];
      const most = { type: 'integer', nullable: true, enum: [1, 2, null] };
      const added = { name: 'most', in: 'query', schema: most };
      document.paths['/feed/{service}/api']?.get?.parameters?.push(added as never);
      return { ...rest, contract: contractBy(document, { checkReplies: false }) };
    },
  });
  const answer = await fetch(`${server.url}${asked}`, { headers });
  expect(await answer.json()).toEqual({ error, successful: false });
});
