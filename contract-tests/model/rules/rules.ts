import { kitOperation } from '../../operations/operations.ts';
import type { OperationId } from '../../talk/exchange.ts';
import type { Rule } from '../rule.ts';
import { bodyRules, section0 } from './section-0.ts';
import { section21 } from './section-2-1.ts';
import { section41 } from './section-4-1.ts';
import { section42 } from './section-4-2.ts';
import { section43 } from './section-4-3.ts';
import { section44 } from './section-4-4.ts';
import { section5 } from './section-5.ts';

/** All rules except those of the schemas in openapi.yaml (see shapes.ts) and of counts (8). */
export const rules: readonly Rule[] = [
  ...section0,
  ...section21,
  ...section41,
  ...section42,
  ...section43,
  ...section44,
  ...section5,
];

const byOperation = new Map<OperationId, readonly Rule[]>();

export const rulesOn = (operation: OperationId): readonly Rule[] => {
  const known = byOperation.get(operation) ?? madeFor(operation);
  byOperation.set(operation, known);
  return known;
};

/** The rules for all bodies, and what an operation's own rules add. */
const madeFor = (operation: OperationId): readonly Rule[] => {
  const own = rules.filter(({ on }) => on === operation);
  if (!kitOperation(operation).describesErrors) return own;
  const general = bodyRules(operation as Exclude<OperationId, 'lookup'>);
  return [...general, ...own.filter(({ id }) => general.every((one) => one.id !== id))];
};
