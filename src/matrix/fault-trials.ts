import { countedOperations, type OperationName } from '../domain/operation.ts';
import type { components } from '../spec/admin.generated.ts';
import type { faultTraits } from '../spec/fault-traits.generated.ts';
import { operationPlaces } from '../spec/operations.ts';
import { plural } from '../values/listed.ts';

/** A request in a run of the fault matrix. */
export interface FaultEvent {
  readonly operation: OperationName;
  /** The name of its world, or its id. */
  readonly world: string;
  /** Equal for equal requests. */
  readonly request: string;
  /** Whether the operation was carried out, whatever the response. */
  readonly acted: boolean;
  readonly faulted: boolean;
  /** In milliseconds. */
  readonly at: number;
}

/** The result of a run and its requests, in chronological order. */
export interface FaultRun {
  readonly passed: boolean;
  /** Whether it did not end by itself. */
  readonly isStopped?: boolean;
  readonly events: readonly FaultEvent[];
}

type Effect = components['schemas']['FaultEffect'];

/** A fault of one request, and what a client should do about it. */
export interface FaultKind {
  readonly name: string;
  /** Completes "A create …". */
  readonly says: string;
  readonly effect: Effect;
  /** Whether the operation is carried out. */
  readonly acts: boolean;
  /** Whether the client gets a complete, successful response. */
  readonly isAnswered?: boolean;
  readonly waitMs?: number;
  /** Whether it affects all requests of the operation. */
  readonly isLasting?: boolean;
  /** Whether it differs from another kind only for an operation that has an effect. */
  readonly needsEffect?: boolean;
}

/** The kinds of faults whose schema has a `when`: before the service is asked, or after its change is stored. */
type MomentType = {
  [Type in Effect['type']]: (typeof faultTraits)[Type]['stages'] extends readonly [
    'instead',
    'delivery',
  ]
    ? Type
    : never;
}[Effect['type']];

/** A fault that may strike before or after the operation is carried out. */
interface Disturbance {
  readonly name: string;
  /** Completes "A create …". */
  readonly before: string;
  readonly after: string;
  readonly effect: Extract<Effect, { type: MomentType }>;
  readonly waitMs?: number;
}

const refusal = { error: 'Please come back later.', successful: false };

function busy(status: 429 | 503): Disturbance {
  return {
    name: String(status),
    before: `that gets a ${status} with Retry-After`,
    after: `that is done and gets a ${status} with Retry-After`,
    effect: { type: 'reply', status, headers: { 'Retry-After': '1' }, body: refusal },
    waitMs: 1000,
  };
}

const disturbances: readonly Disturbance[] = [
  {
    name: 'cut',
    before: 'whose connection is cut',
    after: 'whose response is lost',
    effect: { type: 'drop' },
  },
  {
    name: 'reset',
    before: 'whose connection is reset',
    after: 'that is done and whose connection is reset',
    effect: { type: 'reset' },
  },
  {
    name: 'silence',
    before: 'that never gets a response',
    after: 'that is done and never gets a response',
    effect: { type: 'hang' },
  },
  busy(429),
  busy(503),
  {
    name: '500',
    before: 'that is not done and gets a 500',
    after: 'that is done and gets a 500',
    effect: { type: 'reply', status: 500, body: refusal },
  },
  {
    name: 'page',
    before: 'that gets a 200 with an HTML page',
    after: 'that is done and gets a 200 with an HTML page',
    effect: {
      type: 'reply',
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<!doctype html><title>Please log in</title>',
    },
  },
];

function beforeAndAfter({
  name,
  before,
  after,
  effect,
  ...more
}: Disturbance): readonly FaultKind[] {
  return [
    {
      name,
      says: before,
      effect: { ...effect, when: 'before' },
      acts: false,
      ...more,
    },
    {
      name: `${name} after it`,
      says: after,
      effect: { ...effect, when: 'after' },
      acts: true,
      needsEffect: true,
      ...more,
    },
  ];
}

export const faultKinds: readonly FaultKind[] = [
  ...disturbances.flatMap(beforeAndAfter),
  {
    name: 'half',
    says: 'whose response is cut in half',
    effect: { type: 'half' },
    acts: true,
  },
  {
    name: 'slow',
    says: 'whose response is slow',
    effect: { type: 'slow', ms: 3000 },
    acts: true,
    isAnswered: true,
  },
  {
    name: 'twice',
    says: 'that is delivered twice',
    effect: { type: 'duplicate' },
    acts: true,
    isAnswered: true,
  },
  {
    name: 'down',
    says: 'that always gets a 503',
    effect: { type: 'reply', status: 503, body: refusal },
    acts: false,
    isLasting: true,
  },
];

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
export interface FaultTrial {
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
export function faultTrials({ events }: FaultRun): readonly FaultTrial[] {
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

/** The result of a trial: `harm` is what a client must not do, `allowed` what it may. */
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
  { kind, operation }: FaultTrial,
  run: FaultRun,
  usual: FaultRun,
): FaultFinding | undefined {
  const at = run.events.findIndex(({ faulted }) => faulted);
  const faulted = run.events[at];
  if (!faulted) return undefined;
  const again = repeatsAfter(run.events, at);
  const expected = repeatsAfter(usual.events, usualAt(run, at, usual));
  const [repeated] = again.slice(0, Math.max(0, again.length - expected.length));
  const changed = repeated ? undefined : changedCreate(run.events, at, usual.events);
  const retry = repeated ?? changed;
  const form = changed ? ' in another form' : '';
  const subject = `A ${operation} ${kind.says}`;
  const harm = (what: string): FaultFinding => ({ is: 'harm', sentence: `${subject} ${what}` });
  const allowed = (what: string): FaultFinding => ({
    is: 'allowed',
    sentence: `${subject} ${what}`,
  });
  if (kind.isLasting)
    return run.events.length - usual.events.length > mostRepeats
      ? harm('is sent again without end.')
      : undefined;
  if (kind.effect.type === 'hang' && run.isStopped)
    return harm('is waited for until the run is stopped: there is no timeout, or a longer one.');
  if (retry) {
    if (kind.waitMs !== undefined && retry.at - faulted.at < kind.waitMs)
      return {
        ...harm(`is sent again${form} before the time of Retry-After is over.`),
        detail: `after ${Math.round(retry.at - faulted.at)} of ${kind.waitMs} ms`,
      };
    if (operation === 'create' && kind.acts && retry.acted)
      return kind.waitMs === undefined
        ? harm(`is sent again${form}, and two reports exist.`)
        : allowed(`is sent again${form} as it was told to, and two reports exist: allowed.`);
    if (countedOperations.includes(operation) && kind.acts)
      return allowed('is sent again, and two are counted: allowed.');
    if (!run.passed)
      return allowed(`is sent again${form}, and the command fails all the same: allowed.`);
    return undefined;
  }
  if (!run.passed)
    return kind.isAnswered
      ? allowed('is not survived: the command fails.')
      : allowed('is not sent again, and the command fails: allowed.');
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

function repeatsAfter(events: readonly FaultEvent[], at: number): readonly FaultEvent[] {
  const one = events[at];
  return events
    .slice(at + 1)
    .filter(({ world, request }) => world === one?.world && request === one.request);
}

/** A create after the fault that is not in the run without faults, e.g. with another time in it. */
function changedCreate(
  events: readonly FaultEvent[],
  at: number,
  usual: readonly FaultEvent[],
): FaultEvent | undefined {
  const faulted = events[at];
  const isCreate = ({ world, operation }: FaultEvent): boolean =>
    operation === 'create' && operation === faulted?.operation && world === faulted.world;
  const isMore = events.filter(isCreate).length > usual.filter(isCreate).length;
  return isMore ? events.slice(at + 1).find(isCreate) : undefined;
}

/** The position of the same request in the run without faults. */
function usualAt({ events }: FaultRun, at: number, usual: FaultRun): number {
  const isAlike = (one: FaultEvent, other: FaultEvent | undefined): boolean =>
    one.world === other?.world && one.operation === other.operation;
  const nth = events.slice(0, at).filter((one) => isAlike(one, events[at])).length;
  const alike = usual.events.flatMap((one, index) => (isAlike(one, events[at]) ? [index] : []));
  return alike[nth] ?? -1;
}
