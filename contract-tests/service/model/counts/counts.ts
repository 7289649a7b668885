import { type HashKind, isFileHash } from '../../../../src/spec/file-hashes.ts';
import { readAnswer } from '../../../judging/talk/answer.ts';
import { asksToWait, type Exchange, overlap, saysWhen } from '../../../judging/talk/exchange.ts';
import type { CountClause } from './counting-servers.ts';
import { type CountedLookup, inContext, type LimitedHistory } from './lookups.ts';
import { askedAgain } from './refills.ts';

/** Whether an analysis was returned, or 304 for a cached one. */
export function isServed(exchange: Exchange): boolean {
  return (
    readAnswer(exchange).outcome === 'success' ||
    (exchange.response.status === 304 && exchange.request.headers['if-none-match'] !== undefined)
  );
}

/** Whether it cannot be told what a response is: a part of it is missing, or it cannot be decoded. */
function isUnread({ response }: Exchange): boolean {
  return response.cut === true || response.garbled !== undefined;
}

export interface CountsOptions {
  /** What stands for the file that was found by a hash, if one was. */
  readonly fileOf: (hash: string) => unknown;
  readonly kindOf: (hash: string) => HashKind | undefined;
  /** Whether a response is known to be a rate limit. */
  readonly isLimit: (exchange: Exchange) => boolean;
}

/** A call of a caller with a known count: its last attempt, and the throttled ones before. */
interface LimitedCall {
  exchange: Exchange;
  readonly tries: Exchange[];
}

interface LimitedCaller {
  readonly remaining: number;
  readonly exchanges: Exchange[];
  /** Of part of the traffic, only these are kept. */
  readonly heard: CountedLookup[];
}

/** Statuses of refusals that need not be counted: who asks is not known, or may not. */
const turnedAway = [401, 402, 403];

/** The lookups of a history, and what they show about the counts in the target file. */
export class Counts {
  readonly #options: CountsOptions;
  readonly #lookups: Exchange[] = [];
  readonly #limited = new Map<string, LimitedCaller>();
  readonly #lost: Exchange[] = [];
  readonly #restarted = new Set<string>();
  /** Requests of other callers that were throttled. */
  readonly #throttled: Exchange[] = [];
  #missed: ReadonlySet<string> | undefined;
  /** The clauses that callers were found to break by what was heard so far. */
  readonly accused = new Map<string, readonly CountClause[]>();

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  /** Adds a lookup, or what was throttled; `remaining` is the initial count of its caller, if the target file has one. */
  add(exchange: Exchange, remaining: number | undefined): void {
    this.#missed = undefined;
    if (remaining !== undefined) this.#caller(exchange, remaining).exchanges.push(exchange);
    else if (exchange.throttled) this.#throttled.push(exchange);
    else this.#lookups.push(exchange);
  }

  /**
   * The same, of part of the traffic: a refusal may have many reasons, and once all requests are used, it has this
   * one. Returns nothing once there are so many that more would prove no more.
   */
  hear(exchange: Exchange, remaining: number, isSetback: boolean): CountedLookup | undefined {
    const { heard } = this.#caller(exchange, remaining);
    if (heard.length >= 4 * remaining + 20) return undefined;
    const plain = this.#plainLookup(exchange);
    const { status } = exchange.response;
    const isRefused = plain.finds === 'a file' && status < 500;
    const counted = heard.filter(
      (one) => one.endedAt < exchange.startedAt && !one.mayBeUncounted && one.finds !== 'no hash',
    );
    const isUsedUp = counted.length >= remaining;
    const isTurnedAway = isSetback || turnedAway.includes(status);
    const lookup: CountedLookup =
      plain.answer === 'served'
        ? plain
        : {
            ...plain,
            answer: !isRefused ? 'open' : isUsedUp ? 'refused' : 'unsure',
            mayBeUncounted: isRefused ? !isUsedUp : isTurnedAway,
          };
    heard.push(lookup);
    return lookup;
  }

  #caller({ caller }: Exchange, remaining: number): LimitedCaller {
    const known = this.#limited.get(caller) ?? { remaining, exchanges: [], heard: [] };
    this.#limited.set(caller, known);
    return known;
  }

  /** A call without a response may or may not have been counted. */
  noteLost(exchange: Exchange): void {
    this.#lost.push(exchange);
  }

  /** The server may have forgotten what it had counted. */
  noteRestart(): void {
    for (const key of this.#limited.keys()) this.#restarted.add(key);
  }

  /** Whether a call of a caller got no response, or the server was restarted. */
  isUnclear(key: string): boolean {
    return this.#restarted.has(key) || this.#lost.some(({ caller }) => caller === key);
  }

  /** Keys of such callers. */
  unclearKeys(): string[] {
    return [...this.#limited.keys()].filter((key) => this.isUnclear(key));
  }

  /** The calls of every limited token that was not used up at first, except after a restart. */
  histories(): LimitedHistory[] {
    const left = [...this.#restarted, ...this.usedUp().map(({ key }) => key)];
    const keys = [...this.#limited.keys()].filter((key) => !left.includes(key));
    return keys.map((key) => this.#historyOf(key));
  }

  #historyOf(key: string): LimitedHistory {
    const { remaining = 0, exchanges = [], heard = [] } = this.#limited.get(key) ?? {};
    const answered = this.#callsOf(key).map((one) => this.#lookupOf(one, exchanges));
    const lost = this.#lost
      .filter(({ caller }) => caller === key)
      .map((one) => ({
        ...this.#plainLookup(one),
        answer: 'lost' as const,
        mayBeUncounted: true,
      }));
    const others = this.#othersOf(key);
    const calls = inContext([...answered, ...lost, ...heard], others);
    return { key, remaining, calls, others };
  }

  /** Callers that were refused at their first call, although the target file gives them requests. */
  usedUp() {
    return [...this.#limited].flatMap(([key, { remaining, exchanges }]) => {
      const first = this.#callsOf(key)[0]?.exchange;
      if (remaining === 0 || !first || isServed(first) || isUnread(first)) return [];
      // What finds nothing is refused with any number of requests left.
      const isHit = this.#isFound(first);
      if (!isHit && exchanges.some(isServed)) return [];
      // Neither a rate limit nor a failure, which say nothing about the count.
      const isAnswered = first.response.status < 500 && !this.#options.isLimit(first);
      return [
        {
          key,
          history: this.#historyOf(key),
          isPlain: isHit && isAnswered && !this.isUnclear(key),
        },
      ];
    });
  }

  /** Whether everybody was refused when this call was, who is served otherwise. */
  isInOutage({ exchange: refusal }: CountedLookup): boolean {
    // Callers that are never served, such as those with a forged token, are refused for other reasons.
    const served = new Set(this.#lookups.filter(isServed).map(({ caller }) => caller));
    return this.#lookups.some(
      (one) =>
        refusal !== undefined &&
        served.has(one.caller) &&
        one.about.hash === refusal.about.hash &&
        one.startedAt > refusal.endedAt &&
        !isServed(one),
    );
  }

  #callsOf(key: string): LimitedCall[] {
    const calls: LimitedCall[] = [];
    const { exchanges = [] } = this.#limited.get(key) ?? {};
    for (const exchange of exchanges.toSorted((a, b) => a.startedAt - b.startedAt)) {
      const last = calls.at(-1);
      if (exchange.isRetry && last) {
        last.tries.push(last.exchange);
        last.exchange = exchange;
      } else calls.push({ exchange, tries: [] });
    }
    return calls;
  }

  #lookupOf(call: LimitedCall, all: readonly Exchange[]): CountedLookup {
    const { exchange, tries } = call;
    const lookup = { ...this.#plainLookup(exchange), attempts: this.#countedAttempts(call) };
    if (lookup.answer === 'served' || isUnread(exchange)) return lookup;
    const isConcurrent = exchange.atOnce === true || all.some((one) => overlap(exchange, one));
    const isSure = tries.length > 0 || !isConcurrent || !this.#mayBeLimit(exchange, all);
    if (lookup.finds === 'a file') return { ...lookup, answer: isSure ? 'refused' : 'unsure' };
    // It still asks to wait: a rate limit may have refused it, or no requests were left.
    const isStillLimited = tries.length > 0 && asksToWait(exchange);
    return { ...lookup, mayBeUncounted: isStillLimited || !isSure };
  }

  #othersOf(key: string): CountedLookup[] {
    const limited = [...this.#limited].filter(([other]) => other !== key);
    const exchanges = limited.flatMap(([, one]) => one.exchanges);
    return [...this.#lookups, ...exchanges.filter(({ throttled }) => !throttled)].map((one) =>
      this.#plainLookup(one),
    );
  }

  #plainLookup(exchange: Exchange): CountedLookup {
    const { hash = '' } = exchange.about;
    const { fileOf, kindOf } = this.#options;
    const isHit = this.#isFound(exchange) && !this.#missedByAll().has(hash.toLowerCase());
    const finds = !isFileHash(hash) ? 'no hash' : isHit ? 'a file' : 'nothing';
    return {
      exchange,
      caller: exchange.caller,
      hash,
      startedAt: exchange.startedAt,
      endedAt: exchange.endedAt,
      isAtOnce: exchange.atOnce ?? false,
      isAgain: exchange.scenario === askedAgain,
      finds,
      ...(finds === 'a file' && { file: fileOf(hash), hashKind: kindOf(hash) }),
      answer: isServed(exchange) ? 'served' : 'open',
      mayBeUncounted: false,
      attempts: 0,
    };
  }

  #isFound({ about }: Exchange): boolean {
    return this.#options.fileOf(about.hash ?? '') !== undefined;
  }

  /** Hashes by which no caller with requests to spare finds a file: to refuse one says nothing about a count. */
  #missedByAll(): ReadonlySet<string> {
    if (this.#missed) return this.#missed;
    const hashesOf = (lookups: readonly Exchange[]): string[] =>
      lookups.map(({ about: { hash = '' } }) => hash.toLowerCase());
    const served = this.#lookups.filter(isServed);
    const callers = new Set(served.map(({ caller }) => caller));
    const found = new Set(hashesOf(served));
    const asked = hashesOf(this.#lookups.filter(({ caller }) => callers.has(caller)));
    this.#missed = new Set(asked.filter((hash) => !found.has(hash)));
    return this.#missed;
  }

  /** The throttled attempts that may have been counted. */
  #countedAttempts({ exchange, tries }: LimitedCall): number {
    const isThrottling = this.#isThrottling([...tries, exchange]);
    const limits = tries.filter(
      (one) => saysWhen(one) || this.#options.isLimit(one) || (isThrottling && asksToWait(one)),
    ).length;
    // What was answered in the end was not refused before for lack of requests.
    const isAnswered = isServed(exchange) || !asksToWait(exchange);
    const isHitRefused = !isServed(exchange) && this.#isFound(exchange);
    return isAnswered && !isHitRefused && tries.length > 0 ? Math.max(1, limits) : limits;
  }

  /** Whether the refusal of a concurrent call may be a rate limit. */
  #mayBeLimit(exchange: Exchange, all: readonly Exchange[]): boolean {
    if (this.#options.isLimit(exchange)) return true;
    if (!asksToWait(exchange)) return false;
    const isServedLater = all.some(
      (one) => one.startedAt > exchange.endedAt && isServed(one) && !one.atOnce,
    );
    return saysWhen(exchange) || isServedLater || this.#isThrottling(all);
  }

  /** Whether others were throttled meanwhile: then a refusal that asks to wait may be a rate limit. */
  #isThrottling(exchanges: readonly Exchange[]): boolean {
    const from = Math.min(...exchanges.map(({ startedAt }) => startedAt));
    const to = Math.max(...exchanges.map(({ endedAt }) => endedAt));
    return this.#throttled.some((one) => one.startedAt < to && from < one.endedAt);
  }
}
