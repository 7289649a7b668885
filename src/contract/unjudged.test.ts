import { expect, test } from 'vitest';
import type { Schema } from '../document/schema.ts';
import { type Document, readContract } from './document.ts';
import { unjudged } from './unjudged.ts';

/** What the generator says about a contract with one more field. */
function said(name: 'Report' | 'StaticAnalysis', field: Schema): string[] {
  const document = readContract();
  Object.assign(document.components.schemas[name]?.properties ?? {}, { added: field });
  return unjudged(document).map(({ says }) => says);
}

const enumerated = { enum: [1] };

test('all that openapi.yaml says about responses is judged', () => {
  expect(unjudged(readContract())).toEqual([]);
});

test.each<[string, Schema, string]>([
  ['an unknown keyword', { type: 'string', maxLenght: 5 }, 'unknown keyword: "maxLenght"'],
  ['a discriminator', { oneOf: [{}], discriminator: {} }, 'unknown keyword: "discriminator"'],
  ['an unknown format', { type: 'string', format: 'iri' }, 'unknown format "iri"'],
  ['a limit that is none', { type: 'number', maximum: '5' }, 'maximum must be number'],
  ['no regular expression', { type: 'string', pattern: '(' }, 'Invalid regular'],
  ['a nested one', { items: { maximun: 8 } }, 'unknown keyword: "maximun"'],
  [
    'a reference to nothing',
    { $ref: '#/components/schemas/No' },
    'refers to #/components/schemas/No,',
  ],
  ['a schema in itself', { $ref: '#/components/schemas/StaticAnalysis' }, 'contains itself'],
  [
    'a format without an example',
    { type: 'string', format: 'ipv4' },
    '.properties.added needs a valid',
  ],
  ['an example that is none', { type: 'string', example: 5 }, ' needs a valid example: 5 is none'],
  ['an id twice', { properties: { 'a-b': enumerated, aB: enumerated } }, '.properties.aB has a'],
])('%s stops the generator', (_what, field, words) => {
  const all = said('StaticAnalysis', field);
  expect(all).not.toEqual([]);
  for (const one of all) expect(one).toMatch(/^components\.schemas\.StaticAnalysis/);
  expect(all[0]).toContain(words);
});

test('a response has a schema with a name', () => {
  const document: Document = readContract();
  const { content = {} } = document.components.responses.RateLimited ?? {};
  Object.assign(content['application/json'] ?? {}, { schema: { type: 'object' } });
  expect(unjudged(document)).toMatchObject([{ says: expect.stringContaining('without a name') }]);
});
