import { askedWaitMs } from '../../../../src/traffic/retry-after.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { retries, throttling } from './time-limits.ts';

/** Attempts of one request: at a known limit, until it is found out whether it is one; where the server says when. */
const mostTriesAtLimit = 6;
const mostTriesAsTold = 12;

/** What became of one request so far. */
export interface Attempt {
  /** How often it was sent. */
  readonly tries: number;
  /** How long it has waited as it was told, without knowing whether that helps. */
  readonly waitedMs: number;
  /** Whether it may not be repeated. */
  readonly isOnce: boolean;
}

/** What to do with a response, and with the request. */
export type Decision =
  /** The response is one to the request. */
  | { readonly kind: 'judge' }
  /** It says nothing about the request, and waiting is futile. */
  | { readonly kind: 'give-up' }
  | { readonly kind: 'wait'; readonly ms: number }
  /** It may be a limit or a refusal: the request is repeated while nothing else is sent. */
  | { readonly kind: 'find-out' };

/** limit: waiting helps. refusal: this server refuses with 429 or 503, as no status is specified for it. */
export type Meaning = 'limit' | 'refusal' | 'unknown';

/** Statuses for throttling and timeouts (RFC 6585, 4; RFC 9110, 15.5.9, 15.6.4). */
export function asksToWait({ response: { status } }: Exchange): boolean {
  return status === 408 || status === 429 || status === 503;
}

function toldToWait({ response }: Exchange): number | undefined {
  return askedWaitMs(response.headers, Date.now());
}

/**
 * The only place that decides what 429 and 503 mean, or any refusal with Retry-After, and how long to wait. Rate
 * limits are open, and every status is: the same response may be a limit, which is never judged, or a refusal,
 * which is. It knows no clock and sends nothing.
 */
export class RetryPolicy {
  /** What was found to be a limit, and to be a refusal, by what is said; and whom such a refusal was for. */
  readonly #limits = new Set<string>();
  readonly #refusedTexts = new Set<string>();
  readonly #refusals = new Set<string>();
  /** Each wait in vain halves the time of the next one, so that a run ends; each one that helps restores some. */
  #waitsInVain = 0;
  #isHopeless = false;

  /** Whether a response is one to the request, whatever it says. */
  isServed({ exchange, outcome }: Answer): boolean {
    const mayBeLimit = asksToWait(exchange) || toldToWait(exchange) !== undefined;
    if (!mayBeLimit && this.meaningOf(exchange) !== 'limit') return true;
    return outcome === 'success';
  }

  /** What to do after a response. */
  decide(answer: Answer, { tries, waitedMs, isOnce }: Attempt): Decision {
    if (this.isServed(answer)) return { kind: 'judge' };
    const { exchange } = answer;
    const meaning = this.meaningOf(exchange);
    const told = this.toldMs(exchange);
    if (isOnce) return { kind: told !== undefined || meaning === 'limit' ? 'give-up' : 'judge' };
    if (meaning === 'refusal' && told === undefined) return { kind: 'judge' };
    if (this.#isHopeless) return { kind: 'give-up' };
    if (meaning !== 'limit' && told !== undefined)
      return this.#mayWait(tries, waitedMs, told)
        ? { kind: 'wait', ms: told }
        : { kind: 'give-up' };
    const isFutile = tries >= mostTriesAtLimit || (told ?? 0) >= throttling.longestMs;
    if (meaning !== 'limit' || isFutile) return { kind: 'find-out' };
    return { kind: 'wait', ms: told ?? throttling.quietMs[tries - 1] ?? throttling.firstHoldMs };
  }

  /** How long a response asks to wait. A server with Retry-After on other statuses may send it with every refusal. */
  toldMs(exchange: Exchange): number | undefined {
    return asksToWait(exchange) ? toldToWait(exchange) : undefined;
  }

  /** The waits before a refusal is believed: fewer if all so far were refusals. */
  quietWaits(): readonly number[] {
    const { quietMs } = throttling;
    if (this.#limits.size > 0) return quietMs;
    const fewer = quietMs.slice(0, Math.max(0, quietMs.length - this.#refusals.size));
    return fewer.length > 0 ? fewer : [0];
  }

  /** The next wait for a server that turns everybody away; undefined to give up. */
  longerWait(lastMs: number, waitedMs: number): number | undefined {
    if (waitedMs >= throttling.longestMs) return undefined;
    return 2 * Math.max(lastMs, throttling.quietMs.at(-1) ?? 0);
  }

  meaningOf(exchange: Exchange): Meaning {
    const text = saidBy(exchange);
    // Both may have the same text: then each has to be tried again.
    if (this.#limits.has(text)) return this.#refusedTexts.has(text) ? 'unknown' : 'limit';
    return this.#refusals.has(refusalOf(exchange)) ? 'refusal' : 'unknown';
  }

  areAlike(one: Exchange, other: Exchange): boolean {
    return saidBy(one) === saidBy(other);
  }

  recordLimit(exchange: Exchange): void {
    this.#limits.add(saidBy(exchange));
  }

  recordRefusal(exchange: Exchange): void {
    this.#refusals.add(refusalOf(exchange));
    this.#refusedTexts.add(saidBy(exchange));
  }

  /** A request has waited as it was told, and was served in the end or not. */
  recordWait(hasHelped: boolean): void {
    this.#waitsInVain = hasHelped ? Math.max(0, this.#waitsInVain - 2) : this.#waitsInVain + 1;
  }

  /** From now on, nobody waits for this server. */
  giveUp(): void {
    this.#isHopeless = true;
  }

  #mayWait(tries: number, waitedMs: number, ms: number): boolean {
    const isFirst = waitedMs === 0 && this.#waitsInVain === 0;
    const most = isFirst ? throttling.longestMs : retries.longestMs / 2 ** this.#waitsInVain;
    return tries < mostTriesAsTold && most >= retries.shortestMs && waitedMs + ms <= most;
  }
}

/** What a response says, without ids, hashes and numbers. */
export function saidBy({ response: { status, headers, body } }: Exchange): string {
  const text = body.replaceAll(/[0-9a-f]{8,}|\d+/gi, '…');
  return `${status} ${'retry-after' in headers} ${text}`;
}

/** A refusal is one of its operation and caller. */
function refusalOf(exchange: Exchange): string {
  return `${exchange.operation} ${exchange.caller} ${saidBy(exchange)}`;
}
