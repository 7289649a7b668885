import { operations } from '../operations/operations.ts';
import { everyOperation } from './rules/every-operation.ts';
import { errorShape } from './shapes.ts';

function endOf(clause: string): string {
  return clause.slice(clause.indexOf('/') + 1);
}

let ends: ReadonlySet<string> | undefined;

/** Clauses that state the same for several operations, or for several fields of a report. */
export function familyOf(clause: string): string | undefined {
  // Who takes over one field that a client may not set takes over others, as who stores one that is not valid.
  const ofFields = ['-is-the-services', '/stores-'].find((part) => clause.includes(part));
  if (ofFields) return ofFields;
  ends ??= new Set([
    ...everyOperation.map(({ id }) => endOf(id)),
    ...errorShape(operations.that('creates').name).map((one) => endOf(one.clause)),
    'flag-present',
    'flag-type',
    'flag-true',
  ]);
  return ends.has(endOf(clause)) ? endOf(clause) : undefined;
}
