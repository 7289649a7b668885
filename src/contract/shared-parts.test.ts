import { expect, test } from 'vitest';
import { randomDialect } from '../dialects/random.ts';
import { applyDialect } from './apply-dialect.ts';
import { sharedContract } from './document.ts';

const one = applyDialect(randomDialect(1));
const other = applyDialect(randomDialect(2));

test('documents share what no dialect changes, and nobody can change that', () => {
  expect(one.info).toBe(other.info);
  expect(one.components.responses).toBe(other.components.responses);
  expect(one.components.schemas.Report).toBe(other.components.schemas.Report);
  expect(one.components.schemas.ReportDraft).not.toBe(other.components.schemas.ReportDraft);
  expect(() => {
    sharedContract().info.title = 'another';
  }).toThrow(TypeError);
});
