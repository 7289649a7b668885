import { type OpenPointId, pointById } from '../dialects/dialect.ts';
import { type OperationName, operationNames } from '../domain/operation.ts';
import { isStatus } from '../spec/open-point.ts';

/** What a command has met: an operation, or a dash, and the name of an outcome, as they are noted. */
export type OutcomeNotes = readonly string[];

const successes = ['created', 'fetched', 'deleted', 'found'];

const feed: readonly OperationName[] = ['create', 'fetch', 'delete'];

/** Whether the stand-in was asked for anything that the API has. */
export const calledApi = (notes: OutcomeNotes): boolean => called(notes, operationNames);

const called = (notes: OutcomeNotes, operations: readonly OperationName[]): boolean =>
  notes.some((note) => operations.some((operation) => note.startsWith(`${operation} `)));

const ended = (notes: OutcomeNotes, ...outcomes: string[]): boolean =>
  notes.some((note) => outcomes.some((outcome) => note.endsWith(` ${outcome}`)));

const refused = (notes: OutcomeNotes): boolean =>
  notes.some((note) => !successes.some((success) => note.endsWith(` ${success}`)));

/** Whether the body of a refused lookup is a point of its own. */
const ownBody = (note: string): boolean => pointById.has(note.replace(' ', '.error-body.'));

/** Where a point is not told by the operation that its id begins with. */
const rules: { readonly [id in OpenPointId]?: (notes: OutcomeNotes) => boolean } = {
  'any.error-text': refused,
  'any.event-header': (notes) => ended(notes, 'created', 'deleted'),
  'auth.order': refused,
  'create.duplicates': (notes) => ended(notes, 'created', 'duplicate-report'),
  'lookup.error-body': (notes) =>
    notes.some((note) => note.startsWith('lookup ') && !ownBody(note) && refused([note])),
  'lookup.malformed': (notes) => notes.includes('lookup malformed-hash'),
  'report.time-zone': (notes) => ended(notes, 'fetched'),
};

/**
 * The open points that may have had a say in what a command met. There may be too many, never too few:
 * two dialects that agree on all of them look the same to the command.
 */
export const exercisedPoints = (notes: OutcomeNotes): ReadonlySet<OpenPointId> =>
  new Set(([...pointById.keys()] as OpenPointId[]).filter((id) => isExercised(id, notes)));

function isExercised(id: OpenPointId, notes: OutcomeNotes): boolean {
  // It says all answers.
  if (notes.includes('- contract')) return true;
  const rule = rules[id];
  if (rule) return rule(notes);
  const [area = '', , outcome = ''] = id.split('.');
  if (isStatus(id) || id.startsWith('lookup.error-body.'))
    return area === 'any' ? ended(notes, outcome) : notes.includes(`${area} ${outcome}`);
  if (area === 'feed' || area === 'report') return called(notes, feed);
  if (area === 'any' || area === 'auth') return notes.length > 0;
  return called(notes, [area as OperationName]);
}

/** What shows that the limit of a point was reached. */
const reached: { readonly [id in OpenPointId]?: string } = {
  'any.rate-limit': 'rate-limited',
  'auth.lifetime': 'unknown-token',
  'create.body-limit': 'body-too-large',
  'lookup.initial-requests': 'no-requests-left',
};

/** Points that set a limit which nothing of all this has reached. */
export const unreached = (
  points: readonly OpenPointId[],
  notes: OutcomeNotes,
): readonly OpenPointId[] => points.filter((id) => reached[id] && !ended(notes, reached[id]));
