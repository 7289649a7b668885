import { expect, test } from 'vitest';
import type { Schema } from '../document/schema.ts';
import { openapiText } from '../spec/openapi.ts';
import { type Document, readContract } from './document.ts';
import { unjudged } from './unjudged.ts';

/** What the generator says about a contract with one more field. */
function said(name: 'Report' | 'StaticAnalysis', field: Schema, more: object = {}): string[] {
  const document = readContract();
  const { schemas } = document.components;
  Object.assign(schemas, more);
  Object.assign(schemas[name]?.properties ?? {}, { added: field });
  return unjudged(document).map(({ says }) => says);
}

const enumerated = { enum: [1] };
const at = 'components.schemas.StaticAnalysis.properties.added';

test('all that openapi.yaml says about responses is judged', () => {
  expect(unjudged(readContract())).toEqual([]);
});

test.each<[string, Schema, string]>([
  ['an unknown keyword', { type: 'string', maxLenght: 5 }, '.maxLenght is a keyword that cannot'],
  ['a keyword of a newer draft', { type: 'array', prefixItems: [] }, '.prefixItems is a keyword'],
  ['writeOnly', { type: 'string', writeOnly: true }, '.writeOnly is a keyword'],
  ['a discriminator', { oneOf: [{}], discriminator: {} }, '.discriminator is a keyword'],
  ['an unknown format', { type: 'string', format: 'iri' }, '.format is "iri", which cannot be'],
  ['a limit that is none', { type: 'number', maximum: '5' }, '.maximum must be number'],
  ['no regular expression', { type: 'string', pattern: '(' }, ' cannot be judged: Invalid regular'],
  ['nullable without a type', { nullable: true }, ' cannot be judged: "nullable" cannot be used'],
  ['a reference to nothing', { $ref: '#/components/schemas/No' }, '.$ref refers to #/components'],
  ['a format without an example', { type: 'string', format: 'ipv4' }, ' needs a valid example: "'],
  ['an example that is none', { type: 'string', example: 5 }, ' needs a valid example: 5 is none'],
  ['an id twice', { properties: { 'a-b': enumerated, aB: enumerated } }, '.properties.aB has a'],
])('%s stops the generator with its place', (_what, field, words) => {
  expect(said('StaticAnalysis', field).join('\n')).toContain(at + words);
});

test('so do those of nested fields, where they are written', () => {
  const item = { type: 'object', properties: { entropy: { type: 'number', maximun: 8 } } };
  expect(said('Report', { type: 'array', items: item })).toEqual([
    expect.stringContaining('Report.properties.added.items.properties.entropy.maximun is a'),
  ]);
  const [other] = said(
    'Report',
    { anyOf: [{ $ref: '#/components/schemas/Other' }] },
    { Other: item },
  );
  expect(other).toMatch(/^components\.schemas\.Other\.properties\.entropy\.maximun /);
});

test('a schema that contains itself is found', () => {
  const Tree = { type: 'object', properties: { next: { $ref: '#/components/schemas/Tree' } } };
  const tree = said('Report', { $ref: '#/components/schemas/Tree' }, { Tree });
  expect(tree).toEqual([expect.stringContaining('next.$ref Tree contains itself')]);
});

test('a response has a schema with a name', () => {
  const document: Document = readContract();
  const { content = {} } = document.components.responses.RateLimited ?? {};
  Object.assign(content['application/json'] ?? {}, { schema: { type: 'object' } });
  expect(unjudged(document)).toMatchObject([{ says: expect.stringContaining('without a name') }]);
});

test('the place has a line', () => {
  const document = readContract();
  Object.assign(document.components.schemas.AnalysisTag?.properties?.heat ?? {}, { format: 'hot' });
  const text = openapiText();
  const [mistake] = unjudged(document, { file: 'openapi.yaml', text });
  const heat = text.split('\n').findIndex((line) => line.trim() === 'heat:') + 1;
  expect(mistake).toMatchObject({ file: 'openapi.yaml', line: heat });
});
