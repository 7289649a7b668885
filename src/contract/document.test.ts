import { expect, test } from 'vitest';
import { resolved, sharedContract } from './document.ts';

test('a reference stands for a part of the document, and all else for itself', () => {
  const document = sharedContract();
  const [[name, schema] = ['', {}]] = Object.entries(document.components.schemas);
  expect(resolved(document, { $ref: `#/components/schemas/${name}` })).toBe(schema);
  expect(resolved(document, schema)).toBe(schema);
  expect(() => resolved(document, { $ref: '#/components/nowhere/x' })).toThrow(
    'The document has no #/components/nowhere/x',
  );
});
