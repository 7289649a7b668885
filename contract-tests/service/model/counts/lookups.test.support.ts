import { fileHashes, type HashKind } from '../../../../src/spec/file-hashes.ts';
import { type CountedLookup, inContext, type LimitedHistory } from './lookups.ts';

/** Hashes of one file, by their kinds, and what finds nothing. */
export const sha256 = 'a'.repeat(64);
export const sha512 = 'b'.repeat(128);
export const blake3 = 'c'.repeat(64);
export const unknown = 'd'.repeat(64);
export const otherUnknown = 'e'.repeat(64);
export const noHash = 'no-hash';

/** Another hash of the same kind, of another file. */
export function another(hash: string, nth = 1): string {
  return nth.toString(16).padStart(4, '0') + hash.slice(4);
}

export function kindOf(hash: string): HashKind | undefined {
  const last = hash.slice(4);
  const nth = [sha256, sha512, blake3].findIndex((one) => one.slice(4) === last.toLowerCase());
  return fileHashes[nth]?.kind;
}

export type Call = Partial<CountedLookup> & Pick<CountedLookup, 'hash' | 'answer'>;

export function served(hash: string): Call {
  return { hash, answer: 'served' };
}

export function refused(hash: string): Call {
  return { hash, answer: 'refused' };
}

/** A lookup that finds nothing: its response does not say whether requests were left. */
export function missed(hash: string): Call {
  return { hash, answer: 'open' };
}

export function lost(hash: string): Call {
  return { hash, answer: 'lost', mayBeUncounted: true };
}

export function times(count: number, call: Call): Call[] {
  return Array.from({ length: count }, () => call);
}

/** Concurrent lookups take one turn. */
export type Turn = Call | readonly Call[];

export function atOnce(...calls: readonly Call[]): readonly Call[] {
  return calls;
}

export function lookupOf(call: Call, caller: string, turn: number): CountedLookup {
  const kind = kindOf(call.hash);
  return {
    caller,
    startedAt: 10 * turn,
    endedAt: 10 * turn + 5,
    isAtOnce: false,
    finds: kind ? 'a file' : call.hash === noHash ? 'no hash' : 'nothing',
    hashKind: kind,
    mayBeUncounted: false,
    attempts: 0,
    ...call,
  };
}

function lookupsOf(caller: string, turns: readonly Turn[]): CountedLookup[] {
  return turns.flatMap((turn, nth) => [turn].flat().map((call) => lookupOf(call, caller, nth)));
}

/** The history of a token with so many left. */
export function tokenWith(
  remaining: number,
  turns: readonly Turn[],
  others: readonly CountedLookup[] = [],
  key = 't',
): LimitedHistory {
  return {
    key,
    remaining,
    calls: inContext(lookupsOf(key, turns), others),
    others,
  };
}

/** Lookups of another caller, beginning after so many turns. */
export function othersAfter(turns: number, count: number): CountedLookup[] {
  return Array.from({ length: count }, (_, nth) => ({
    ...lookupOf(served(another(sha256, nth + 1)), 'other', 0),
    startedAt: 10 * turns - 4 + nth / count,
    endedAt: 10 * turns - 3 + nth / count,
  }));
}
