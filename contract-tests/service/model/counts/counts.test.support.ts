import { fileHashes, type HashKind } from '../../../../src/spec/file-hashes.ts';
import { someExchange } from '../../../judging/talk/exchange.test.support.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { Evidence } from '../../../judging/verdict/evidence.ts';
import { type CountClause, countClauses } from './counting-servers.ts';
import { Counts } from './counts.ts';
import { judgeCounts } from './judge-counts.ts';

/** Hashes that are found, by their kinds, and what finds nothing. */
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

function kindOf(hash: string): HashKind | undefined {
  const last = hash.slice(4).toLowerCase();
  return fileHashes[[sha256, sha512, blake3].findIndex((one) => one.slice(4) === last)]?.kind;
}

/** A lookup and its answer, by the caller `t` unless another is named. */
export interface Lookup {
  readonly hash: string;
  /** 0: no response. */
  readonly status: number;
  readonly more?: Partial<Exchange>;
  readonly response?: Partial<Exchange['response']>;
}

/** Concurrent lookups take one turn. */
export type Turn = Lookup | readonly Lookup[];

/** Stands for a response that the client has recognised as a rate limit. */
const knownLimit = 430;

function answered(status: number, response?: Partial<Exchange['response']>) {
  return (hash: string): Lookup => ({ hash, status, ...(response && { response }) });
}

export const served = answered(200);
export const refused = answered(403);
export const failed = answered(500);
export const lost = answered(0);
export const askedToWait = answered(429);
export const toldWhen = answered(429, { headers: { 'retry-after': '1' } });
export const limited = answered(knownLimit);
export const garbled = answered(200, { garbled: 'Content-Encoding says gzip' });
export const cut = answered(200, { cut: true });

function but(lookup: Lookup, more: Partial<Exchange>): Lookup {
  return { ...lookup, more: { ...lookup.more, ...more } };
}

export function unmodified(hash: string): Lookup {
  const request = { method: 'GET', url: '', headers: { 'if-none-match': '1' } };
  return but(answered(304)(hash), { request });
}

/** The client has repeated it until it got this answer. */
export function again(lookup: Lookup): Lookup {
  return but(lookup, { isRetry: true });
}

export function by(caller: string, ...lookups: readonly Lookup[]): Lookup[] {
  return lookups.map((lookup) => but(lookup, { caller }));
}

/** At these times. */
export function during(lookup: Lookup, startedAt: number, endedAt: number): Lookup {
  return but(lookup, { startedAt, endedAt });
}

/** Meant to be at once, whatever the pacing did. */
export function meantAtOnce(...lookups: readonly Lookup[]): Lookup[] {
  return lookups.map((lookup) => but(lookup, { atOnce: true }));
}

export function askedLater(lookup: Lookup, scenario: string): Lookup {
  return but(lookup, { scenario });
}

/** Somebody else is throttled. */
export const elsewhere = but(askedToWait(sha256), { caller: 'somebody', throttled: true });

export function atOnce(...lookups: readonly Lookup[]): Turn {
  return lookups;
}

export function times(count: number, lookup: Lookup): Lookup[] {
  return Array.from({ length: count }, () => lookup);
}

/** Lookups of different files that are served. */
export function hits(count: number, hash = sha256): Lookup[] {
  return Array.from({ length: count }, (_, nth) => served(another(hash, nth + 1)));
}

/** What the target file says that each caller has left; of one, it is `t`. */
export type Left = number | { readonly [caller: string]: number };

export function countsOf(left: Left, turns: readonly Turn[]): Counts {
  const remaining: { readonly [caller: string]: number } =
    typeof left === 'number' ? { t: left } : left;
  const counts = new Counts({
    fileOf: (hash) => kindOf(hash) && hash.toLowerCase(),
    kindOf,
    isLimit: ({ response }) => response.status === knownLimit,
  });
  for (const [turn, lookups] of turns.entries())
    for (const { hash, status, response = {}, more } of [lookups].flat()) {
      const isRead = !response.cut && !response.garbled;
      const exchange = someExchange({
        operation: 'lookup',
        caller: 't',
        about: { hash },
        startedAt: 10 * turn,
        endedAt: 10 * turn + 5,
        response: { status, headers: {}, body: '{"error":"no"}', ...response },
        outcome: status === 200 && isRead ? 'success' : 'refusal',
        ...more,
      });
      if (status === 0) counts.noteLost(exchange);
      else counts.add(exchange, remaining[exchange.caller]);
    }
  return counts;
}

export function judged(left: Left, turns: readonly Turn[]): Evidence {
  const evidence = new Evidence();
  judgeCounts(countsOf(left, turns), evidence);
  return evidence;
}

export function brokenIn({ brokenIds }: Evidence): CountClause[] {
  return countClauses.filter((id) => brokenIds.includes(id));
}

export function metIn(evidence: Evidence): CountClause[] {
  return countClauses.filter((id) => evidence.metCount(id) > 0);
}
