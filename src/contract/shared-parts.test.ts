import { expect, test } from 'vitest';
import { randomDialect } from '../dialects/random.ts';
import { applyDialect } from './apply-dialect.ts';
import { schemaCompiler } from './compile-schema.ts';
import { sharedContract } from './document.ts';

const [one, other] = [applyDialect(randomDialect(1)), applyDialect(randomDialect(2))];

test('documents share what no dialect changes, and nobody can change that', () => {
  expect(one.info).toBe(other.info);
  expect(one.components.responses).toBe(other.components.responses);
  expect(one.components.schemas.Report).toBe(other.components.schemas.Report);
  expect(one.components.schemas.ReportDraft).not.toBe(other.components.schemas.ReportDraft);
  expect(() => {
    sharedContract().info.title = 'another';
  }).toThrow(TypeError);
});

test('schemas that are equal are compiled once, whatever document they are from', () => {
  const error = { $ref: '#/components/schemas/ReportError' };
  const draft = { $ref: '#/components/schemas/ReportDraft' };
  const compiled = (schema: typeof error) =>
    [one, other].map((document) => schemaCompiler(document).compile(schema));
  const [here, there] = compiled(error);
  expect(here).toBe(there);
  const [mine, yours] = compiled(draft);
  expect(mine).not.toBe(yours);
  expect(schemaCompiler(one, { allErrors: true }).compile(error)).not.toBe(here);
});
