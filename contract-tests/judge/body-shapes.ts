import type { Operation } from '../talk/exchange.ts';
import { analysisExtras, type Requirement, reportExtras, shapeOf } from './shape.ts';

const remembered = new Map<string, readonly Requirement[]>();

const once = (key: string, make: () => readonly Requirement[]): readonly Requirement[] => {
  const known = remembered.get(key) ?? make();
  remembered.set(key, known);
  return known;
};

const envelopes = {
  create: 'ReportCreated',
  fetch: 'ReportFetched',
  delete: 'ReportDeleted',
} as const;

/** What a successful answer looks like (4.1 to 4.4), one requirement per clause. */
export const successShape = (operation: Operation): readonly Requirement[] =>
  once(operation, () =>
    operation === 'lookup'
      ? [...shapeOf('StaticAnalysis', 'analysis'), ...analysisExtras]
      : shapeOf(envelopes[operation], operation),
  );

/** The report inside a fetch (2.1). */
export const reportShape = (): readonly Requirement[] =>
  once('report', () => [...shapeOf('Report', 'report'), ...reportExtras]);

/** 7: an error of the feed. */
export const errorShape = (operation: Exclude<Operation, 'lookup'>): readonly Requirement[] =>
  once(`${operation} error`, () => shapeOf('ReportError', operation));
