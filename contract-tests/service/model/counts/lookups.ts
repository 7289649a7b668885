import type { HashKind } from '../../../../src/spec/file-hashes.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';

/** One lookup as a count sees it. */
export interface CountedLookup {
  /** None where it is only planned. */
  readonly exchange?: Exchange;
  readonly caller: string;
  readonly hash: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Meant to be concurrent with others, whatever the pacing did. */
  readonly isAtOnce: boolean;
  /** After its caller was refused, it is asked again. */
  readonly isAgain?: boolean;
  readonly finds: 'a file' | 'nothing' | 'no hash';
  /** What stands for the file that it finds, and the kind of the hash. */
  readonly file?: unknown;
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
  readonly isRepeat: boolean | 'maybe';
  /** What the call just before it looked up. */
  readonly isAfter: 'the same' | 'the same file' | 'another';
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
  const ofOthers = new Map<string, CountedLookup[]>();
  for (const one of others) {
    const alike = ofOthers.get(spellingOf(one)) ?? [];
    ofOthers.set(spellingOf(one), alike);
    alike.push(one);
  }
  return inOrder.map((call, nth) => {
    const equal = inOrder.filter(({ hash }) => hash === call.hash);
    const isBesideEqual = equal.some((one) => areAtOnce(one, call));
    const isFirst = !inOrder.slice(0, nth).some((one) => spellingOf(one) === spellingOf(call));
    const isAfterEqual = equal.some(({ endedAt }) => endedAt <= call.startedAt);
    return {
      ...call,
      isRepeat: isAfterEqual || (isBesideEqual || !isFirst ? 'maybe' : false),
      isAfter: sameness(inOrder[nth - 1], call),
      isBesideOwn: inOrder.some((one) => areAtOnce(one, call)),
      isBesideEqual,
      isBesideEqualOfOthers: (ofOthers.get(spellingOf(call)) ?? []).some((one) =>
        overlap(one, call),
      ),
    };
  });
}

function overlap(a: CountedLookup, b: CountedLookup): boolean {
  return a.startedAt < b.endedAt && b.startedAt < a.endedAt;
}

/** They overlap, or were meant to. */
function areAtOnce(a: CountedLookup, b: CountedLookup): boolean {
  return a !== b && ((a.isAtOnce && b.isAtOnce) || overlap(a, b));
}

function sameness(before: CountedLookup | undefined, call: CountedLookup) {
  if (before?.hash === call.hash) return 'the same';
  return call.file !== undefined && before?.file === call.file ? 'the same file' : 'another';
}

/** Case may not matter (4.4). */
function spellingOf({ hash }: CountedLookup): string {
  return hash.toLowerCase();
}

/** Among concurrent lookups. */
const ranks = { served: 0, open: 1, lost: 1, unsure: 2, refused: 3 } as const;

/**
 * Concurrent lookups may have been counted in any order. A count only falls, so if some order fits, this one
 * does: what was served comes as early as it can, what was refused as late, and of the rest that which ended first.
 */
export function inBestOrder<T extends CountedLookup>(calls: readonly T[]): T[] {
  const waiting = calls.toSorted((a, b) => b.startedAt - a.startedAt);
  const ordered: T[] = [];
  const open: T[] = [];
  while (waiting.length > 0 || open.length > 0) {
    let firstEnd = Math.min(...open.map(({ endedAt }) => endedAt));
    for (let next = waiting.at(-1); next && next.startedAt <= firstEnd; next = waiting.at(-1)) {
      open.push(next);
      waiting.pop();
      firstEnd = Math.min(firstEnd, next.endedAt);
    }
    const best = open.reduce((a, b) => (isEarlier(b, a) ? b : a));
    open.splice(open.indexOf(best), 1);
    ordered.push(best);
  }
  return ordered;
}

function isEarlier(a: CountedLookup, b: CountedLookup): boolean {
  return (ranks[a.answer] - ranks[b.answer] || a.endedAt - b.endedAt) < 0;
}
