import type { Dialect, OpenPointId } from '../../dialects/dialect.ts';
import { type OperationName, operationNames } from '../../domain/operation.ts';
import { isStatus } from '../../spec/open-point.ts';

/** What a command has met: an operation, or a dash, and the name of an outcome, as they are noted. */
export type Notes = readonly string[];

const successes = ['created', 'fetched', 'deleted', 'found'];

const feed: readonly OperationName[] = ['create', 'fetch', 'delete'];

/** Whether the stand-in was asked for anything that the API has. */
export const sawApi = (notes: Notes): boolean => called(notes, operationNames);

const called = (notes: Notes, operations: readonly OperationName[]): boolean =>
  notes.some((note) => operations.some((operation) => note.startsWith(`${operation} `)));

const ended = (notes: Notes, ...outcomes: string[]): boolean =>
  notes.some((note) => outcomes.some((outcome) => note.endsWith(` ${outcome}`)));

const refused = (notes: Notes): boolean =>
  notes.some((note) => !successes.some((success) => note.endsWith(` ${success}`)));

type IsMet = (notes: Notes, dialect: Dialect) => boolean;

/** Where a point is not told by the operation that its id begins with. */
const rules: { readonly [id in OpenPointId]?: IsMet } = {
  'any.error-text': refused,
  'any.event-header': (notes) => ended(notes, 'created', 'deleted'),
  'auth.order': refused,
  // What an answer lets happen cannot be told from what happens anyway; what it refuses can.
  'feed.unknown-service': (notes, dialect) =>
    dialect['feed.unknown-service'] === 'refused'
      ? ended(notes, 'unknown-service')
      : called(notes, feed),
  'create.duplicates': (notes, dialect) =>
    dialect['create.duplicates'] === 'refused'
      ? ended(notes, 'duplicate-report')
      : ended(notes, 'created'),
  'lookup.error-body': (notes) =>
    notes.some((note) => note.startsWith('lookup ') && refused([note])),
  'report.time-zone': (notes) => ended(notes, 'fetched'),
};

/**
 * The open points that may have had a say in what a command met under a dialect. There may be too many,
 * never too few: two dialects that agree on all of them look the same to the command.
 */
export const metPoints = (notes: Notes, dialect: Dialect): ReadonlySet<OpenPointId> =>
  new Set(idsOf(dialect).filter((id) => isMet(id, notes, dialect)));

function isMet(id: OpenPointId, notes: Notes, dialect: Dialect): boolean {
  // It says all answers.
  if (notes.includes('- contract')) return true;
  const rule = rules[id];
  if (rule) return rule(notes, dialect);
  const [area = '', , outcome = ''] = id.split('.');
  if (isStatus(id))
    return area === 'any' ? ended(notes, outcome) : notes.includes(`${area} ${outcome}`);
  if (area === 'feed' || area === 'report') return called(notes, feed);
  if (area === 'any' || area === 'auth') return notes.length > 0;
  return called(notes, [area as OperationName]);
}

const idsOf = (dialect: Dialect): OpenPointId[] => Object.keys(dialect) as OpenPointId[];
