import { errorStatements } from '../../../src/spec/clauses/operation-clauses.ts';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { statementsOf } from '../../../src/spec/statements.ts';
import { judgingAt, type Requirement, shapeOf } from '../../judging/verdict/shape.ts';
import { operationPlace } from '../operations/operations.ts';
import { existsInCalendar } from './formats.ts';

const remembered = new Map<string, readonly Requirement[]>();

function once(key: string, make: () => readonly Requirement[]): readonly Requirement[] {
  const known = remembered.get(key) ?? make();
  remembered.set(key, known);
  return known;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** A date must exist. */
function inCalendar(clause: ClauseId, field: string, format: RegExp): Requirement {
  return {
    clause,
    judge: judgingAt({
      path: [field],
      applies: (value) => isText(value) && format.test(`${value}`),
      expected: () => 'a moment that exists',
      isMet: (value) => existsInCalendar(`${value}`),
    }),
  };
}

/** What a schema cannot express: a date must exist (2.1, 2.2), a name must not be blank (2.1). */
const reportExtras: readonly Requirement[] = [
  inCalendar('report/reported-at-calendar', 'reportedAt', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  {
    clause: 'report/reported-by-named',
    judge: judgingAt({
      path: ['reportedBy'],
      applies: isText,
      expected: () => 'a name',
      isMet: (value) => `${value}`.trim() !== '',
    }),
  },
];

const analysisExtras: readonly Requirement[] = [
  inCalendar('analysis/date-calendar', 'date', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
];

/** What a schema cannot express about a success. */
const extras: { readonly [schema: string]: readonly Requirement[] } = {
  StaticAnalysis: analysisExtras,
};

/** The requirements on a successful response (4.1 to 4.4), one per clause. */
export function successShape(operation: string): readonly Requirement[] {
  return once(operation, () => {
    const { schema, clauses } = operationPlace(operation).success;
    return [...shapeOf(statementsOf(schemaNamed(schema), clauses)), ...(extras[schema] ?? [])];
  });
}

/** The requirements on the report in a fetch (2.1). */
export function reportShape(): readonly Requirement[] {
  return once('report', () => [
    ...shapeOf(statementsOf(schemaNamed('Report'), 'report')),
    ...reportExtras,
  ]);
}

/** 7: the requirements on errors of the feed. */
export function errorShape(operation: string): readonly Requirement[] {
  return once(`${operation} error`, () => shapeOf(errorStatements(operation)));
}

/** The clauses about the format of one field. */
export function fieldClausesOf(list: readonly Requirement[], field: string): ClauseId[] {
  return list.flatMap((one) => (one.field === field ? [one.clause as ClauseId] : []));
}
