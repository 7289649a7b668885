import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { errorStatements } from '../../../src/spec/operation-clauses.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { statementsOf } from '../../../src/spec/statements.ts';
import type { OperationId } from '../../judging/talk/exchange.ts';
import {
  analysisExtras,
  type Requirement,
  reportExtras,
  shapeOf,
} from '../../judging/verdict/shape.ts';
import { operationPlace } from '../operations/operations.ts';

const remembered = new Map<string, readonly Requirement[]>();

const once = (key: string, make: () => readonly Requirement[]): readonly Requirement[] => {
  const known = remembered.get(key) ?? make();
  remembered.set(key, known);
  return known;
};

/** What a schema cannot express about a success. */
const extras: { readonly [schema: string]: readonly Requirement[] } = {
  StaticAnalysis: analysisExtras,
};

/** The requirements on a successful response (4.1 to 4.4), one per clause. */
export const successShape = (operation: OperationId): readonly Requirement[] =>
  once(operation, () => {
    const { schema, clauses } = operationPlace(operation).success;
    return [...shapeOf(statementsOf(schemaNamed(schema), clauses)), ...(extras[schema] ?? [])];
  });

/** The requirements on the report in a fetch (2.1). */
export const reportShape = (): readonly Requirement[] =>
  once('report', () => [
    ...shapeOf(statementsOf(schemaNamed('Report'), 'report')),
    ...reportExtras,
  ]);

/** 7: the requirements on errors of the feed. */
export const errorShape = (operation: OperationId): readonly Requirement[] =>
  once(`${operation} error`, () => shapeOf(errorStatements(operation)));

/** The clauses about the format of one field. */
export const fieldClausesOf = (list: readonly Requirement[], field: string): ClauseId[] =>
  list.flatMap((one) => (one.field === field ? [one.clause] : []));
