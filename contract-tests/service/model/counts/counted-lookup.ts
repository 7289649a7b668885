import type { HashKind } from '../../../../src/spec/file-hashes.ts';

/** One lookup as a count sees it. */
export interface CountedLookup {
  readonly caller: string;
  readonly hash: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Meant to be concurrent with others, whatever the pacing did. */
  readonly isAtOnce: boolean;
  /** After its caller was refused, it is asked again. */
  readonly isAgain?: boolean;
  readonly finds: 'a file' | 'nothing' | 'no hash';
  /** The kind of a hash that finds a file. */
  readonly hashKind?: HashKind | undefined;
  /**
   * refused: no requests were left. unsure: the same, or it was throttled. open: the response does not show
   * whether requests were left. lost: there was none.
   */
  readonly answer: 'served' | 'refused' | 'unsure' | 'open' | 'lost';
  /** A rate limit may have refused it before it was counted. */
  readonly mayBeUncounted: boolean;
  /** Throttled attempts before it: each may or may not have been counted. */
  readonly attempts: number;
}

/** All lookups of a caller whose count is known. */
export interface LimitedHistory {
  readonly key: string;
  /** What the target file says was left at the start. */
  readonly remaining: number;
  readonly calls: readonly LookupInContext[];
  /** The lookups of all other callers. */
  readonly others: readonly CountedLookup[];
}

/** A lookup, with what its caller and others asked before it and at the same time. */
export interface LookupInContext extends CountedLookup {
  /** Whether its caller asked the same before. `maybe`: at the same time, or in another case. */
  readonly isRepeat: 'yes' | 'maybe' | 'no';
  /** Its caller made another lookup at the same time. */
  readonly isBesideOwn: boolean;
  /** Its caller asked the same at the same time. */
  readonly isBesideEqual: boolean;
  /** Another caller asked the same at the same time. */
  readonly isBesideEqualOfOthers: boolean;
}

type Lookups = readonly CountedLookup[];

/** Adds to each lookup of a caller what was asked before it and at the same time. */
export function inContext(calls: Lookups, others: Lookups): LookupInContext[] {
  const inOrder = calls.toSorted((a, b) => a.startedAt - b.startedAt);
  const besideOwn = concurrentOf(inOrder);
  const atOnce = inOrder.filter(({ isAtOnce }) => isAtOnce);
  const equals = groupedBy(inOrder, ({ hash }) => hash);
  const spelt = groupedBy(inOrder, spellingOf);
  const besideEqual = new Set([...equals.values()].flatMap((group) => [...concurrentOf(group)]));
  const ofOthers = groupedBy(others, spellingOf);
  return inOrder.map((call) => {
    const first = equals.get(call.hash)?.[0];
    const firstSpelt = spelt.get(spellingOf(call))?.[0];
    const equalAtOnce = atOnce.some((one) => one !== call && one.hash === call.hash);
    const isBesideEqual = besideEqual.has(call) || (call.isAtOnce && equalAtOnce);
    const isAfterEqual = first !== undefined && first.endedAt <= call.startedAt;
    const isAfterSpelling = firstSpelt !== call;
    const isMaybeRepeat = isBesideEqual || isAfterSpelling;
    return {
      ...call,
      isRepeat: isAfterEqual ? 'yes' : isMaybeRepeat ? 'maybe' : 'no',
      isBesideOwn: besideOwn.has(call) || (call.isAtOnce && atOnce.length > 1),
      isBesideEqual,
      isBesideEqualOfOthers: (ofOthers.get(spellingOf(call)) ?? []).some((other) =>
        areConcurrent(call, other),
      ),
    };
  });
}

/** Case may not matter (4.4). */
function spellingOf({ hash }: CountedLookup): string {
  return hash.toLowerCase();
}

function groupedBy(
  calls: Lookups,
  keyOf: (call: CountedLookup) => string,
): ReadonlyMap<string, Lookups> {
  const groups = new Map<string, CountedLookup[]>();
  for (const call of calls) {
    const group = groups.get(keyOf(call)) ?? [];
    group.push(call);
    groups.set(keyOf(call), group);
  }
  return groups;
}

function areConcurrent(a: CountedLookup, b: CountedLookup): boolean {
  return a.startedAt < b.endedAt && b.startedAt < a.endedAt;
}

/** Those that overlap another one, of lookups in the order of their start. */
function concurrentOf(inOrder: Lookups): ReadonlySet<CountedLookup> {
  const concurrent = new Set<CountedLookup>();
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const [nth, call] of inOrder.entries()) {
    const next = inOrder[nth + 1];
    const isNextEarly = next !== undefined && next.startedAt < call.endedAt;
    if (call.startedAt < busyUntil || isNextEarly) concurrent.add(call);
    busyUntil = Math.max(busyUntil, call.endedAt);
  }
  return concurrent;
}
