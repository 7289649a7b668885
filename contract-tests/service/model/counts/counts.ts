import { type HashKind, isFileHash } from '../../../../src/spec/file-hashes.ts';
import { readAnswer } from '../../../judging/talk/answer.ts';
import { type Exchange, overlap, saysWhen } from '../../../judging/talk/exchange.ts';
import { asksToWait } from '../../../judging/talk/pace/retry-policy.ts';
import { type LimitedCall as Call, kindsOf, namedKinds } from './call-kinds.ts';
import type { Spent } from './count-verdict.ts';

/** How the calls of a token went. */
type Course = Pick<
  Spent,
  'style' | 'served' | 'refusedEarly' | 'beyond' | 'throttled' | 'uncertain'
>;

/** Whether an analysis was returned, or 304 for a cached one. */
export const isServed = (exchange: Exchange): boolean =>
  readAnswer(exchange).outcome === 'success' ||
  (exchange.response.status === 304 && exchange.request.headers['if-none-match'] !== undefined);

export interface CountsOptions {
  /** Whether a file was found by this hash. */
  readonly isFound: (hash: string) => boolean;
  readonly kindOf?: (hash: string) => HashKind | undefined;
  /** Whether a response is known to be a rate limit. */
  readonly isLimit: (exchange: Exchange) => boolean;
}

/** The lookups of a history, and what they show about the counts in the target file. */
export class Counts {
  readonly #options: CountsOptions;
  readonly #lookups: Exchange[] = [];
  readonly #limited = new Map<string, { readonly remaining: number; readonly calls: Exchange[] }>();
  readonly #lost = new Set<string>();
  /** Requests of other callers that were throttled. */
  readonly #throttled: Exchange[] = [];

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  /** Adds a lookup, or what was throttled; `remaining` is the initial count of its caller, if the target file has one. */
  add(exchange: Exchange, remaining: number | undefined): void {
    const others = exchange.throttled ? this.#throttled : this.#lookups;
    if (remaining === undefined) return void others.push(exchange);
    const known = this.#limited.get(exchange.caller) ?? { remaining, calls: [] };
    known.calls.push(exchange);
    this.#limited.set(exchange.caller, known);
  }

  /** Whether others were throttled meanwhile: then a refusal that asks to wait may be a rate limit. */
  #isThrottling(exchanges: readonly Exchange[]): boolean {
    const from = Math.min(...exchanges.map(({ startedAt }) => startedAt));
    const to = Math.max(...exchanges.map(({ endedAt }) => endedAt));
    return this.#throttled.some((one) => one.startedAt < to && from < one.endedAt);
  }

  /** A call without a response may or may not have been counted. */
  lost({ caller }: Exchange): void {
    this.#lost.add(caller);
  }

  /** The server may have forgotten what it had counted. */
  restarted(): void {
    for (const key of this.#limited.keys()) this.#lost.add(key);
  }

  /** Keys of callers with such a call. */
  unclear(): string[] {
    return [...this.#limited.keys()].filter((key) => this.#lost.has(key));
  }

  /** The calls of every limited token, except those with a lost call or a refused first one. */
  spent(): Spent[] {
    return [...this.#limited].flatMap(([key, { remaining, calls }]) => {
      if (this.#lost.has(key)) return [];
      const spent = this.#spentBy(key, remaining, calls);
      return spent ? [spent] : [];
    });
  }

  /** Callers that were refused at their first call, although the target file gives them requests. */
  usedUp() {
    return [...this.#limited].flatMap(([key, { remaining, calls }]) => {
      const [first] = this.#callsOf(calls);
      if (remaining === 0 || !first || first.isServed) return [];
      const { exchange } = first;
      // Neither a rate limit nor a failure, which say nothing about the count.
      const isPlain = exchange.response.status < 500 && !this.#options.isLimit(exchange);
      return [{ key, remaining, exchange, isPlain }];
    });
  }

  /** The call with a malformed hash. */
  malformedOf(key: string): Exchange | undefined {
    const calls = this.#callsOf(this.#limited.get(key)?.calls ?? []);
    return calls.find(({ kind }) => kind === 'malformed')?.exchange;
  }

  /** The first call refused because no requests were left; undefined if all callers were refused then. */
  refusalOf({ key, remaining }: Spent): Exchange | undefined {
    const calls = this.#callsOf(this.#limited.get(key)?.calls ?? []);
    const refusal = calls.slice(remaining).find((call) => !call.isServed)?.exchange;
    // Callers that are never served, such as those with a forged token, are refused for other reasons.
    const served = new Set(this.#lookups.filter(isServed).map(({ caller }) => caller));
    const isOutage = this.#lookups.some(
      (one) =>
        refusal &&
        served.has(one.caller) &&
        one.about.hash === refusal.about.hash &&
        one.startedAt > refusal.endedAt &&
        !isServed(one),
    );
    return isOutage ? undefined : refusal;
  }

  lastOf(key: string): Exchange | undefined {
    return this.#limited.get(key)?.calls.at(-1);
  }

  #callsOf(exchanges: readonly Exchange[]): Call[] {
    const inOrder = [...exchanges].sort((a, b) => a.startedAt - b.startedAt);
    const calls: { exchange: Exchange; tries: Exchange[] }[] = [];
    for (const exchange of inOrder) {
      const last = calls.at(-1);
      if (exchange.isRetry && last) {
        last.tries.push(last.exchange);
        last.exchange = exchange;
      } else calls.push({ exchange, tries: [] });
    }
    const asked = new Set<string>();
    return calls.map(({ exchange, tries }) => {
      const { hash = '' } = exchange.about;
      const isRepeat = asked.has(hash);
      asked.add(hash);
      const kind = !isFileHash(hash) ? 'malformed' : this.#options.isFound(hash) ? 'hit' : 'miss';
      return { exchange, tries, isServed: isServed(exchange), kind, isRepeat };
    });
  }

  /** Throttled attempts: each may or may not have been counted. */
  #throttledCountOf({ exchange, tries, isServed, kind }: Call): number {
    const isThrottling = this.#isThrottling([...tries, exchange]);
    const limits = tries.filter(
      (one) => saysWhen(one) || this.#options.isLimit(one) || (isThrottling && asksToWait(one)),
    ).length;
    if (kind !== 'hit') return tries.length;
    return isServed && tries.length > 0 ? Math.max(1, limits) : limits;
  }

  #spentBy(key: string, remaining: number, exchanges: readonly Exchange[]): Spent | undefined {
    const calls = this.#callsOf(exchanges);
    const [first, second] = calls;
    if (!first) return undefined;
    const named = namedKinds(calls.slice(0, remaining), this.#options.kindOf);
    // A concurrent call may come before the one that it repeats.
    const inTurn = calls.slice(1, remaining).filter(({ exchange }) => !exchange.atOnce);
    const base = { key, remaining, ...kindsOf(inTurn), named };
    if (remaining === 0)
      return { ...base, ...nothingLeft, beyond: [first.isServed], othersBetween: false };
    if (!first.isServed) return undefined;
    const othersBetween = this.#lookups.some(
      (one) =>
        second && one.startedAt > first.exchange.endedAt && one.endedAt < second.exchange.startedAt,
    );
    const isAtOnce = calls.some(
      ({ exchange }) => exchange.atOnce || calls.some((other) => overlap(exchange, other.exchange)),
    );
    if (isAtOnce) return { ...base, ...this.#atOnce(calls, remaining), othersBetween };
    return { ...base, ...this.#inTurn(calls, remaining), othersBetween };
  }

  #atOnce(calls: readonly Call[], remaining: number): Course {
    const served = calls.filter((call) => call.isServed).length;
    const isThrottling = this.#isThrottling(calls.map(({ exchange }) => exchange));
    const throttledCount = calls.filter(
      ({ exchange, ...call }) =>
        !call.isServed &&
        (this.#options.isLimit(exchange) ||
          (asksToWait(exchange) && (saysWhen(exchange) || isThrottling))),
    ).length;
    const retried = calls.filter((call) => call.tries.length > 0 && call.isServed).length;
    const tooMany = Array.from({ length: Math.max(0, served - remaining) }, () => true);
    return {
      style: 'at-once',
      served,
      refusedEarly: served < Math.min(remaining, calls.length),
      beyond: calls.length > remaining ? [...tooMany, false] : [],
      throttled: Math.max(retried, throttledCount),
      uncertain: 0,
    };
  }

  #inTurn(calls: readonly Call[], remaining: number): Course {
    let throttled = 0;
    let uncertain = 0;
    /** The state when misses began to be refused, by a rate limit or because no requests were left. */
    let stuck: { readonly served: number; readonly throttled: number } | undefined;
    for (const [index, call] of calls.slice(0, remaining).entries()) {
      const throttledCount = this.#throttledCountOf(call);
      if (call.kind === 'malformed') uncertain += 1;
      else if (call.kind === 'miss') {
        const isUnsure = throttledCount > 0 && asksToWait(call.exchange);
        stuck = isUnsure ? (stuck ?? { served: index, throttled }) : undefined;
        throttled += throttledCount;
        uncertain += isUnsure ? 1 : 0;
      } else {
        throttled += throttledCount;
        const early = { style: 'in-turn', refusedEarly: true, beyond: [], uncertain } as const;
        // A permanent refusal of a hit that is no rate limit also explains the refused misses before it.
        if (!call.isServed && stuck && throttledCount === 0) return { ...early, ...stuck };
        if (!call.isServed) return { ...early, served: index, throttled };
        stuck = undefined;
      }
    }
    const beyond = calls.slice(remaining).map((call) => call.isServed);
    const ended = { served: remaining, refusedEarly: false, beyond };
    return { style: 'in-turn', ...ended, throttled, uncertain };
  }
}

const nothingLeft = {
  style: 'empty',
  served: 0,
  refusedEarly: false,
  throttled: 0,
  uncertain: 0,
} as const;
