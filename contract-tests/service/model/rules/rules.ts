import type { Rule } from '../rule.ts';
import { callerRules } from './callers.ts';
import { everyOperation } from './every-operation.ts';
import { section21 } from './section-2-1.ts';
import { section41 } from './section-4-1.ts';
import { section42 } from './section-4-2.ts';
import { section43 } from './section-4-3.ts';
import { section44 } from './section-4-4.ts';

/** All rules except those of the schemas in openapi.yaml (see shapes.ts) and of counts (8). */
export const rules: readonly Rule[] = [
  ...everyOperation,
  ...callerRules,
  ...section21,
  ...section41,
  ...section42,
  ...section43,
  ...section44,
];

const byOperation = new Map<string, readonly Rule[]>();

/** The rules of all operations, and what an operation's own add. */
export function rulesOn(operation: string): readonly Rule[] {
  const known = byOperation.get(operation) ?? rules.filter(({ on }) => on === operation);
  byOperation.set(operation, known);
  return known;
}
