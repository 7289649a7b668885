import { section0 } from './rules/section-0.ts';
import { section5 } from './rules/section-5.ts';
import { errorShape } from './shapes.ts';

const endOf = (clause: string): string => clause.slice(clause.indexOf('/') + 1);

let families: ReadonlySet<string> | undefined;

/** What clauses have in common that say the same of several operations: one fault behind all of them. */
export const familyOf = (clause: string): string | undefined => {
  families ??= new Set([
    ...[...section0, ...section5].map(({ id }) => endOf(id)),
    ...errorShape('create').map((one) => endOf(one.clause)),
    ...['flag-present', 'flag-type', 'flag-true'],
  ]);
  return families.has(endOf(clause)) ? endOf(clause) : undefined;
};
