import { type OpenPointId, pointById } from '../dialects/dialect.ts';
import { operationNames } from '../domain/operation.ts';
import { isStatus } from '../spec/open-point.ts';
import { type OperationPlace, operationPlaces } from '../spec/operations.ts';

/** What a command has asked for: operation (or a dash) and outcome, as noted. */
export type OutcomeNotes = readonly string[];

function successOf({ successPoint }: OperationPlace): string {
  return successPoint.split('.').at(-1) ?? '';
}

const successes = operationPlaces.map(successOf);
const changes = operationPlaces.filter((one) => one.changes).map(successOf);

const feed = operationPlaces.flatMap(({ name, area }) => (area === 'feed' ? [name] : []));

/** Whether the command called any operation of the API. */
export function calledApi(notes: OutcomeNotes): boolean {
  return called(notes, operationNames);
}

function called(notes: OutcomeNotes, operations: readonly string[]): boolean {
  return notes.some((note) => operations.some((operation) => note.startsWith(`${operation} `)));
}

function ended(notes: OutcomeNotes, ...outcomes: string[]): boolean {
  return notes.some((note) => outcomes.some((outcome) => note.endsWith(` ${outcome}`)));
}

function refused(notes: OutcomeNotes): boolean {
  return notes.some((note) => !successes.some((success) => note.endsWith(` ${success}`)));
}

/** Whether the body of a refused lookup has an open point of its own. */
function ownBody(note: string): boolean {
  return pointById.has(note.replace(' ', '.error-body.'));
}

/** Points that are not touched just by calling the operation in their id. */
const rules: { readonly [id in OpenPointId]?: (notes: OutcomeNotes) => boolean } = {
  'any.error-text': refused,
  'any.event-header': (notes) => ended(notes, ...changes),
  // Tokens have it, and a command gets them before its first request.
  'auth.prefix': () => true,
  'auth.order': refused,
  'create.duplicates': (notes) => ended(notes, 'created', 'duplicate-report'),
  'lookup.error-body': (notes) =>
    notes.some((note) => note.startsWith('lookup ') && !ownBody(note) && refused([note])),
  'lookup.malformed': (notes) => notes.includes('lookup malformed-hash'),
  'report.time-zone': (notes) => ended(notes, 'fetched'),
};

/**
 * The open points that a command may have touched. There may be too many, never too few: two dialects
 * that agree on all of them are indistinguishable to the command.
 */
export function touchedPoints(notes: OutcomeNotes): ReadonlySet<string> {
  const distinct = [...new Set(notes)].sort();
  const key = distinct.join('\n');
  const known = touchedBefore.get(key);
  if (known) return known;
  const touched = ([...pointById.keys()] as OpenPointId[]).filter((id) => isTouched(id, distinct));
  touchedBefore.set(key, new Set(touched));
  return new Set(touched);
}

/** Most runs of a command make the same requests. */
const touchedBefore = new Map<string, ReadonlySet<string>>();

function isTouched(id: OpenPointId, notes: OutcomeNotes): boolean {
  // The contract contains all answers.
  if (notes.includes('- contract')) return true;
  const rule = rules[id];
  if (rule) return rule(notes);
  const [area = '', , outcome = ''] = id.split('.');
  if (isStatus(id) || id.startsWith('lookup.error-body.'))
    return area === 'any' ? ended(notes, outcome) : notes.includes(`${area} ${outcome}`);
  if (area === 'feed' || area === 'report') return called(notes, feed);
  if (area === 'any' || area === 'auth') return notes.length > 0;
  return called(notes, [area]);
}

/** The outcome that shows that the limit of a point was reached. */
const reached: { readonly [id in OpenPointId]?: string } = {
  'any.rate-limit': 'rate-limited',
  'auth.lifetime': 'unknown-token',
  'create.body-limit': 'body-too-large',
  'lookup.initial-requests': 'no-requests-left',
};

/** Limits that were never reached. */
export function unreached(points: ReadonlySet<string>, notes: OutcomeNotes): readonly string[] {
  return Object.entries(reached).flatMap(([id, outcome]) =>
    points.has(id) && !ended(notes, outcome) ? [id] : [],
  );
}

const mostNamed = 5;

interface NamedRequest {
  readonly says: string;
  readonly touches: readonly string[];
}

let known: readonly NamedRequest[];

/** Every outcome of an operation that has a status of its own, in words: `a fetch when the report was deleted`. */
function namedRequests(): readonly NamedRequest[] {
  return [...pointById.values()].flatMap(({ id, question }) => {
    const [, operation = '', outcome] = /^(\w+)\.status\.([\w-]+)$/.exec(id) ?? [];
    const at = question.indexOf(' when ');
    if (!(operationNames as readonly string[]).includes(operation) || at < 0) return [];
    const when = question.slice(at + 1).replace(/\?$/, '');
    // What several requests touch is what each of them touches.
    const touches = [...touchedPoints([`${operation} ${outcome}`])];
    return [{ says: `a ${operation} ${when}`, touches }];
  });
}

/** The open points that no request has touched, and the requests that would touch the most of them, first. */
export function untouched(notes: OutcomeNotes): {
  readonly points: readonly string[];
  readonly all: number;
  readonly by: readonly { readonly request: string; readonly touches: number }[];
} {
  const every = touchedPoints(['- contract']);
  const touched = touchedPoints(notes);
  const points = [...every].filter((id) => !touched.has(id));
  known ??= namedRequests();
  const by: { request: string; touches: number }[] = [];
  let left = points;
  while (left.length > 0 && by.length < mostNamed) {
    const touchesLeft = ({ touches }: NamedRequest): number =>
      touches.filter((id) => left.includes(id)).length;
    const best = known.reduce((one, other) =>
      touchesLeft(other) > touchesLeft(one) ? other : one,
    );
    const count = touchesLeft(best);
    if (count === 0) break;
    by.push({ request: best.says, touches: count });
    left = left.filter((id) => !best.touches.includes(id));
  }
  return { points, all: every.size, by };
}
