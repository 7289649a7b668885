import { countedOperations, type OperationName } from '../domain/operation.ts';
import { operationPlaces } from '../spec/operations.ts';
import { plural } from '../values/listed.ts';
import { type FaultKind, faultKinds } from './fault-kinds.ts';
import type { RequestEvent } from './request-events.ts';

/** A request of the API in a run. */
export type ApiEvent = RequestEvent & { readonly operation: OperationName };

/** How a run ended, and its requests in chronological order. */
export interface FaultRun {
  readonly passed: boolean;
  /** Whether it did not end by itself. */
  readonly isStopped?: boolean | undefined;
  readonly events: readonly ApiEvent[];
}

export function faultRun({
  passed,
  isStopped,
  events = [],
}: {
  readonly passed: boolean;
  readonly isStopped?: boolean | undefined;
  readonly events?: readonly RequestEvent[] | undefined;
}): FaultRun {
  const ofApi = events.filter((event): event is ApiEvent => event.operation !== undefined);
  return { passed, isStopped, events: ofApi.toSorted((a, b) => a.at - b.at) };
}

const changes = operationPlaces.flatMap((one) => (one.changes ? [one.name] : []));

/** For an operation without an effect, whether it was carried out makes no difference. */
function hasEffect(operation: OperationName): boolean {
  return changes.includes(operation) || countedOperations.includes(operation);
}

/** Whether a run may have to be stopped. */
function mayNotEnd({ isLasting, effect }: FaultKind): boolean {
  return isLasting === true || effect.type === 'hang';
}

/** One request of the command, with a fault. */
export interface FaultPlace {
  readonly kind: FaultKind;
  readonly world: string;
  readonly operation: OperationName;
  /** Index among the requests of its world to the operation. */
  readonly nth: number;
}

/**
 * Every fault at every request that took effect: the first request of each operation, then the others.
 * What lasts, or may take until the run is stopped, is tried on the first alone.
 */
export function faultPlaces({ events }: FaultRun): readonly FaultPlace[] {
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
        .filter((kind) => rank === 0 || !mayNotEnd(kind))
        .filter(({ needsEffect }) => !needsEffect || hasEffect(place.operation))
        .map((kind) => ({ kind, ...place })),
    );
}

/** How often each operation that changes or counts something is called; reads may be repeated by a client that polls. */
function callCounts({ events }: FaultRun): { readonly [operation: string]: number } {
  const counts: { [operation: string]: number } = {};
  for (const { operation } of events)
    if (hasEffect(operation)) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

/**
 * How two runs without a fault differ, which makes repeats of one no reaction to a fault. Undefined where they
 * do not.
 */
export function differenceOf(one: FaultRun, other: FaultRun): string | undefined {
  if (one.passed !== other.passed) return 'it passes in one run and fails in another';
  const counts = callCounts(one);
  const otherCounts = callCounts(other);
  const differing = Object.keys({ ...counts, ...otherCounts }).find(
    (operation) => counts[operation] !== otherCounts[operation],
  );
  if (differing === undefined) return undefined;
  const calls = (count = 0): string => plural(count, differing);
  return `it makes ${calls(counts[differing])} in one run and ${calls(otherCounts[differing])} in another`;
}

/** What a client did about a fault: `harm` is what a client must not do, `allowed` what it may. */
export interface FaultFinding {
  readonly is: 'harm' | 'allowed';
  readonly sentence: string;
  /** What differs from run to run. */
  readonly detail?: string;
}

/** A client that repeats a request more often does not give up. */
const mostRepeats = 50;

/** The number of requests after which a run shows nothing new. */
export function mostRequests(usual: FaultRun): number {
  return usual.events.length + 2 * mostRepeats;
}

/** Judges the client's reaction by its later requests. Undefined if the fault affected no request. */
export function judgeFault(
  { kind, operation }: FaultPlace,
  run: FaultRun,
  usual: FaultRun,
): FaultFinding | undefined {
  const at = run.events.findIndex(({ faulted }) => faulted);
  const faulted = run.events[at];
  if (!faulted) return undefined;
  const struck: Struck = {
    kind,
    operation,
    at: faulted.at,
    again: repeatsAfter(run.events, at),
    expected: repeatsAfter(usual.events, usualAt(run, at, usual)),
  };
  const finding = reactionTo(struck, run, usual, changedCreate(run.events, at, usual.events));
  return finding && { ...finding, sentence: `A ${operation} ${kind.says} ${finding.sentence}` };
}

/** A request with a fault, and what the client did later. */
interface Struck {
  readonly kind: FaultKind;
  readonly operation: OperationName;
  /** In milliseconds. */
  readonly at: number;
  /** Equal requests after it. */
  readonly again: readonly ApiEvent[];
  /** Those that the command makes without the fault as well. */
  readonly expected: readonly ApiEvent[];
}

function reactionTo(
  struck: Struck,
  run: FaultRun,
  usual: FaultRun,
  changed: ApiEvent | undefined,
): FaultFinding | undefined {
  const { kind, again, expected } = struck;
  if (kind.isLasting) return judgeEndless(run.events.length - usual.events.length);
  if (kind.effect.type === 'hang' && run.isStopped)
    return harm('is waited for until the run is stopped: there is no timeout, or a longer one.');
  const [repeated] = again.slice(0, Math.max(0, again.length - expected.length));
  if (repeated) return judgeRetry(repeated, '', struck, run);
  if (changed) return judgeRetry(changed, ' in another form', struck, run);
  return run.passed ? judgeSilence(struck) : judgeFailure(kind);
}

function judgeEndless(moreRequests: number): FaultFinding | undefined {
  return moreRequests > mostRepeats ? harm('is sent again without end.') : undefined;
}

/** `form`: how it is sent again, in words. */
function judgeRetry(
  retry: ApiEvent,
  form: string,
  { kind, operation, at }: Struck,
  { passed }: FaultRun,
): FaultFinding | undefined {
  if (kind.waitMs !== undefined && retry.at - at < kind.waitMs)
    return {
      ...harm(`is sent again${form} before the time of Retry-After is over.`),
      detail: `after ${Math.round(retry.at - at)} of ${kind.waitMs} ms`,
    };
  if (operation === 'create' && kind.acts && retry.acted)
    return kind.waitMs === undefined
      ? harm(`is sent again${form}, and two reports exist.`)
      : allowed(`is sent again${form} as it was told to, and two reports exist: allowed.`);
  if (countedOperations.includes(operation) && kind.acts)
    return allowed('is sent again, and two are counted: allowed.');
  if (!passed) return allowed(`is sent again${form}, and the command fails all the same: allowed.`);
  return undefined;
}

/** It is not sent again, and the command fails. */
function judgeFailure({ isAnswered }: FaultKind): FaultFinding {
  return isAnswered
    ? allowed('is not survived: the command fails.')
    : allowed('is not sent again, and the command fails: allowed.');
}

/** It is not sent again, and the command passes. */
function judgeSilence({ kind, operation, expected }: Struck): FaultFinding | undefined {
  if (kind.isAnswered) return undefined;
  const isForged = kind.effect.type === 'half' || (kind.name === 'page' && !kind.acts);
  if (isForged) return harm('is taken for a success.');
  if (!changes.includes(operation))
    // A client that asks again anyway may have its answer from there.
    return expected.length > 0
      ? allowed('is not sent again, and nobody notices.')
      : harm('is taken for a success.');
  if (kind.acts && kind.effect.type === 'reply')
    return allowed('is taken for a success: nobody can know, it may have been done or not.');
  if (kind.acts)
    return allowed('is not sent again, and nobody notices: allowed, since it was done.');
  return harm('is not sent again, and nobody notices: what was asked is never done.');
}

/** Completes `A create whose connection is cut …`. */
function harm(sentence: string): FaultFinding {
  return { is: 'harm', sentence };
}

function allowed(sentence: string): FaultFinding {
  return { is: 'allowed', sentence };
}

function repeatsAfter(events: readonly ApiEvent[], at: number): readonly ApiEvent[] {
  const one = events[at];
  return events
    .slice(at + 1)
    .filter(({ world, request }) => world === one?.world && request === one.request);
}

/** A create after the fault that is not in the run without faults, e.g. with another time in it. */
function changedCreate(
  events: readonly ApiEvent[],
  at: number,
  usual: readonly ApiEvent[],
): ApiEvent | undefined {
  const faulted = events[at];
  const isCreate = ({ world, operation }: ApiEvent): boolean =>
    operation === 'create' && operation === faulted?.operation && world === faulted.world;
  const isMore = events.filter(isCreate).length > usual.filter(isCreate).length;
  return isMore ? events.slice(at + 1).find(isCreate) : undefined;
}

/** The position of the same request in the run without faults. */
function usualAt({ events }: FaultRun, at: number, usual: FaultRun): number {
  const isAlike = (one: ApiEvent, other: ApiEvent | undefined): boolean =>
    one.world === other?.world && one.operation === other.operation;
  const nth = events.slice(0, at).filter((one) => isAlike(one, events[at])).length;
  const alike = usual.events.flatMap((one, index) => (isAlike(one, events[at]) ? [index] : []));
  return alike[nth] ?? -1;
}
