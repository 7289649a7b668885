import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Schema } from '../document/schema.ts';
import { yamlText } from '../document/yaml.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { type Document, readContract } from './document.ts';

/** What the generator says about another contract. */
async function said(change: (document: Document) => void): Promise<string[]> {
  const document = readContract();
  change(document);
  const folder = folderWith({ 'openapi.yaml': yamlText(document) });
  vi.stubEnv('ABUSE_FEED_OPENAPI', join(folder, 'openapi.yaml'));
  vi.resetModules();
  const { unjudged } = await import('./unjudged.ts');
  return unjudged().map(({ says }) => says);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test('all that openapi.yaml says about responses is judged', async () => {
  expect(await said(() => {})).toEqual([]);
});

const enumerated = { enum: [1] };

test.each<[Schema, string]>([
  [{ type: 'string', maxLenght: 5 }, 'unknown keyword: "maxLenght"'],
  [{ oneOf: [{}], discriminator: {} }, 'unknown keyword: "discriminator"'],
  [{ type: 'string', format: 'iri' }, 'unknown format "iri"'],
  [{ type: 'number', maximum: '5' }, 'maximum must be number'],
  [{ type: 'string', pattern: '(' }, 'Invalid regular'],
  [{ items: { maximun: 8 } }, 'unknown keyword: "maximun"'],
  [{ items: { $ref: '#/components/schemas/No' } }, 'has no schema No'],
  [{ items: { $ref: '#/components/schemas/StaticAnalysis' } }, 'contains itself'],
  [{ type: 'string', format: 'ipv4' }, '.properties.added needs a valid'],
  [{ type: 'string', example: 5 }, ' needs a valid example: 5 is none'],
  [{ properties: { 'a-b': enumerated, aB: enumerated } }, '.properties.aB has a'],
])('a field with the schema %j stops the generator: %s', async (added, words) => {
  const all = await said(({ components }) =>
    Object.assign(components.schemas.StaticAnalysis?.properties ?? {}, { added }),
  );
  expect(all[0]).toMatch(/^components\.schemas\.StaticAnalysis/);
  expect(all[0]).toContain(words);
});

test('a response has a schema with a name', async () => {
  const all = await said(({ components }) => {
    const { content = {} } = components.responses.RateLimited ?? {};
    Object.assign(content['application/json'] ?? {}, { schema: { type: 'object' } });
  });
  expect(all).toEqual([expect.stringContaining('without a name')]);
});
