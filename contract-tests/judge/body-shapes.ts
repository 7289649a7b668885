import { operationNamed } from '../operations/operations.ts';
import type { Operation } from '../talk/exchange.ts';
import { analysisExtras, type Requirement, reportExtras, shapeOf } from './shape.ts';

const remembered = new Map<string, readonly Requirement[]>();

const once = (key: string, make: () => readonly Requirement[]): readonly Requirement[] => {
  const known = remembered.get(key) ?? make();
  remembered.set(key, known);
  return known;
};

/** What a schema cannot say of a success. */
const extras: { readonly [schema: string]: readonly Requirement[] } = {
  StaticAnalysis: analysisExtras,
};

/** What a successful answer looks like (4.1 to 4.4), one requirement per clause. */
export const successShape = (operation: Operation): readonly Requirement[] =>
  once(operation, () => {
    const { schema, clauses } = operationNamed(operation).success;
    return [...shapeOf(schema, clauses), ...(extras[schema] ?? [])];
  });

/** The report inside a fetch (2.1). */
export const reportShape = (): readonly Requirement[] =>
  once('report', () => [...shapeOf('Report', 'report'), ...reportExtras]);

/** 7: an error of the feed. */
export const errorShape = (operation: Exclude<Operation, 'lookup'>): readonly Requirement[] =>
  once(`${operation} error`, () => shapeOf('ReportError', operation));
