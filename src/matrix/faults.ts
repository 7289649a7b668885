import { countedOperations, type OperationName, operationNames } from '../domain/operation.ts';
import { operationPlaces } from '../spec/operations.ts';
import { plural } from '../values/listed.ts';
import { type FaultKind, type FaultPlace, faultKinds } from './fault-kinds.ts';
import type { RequestEvent } from './request-events.ts';
import type { Run } from './trial.ts';

/** A request of the API in a run. */
export type ApiEvent = RequestEvent & { readonly operation: OperationName };

/** The requests of the API in a run, in chronological order. */
export function apiEvents({ events = [] }: Pick<Run, 'events'>): readonly ApiEvent[] {
  const ofApi = events.filter((event): event is ApiEvent => event.operation !== undefined);
  return ofApi.toSorted((a, b) => a.at - b.at);
}

const changes = operationPlaces.flatMap((one) => (one.changes ? [one.name] : []));

/** For an operation without an effect, whether it was carried out makes no difference. */
function hasEffect(operation: OperationName): boolean {
  return changes.includes(operation) || countedOperations.includes(operation);
}

/**
 * Every fault at every request that took effect: the first request of each operation, then the others.
 * What lasts, or may take until the run is stopped, is tried on the first alone.
 */
export function faultPlaces(events: readonly ApiEvent[]): readonly FaultPlace[] {
  const counts = new Map<string, number>();
  const ranks = new Map<OperationName, number>();
  const places = events.flatMap(({ world, operation, acted }) => {
    const key = `${operation} ${world}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    if (!acted) return [];
    const rank = ranks.get(operation) ?? 0;
    ranks.set(operation, rank + 1);
    return [{ world, operation, nth, rank }];
  });
  return places
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ rank, ...place }) =>
      faultKinds
        .filter(({ isLasting, effect }) => rank === 0 || !(isLasting || effect.type === 'hang'))
        .filter(({ needsEffect }) => !needsEffect || hasEffect(place.operation))
        .map((kind) => ({ kind, ...place })),
    );
}

/** `create 1 of "reports"`. */
export function placeText({ world, operation, nth }: FaultPlace): string {
  return `${operation} ${nth + 1} of ${world === 'default' ? 'the first world' : `"${world}"`}`;
}

type FaultRun = Pick<Run, 'passed' | 'isStopped' | 'events'>;

/**
 * How two runs without a fault differ, which makes repeats of one no reaction to a fault. Reads may be repeated by a
 * client that polls: only calls that change or count something are compared.
 */
export function differenceOf(one: FaultRun, other: FaultRun): string | undefined {
  if (one.passed !== other.passed) return 'it passes in one run and fails in another';
  const countIn = (run: FaultRun, operation: OperationName): number =>
    apiEvents(run).filter((event) => event.operation === operation).length;
  for (const operation of operationNames.filter(hasEffect)) {
    const [count, otherCount] = [countIn(one, operation), countIn(other, operation)];
    if (count !== otherCount)
      return `it makes ${plural(count, operation)} in one run and ${plural(otherCount, operation)} in another`;
  }
  return undefined;
}

/** What a client did about a fault: `harm` is what a client must not do, `allowed` what it may. */
export interface FaultFinding {
  readonly is: 'harm' | 'allowed';
  readonly sentence: string;
  /** What differs from run to run. */
  readonly detail?: string | undefined;
}

/** A client that repeats a request more often does not give up. */
const mostRepeats = 50;

/** The number of requests after which a run shows nothing new. */
export function mostRequests(usual: FaultRun): number {
  return apiEvents(usual).length + 2 * mostRepeats;
}

/** What the client did after one of its requests met a fault. */
interface Reaction {
  readonly kind: FaultKind;
  readonly operation: OperationName;
  readonly passed: boolean;
  readonly isStopped: boolean;
  /** How many requests more than without the fault. */
  readonly more: number;
  /** The request that repeats the one with the fault, if any. */
  readonly retry: ApiEvent | undefined;
  /** The time from one to the other, in milliseconds. */
  readonly waited: number;
  /** Whether it makes the same request again even without the fault. */
  readonly asksAgain: boolean;
}

type Row = readonly [
  when: (reaction: Reaction) => unknown,
  is: FaultFinding['is'] | 'fine',
  sentence: string,
];

/** What a reaction to a fault is: the first row that fits. Each completes `A create whose connection is cut …`. */
const reactions: readonly Row[] = [
  [({ kind, more }) => kind.isLasting && more > mostRepeats, 'harm', 'is sent again without end.'],
  [({ kind }) => kind.isLasting, 'fine', 'is given up at some time.'],
  [
    ({ kind, isStopped }) => kind.effect.type === 'hang' && isStopped,
    'harm',
    'is waited for until the run is stopped: there is no timeout, or a longer one.',
  ],
  [
    ({ retry, kind, waited }) => retry && kind.waitMs !== undefined && waited < kind.waitMs,
    'harm',
    'is sent again before the time of Retry-After is over.',
  ],
  [
    (reaction) => isDoubled(reaction) && reaction.kind.waitMs === undefined,
    'harm',
    'is sent again, and two reports exist.',
  ],
  [isDoubled, 'allowed', 'is sent again as it was told to, and two reports exist: allowed.'],
  [
    ({ retry, kind, operation }) => retry && kind.acts && countedOperations.includes(operation),
    'allowed',
    'is sent again, and two are counted: allowed.',
  ],
  [
    ({ retry, passed }) => retry && !passed,
    'allowed',
    'is sent again, and the command fails all the same: allowed.',
  ],
  [({ retry }) => retry, 'fine', 'is sent again.'],
  [
    ({ passed, kind }) => !passed && kind.isAnswered,
    'allowed',
    'is not survived: the command fails.',
  ],
  [({ passed }) => !passed, 'allowed', 'is not sent again, and the command fails: allowed.'],
  [({ kind }) => kind.isAnswered, 'fine', 'is survived.'],
  [
    ({ kind }) => kind.effect.type === 'half' || (kind.name === 'page' && !kind.acts),
    'harm',
    'is taken for a success.',
  ],
  [
    // It may have the answer from there.
    ({ operation, asksAgain }) => !changes.includes(operation) && asksAgain,
    'allowed',
    'is not sent again, and nobody notices.',
  ],
  [({ operation }) => !changes.includes(operation), 'harm', 'is taken for a success.'],
  [
    ({ kind }) => kind.acts && kind.effect.type === 'reply',
    'allowed',
    'is taken for a success: nobody can know, it may have been done or not.',
  ],
  [
    ({ kind }) => kind.acts,
    'allowed',
    'is not sent again, and nobody notices: allowed, since it was done.',
  ],
  [() => true, 'harm', 'is not sent again, and nobody notices: what was asked is never done.'],
];

function isDoubled({ operation, kind, retry }: Reaction): boolean {
  return operation === 'create' && kind.acts && retry?.acted === true;
}

/** Judges the client's reaction by its later requests. Undefined if it is fine, or the fault met no request. */
export function judgeFault(
  { kind, operation }: FaultPlace,
  run: FaultRun,
  usualRun: FaultRun,
): FaultFinding | undefined {
  const events = apiEvents(run);
  const usual = apiEvents(usualRun);
  const at = events.findIndex(({ faulted }) => faulted);
  const faulted = events[at];
  if (!faulted) return undefined;
  const again = repeatsAfter(events, at);
  const usually = repeatsAfter(usual, usualAt(events, at, usual));
  const repeated = again.length > usually.length ? again[0] : undefined;
  const retry = repeated ?? changedCreate(events, at, usual);
  const waited = (retry?.at ?? 0) - faulted.at;
  const reaction: Reaction = {
    kind,
    operation,
    passed: run.passed,
    isStopped: run.isStopped ?? false,
    more: events.length - usual.length,
    retry,
    waited,
    asksAgain: usually.length > 0,
  };
  const [, is, says] = reactions.find(([when]) => when(reaction)) as Row;
  if (is === 'fine') return undefined;
  const inOtherForm = retry && !repeated ? 'is sent again in another form' : 'is sent again';
  const isEarly = retry && kind.waitMs !== undefined && waited < kind.waitMs;
  return {
    is,
    sentence: `A ${operation} ${kind.says} ${says.replace(/^is sent again/, inOtherForm)}`,
    detail: isEarly ? `after ${Math.round(waited)} of ${kind.waitMs} ms` : undefined,
  };
}

function repeatsAfter(events: readonly ApiEvent[], at: number): readonly ApiEvent[] {
  const one = events[at];
  return events
    .slice(at + 1)
    .filter(({ world, request }) => world === one?.world && request === one.request);
}

function isAlike(one: ApiEvent, other: ApiEvent | undefined): boolean {
  return one.world === other?.world && one.operation === other.operation;
}

/** A create after the fault that is not in the run without faults, e.g. with another time in it. */
function changedCreate(
  events: readonly ApiEvent[],
  at: number,
  usual: readonly ApiEvent[],
): ApiEvent | undefined {
  const faulted = events[at];
  if (faulted?.operation !== 'create') return undefined;
  const creates = (all: readonly ApiEvent[]) => all.filter((one) => isAlike(one, faulted));
  const isMore = creates(events).length > creates(usual).length;
  return isMore ? creates(events.slice(at + 1))[0] : undefined;
}

/** The position of the same request in the run without faults. */
function usualAt(events: readonly ApiEvent[], at: number, usual: readonly ApiEvent[]): number {
  const nth = events.slice(0, at).filter((one) => isAlike(one, events[at])).length;
  const alike = usual.flatMap((one, index) => (isAlike(one, events[at]) ? [index] : []));
  return alike[nth] ?? -1;
}
