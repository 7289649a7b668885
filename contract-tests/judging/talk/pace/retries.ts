import { askedWaitMs } from '../../../../src/traffic/retry-after.ts';
import type { Answer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import { asksToWait, type Exchange, saidBy } from '../exchange.ts';
import type { KnownRequests } from '../known-requests.ts';
import type { Clock } from './clock.ts';
import type { Limiter } from './limiter.ts';
import { retries, throttling } from './time-limits.ts';

/** What one client's requests are sent with. */
interface RetryOptions {
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly known: KnownRequests;
  /** Sends once; a retry uses a new connection, since a limit may be per connection. */
  readonly send: (ask: Ask, isAgain: boolean) => Promise<Answer>;
  /** Called for each response that is kept. */
  readonly record: (ask: Ask, answer: Answer) => void;
  /** Called whenever a request is turned away by a limit. */
  readonly onLimit?: (() => void) | undefined;
}

/** At a known limit, until it is found out whether it still is one. */
const mostTriesAtLimit = 6;

/** Of a request that the server asks to send again at once, or nearly so. */
const mostTriesAsTold = 12;

/** How long a response asks to wait. A server with Retry-After on other statuses may send it with every refusal. */
function toldMs(exchange: Exchange): number | undefined {
  return asksToWait(exchange) ? askedWaitMs(exchange.response.headers, Date.now()) : undefined;
}

/** A refusal is one of its operation and caller. */
function refusalOf(exchange: Exchange): string {
  return `${exchange.operation} ${exchange.caller} ${saidBy(exchange)}`;
}

function throttled(answer: Answer): Answer {
  return { ...answer, exchange: { ...answer.exchange, throttled: true } };
}

/**
 * Sends each request until a response can be judged, or waiting is futile. The only place that decides what 429 and 503
 * mean, or any refusal with Retry-After. Rate limits are open, and every status is: the same response may be a limit,
 * which is never judged, or a refusal, which is. Which of both is found out once for each text: the request is repeated
 * while nothing else is sent, which a limit serves; a refusal remains while another request of the same caller is served.
 */
export class Retries {
  readonly #options: RetryOptions;
  /** What limits and refusals have said; both may have the same text. */
  readonly #limits = new Set<string>();
  readonly #refusedTexts = new Set<string>();
  readonly #refusals = new Set<string>();
  /** Each wait in vain halves the time of the next one, so that a run ends; each one that helps restores some. */
  #waitsInVain = 0;
  /** A server that turned everybody away for too long is not waited for any more. */
  #isHopeless = false;
  #throttledCount = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** How often requests were throttled. */
  get throttledCount(): number {
    return this.#throttledCount;
  }

  /** Whether a response is from a limit, and says nothing about the request. */
  isLimit(exchange: Exchange): boolean {
    return this.#meaningOf(exchange) === 'limit';
  }

  async ask(ask: Ask): Promise<Answer> {
    const { clock, signal, known } = this.#options;
    known.noteSending(ask);
    for (let tries = 1; ; tries += 1) {
      const { answer, sentAt } = await this.#sendPaced(ask, tries > 1);
      const { exchange } = answer;
      const meaning = this.#meaningOf(exchange);
      const told = toldMs(exchange);
      if (this.#isServed(answer)) return this.#judged(ask, answer);
      if (ask.once && told === undefined && meaning !== 'limit') return this.#judged(ask, answer);
      if (ask.once) return this.#unjudged(ask, answer);
      if (meaning === 'refusal' && told === undefined) return this.#judged(ask, answer);
      // It would keep others waiting.
      await ask.connection?.close();
      if (this.#isHopeless) return this.#unjudged(ask, answer);
      const isTold = (told ?? 0) < throttling.longestMs;
      if (meaning === 'limit' && tries < mostTriesAtLimit && isTold) {
        this.#unjudged(ask, answer);
        this.#recordTurnedAway(exchange, sentAt);
        await clock.sleep(told ?? throttling.quietMs[tries - 1] ?? throttling.firstHoldMs, signal);
      } else {
        const end = await this.#findOut(ask, answer, sentAt);
        if (end) return end;
      }
    }
  }

  async #sendPaced(ask: Ask, isAgain: boolean) {
    const { limiter, clock, signal, send } = this.#options;
    const { isFirst, atOnce, connection } = ask;
    const isInside = connection !== undefined && !connection.isClosed;
    const leave = await limiter.enter({ signal, isFirst, atOnce, isInside });
    const sentAt = clock.now();
    try {
      return { answer: await send(ask, isAgain), sentAt };
    } finally {
      leave();
    }
  }

  /** Whether a response is one to the request, whatever it says. */
  #isServed({ exchange, outcome }: Answer): boolean {
    const mayBeLimit =
      asksToWait(exchange) || askedWaitMs(exchange.response.headers, Date.now()) !== undefined;
    return outcome === 'success' || !(mayBeLimit || this.isLimit(exchange));
  }

  #meaningOf(exchange: Exchange): 'limit' | 'refusal' | 'unknown' {
    const text = saidBy(exchange);
    if (this.#limits.has(text)) return this.#refusedTexts.has(text) ? 'unknown' : 'limit';
    return this.#refusals.has(refusalOf(exchange)) ? 'refusal' : 'unknown';
  }

  #judged(ask: Ask, answer: Answer): Answer {
    if (this.#isServed(answer)) this.#options.limiter.recordServed();
    this.#options.record(ask, answer);
    return answer;
  }

  #unjudged(ask: Ask, answer: Answer): Answer {
    const marked = throttled(answer);
    this.#options.record(ask, marked);
    return marked;
  }

  #recordTurnedAway(exchange: Exchange, sentAt: number): void {
    this.#limits.add(saidBy(exchange));
    this.#throttledCount += 1;
    this.#options.limiter.recordTurnedAway(sentAt, toldMs(exchange));
    this.#options.onLimit?.();
  }

  /** Undefined where another request found it out in the meantime. */
  async #findOut(ask: Ask, first: Answer, sentAt: number): Promise<Answer | undefined> {
    const wasLimit = this.isLimit(first.exchange);
    const found = await this.#options.limiter.alone(async () => {
      const isKnown = !wasLimit && this.#meaningOf(first.exchange) !== 'unknown';
      return isKnown ? undefined : this.#repeatAlone(ask, first, sentAt);
    });
    // With Retry-After, a refusal is not judged: it may be another one tomorrow.
    const isRefusal = found?.means === 'refusal' && toldMs(first.exchange) === undefined;
    if (found?.answer !== first) this.#options.record(ask, isRefusal ? first : throttled(first));
    if (!found) return undefined;
    const isEnd = found.means === 'served' || isRefusal;
    return isEnd ? this.#judged(ask, found.answer) : this.#unjudged(ask, found.answer);
  }

  /** Repeats a request until the response changes, or proves to be a refusal. */
  async #repeatAlone(
    ask: Ask,
    first: Answer,
    sentAt: number,
  ): Promise<{ readonly answer: Answer; readonly means: 'served' | 'refusal' | 'nothing' }> {
    const { clock, signal, send } = this.#options;
    const quietMs = this.#quietWaits();
    const failed = new Set<Ask>();
    let answer = first;
    let told = toldMs(first.exchange);
    let ms = 0;
    let waitedMs = 0;
    for (let tries = 1; !this.#isHopeless && this.#mayWait(tries, waitedMs, told); tries += 1) {
      ms = told ?? quietMs[tries - 1] ?? 2 * Math.max(ms, throttling.quietMs.at(-1) ?? 0);
      if (ms > 0) await clock.sleep(ms, signal);
      waitedMs += ms;
      answer = await send(ask, true);
      const isServed = this.#isServed(answer);
      const isAlike = saidBy(answer.exchange) === saidBy(first.exchange);
      if (isServed || !isAlike) this.#recordTurnedAway(first.exchange, sentAt);
      if (isServed) {
        if (told !== undefined) this.#waitsInVain = Math.max(0, this.#waitsInVain - 2);
        return { answer, means: 'served' };
      }
      told = toldMs(answer.exchange);
      if (told !== undefined || tries < quietMs.length) continue;
      if (await this.#areOthersServed(ask.caller.authorization, failed)) {
        this.#refusals.add(refusalOf(answer.exchange));
        this.#refusedTexts.add(saidBy(answer.exchange));
        return { answer, means: 'refusal' };
      }
    }
    if (told === undefined) this.#isHopeless = true;
    else if (answer !== first) this.#waitsInVain += 1;
    return { answer, means: 'nothing' };
  }

  /** The waits before a refusal is believed: fewer if all so far were refusals. */
  #quietWaits(): readonly number[] {
    const { quietMs } = throttling;
    if (this.#limits.size > 0) return quietMs;
    const fewer = quietMs.slice(0, Math.max(0, quietMs.length - this.#refusals.size));
    return fewer.length > 0 ? fewer : [0];
  }

  /** Whether to wait on, for as long as told or until the response changes. */
  #mayWait(tries: number, waitedMs: number, toldMs: number | undefined): boolean {
    if (toldMs === undefined) return waitedMs < throttling.longestMs;
    if (tries >= mostTriesAsTold) return false;
    const isFirst = waitedMs === 0 && this.#waitsInVain === 0;
    const most = isFirst ? throttling.longestMs : retries.longestMs / 2 ** this.#waitsInVain;
    return most >= retries.shortestMs && waitedMs + toldMs <= most;
  }

  /** Whether a request known to work is served now; also if there is none. */
  async #areOthersServed(token: string | undefined, failed: Set<Ask>): Promise<boolean> {
    const { known, send, record } = this.#options;
    const control = known.of(token, failed);
    if (!control) return true;
    const answer = await send(control, true);
    const isServed = this.#isServed(answer);
    record(control, isServed ? answer : throttled(answer));
    // What is refused while another is served is not there any more.
    if (isServed) known.forget(failed);
    else failed.add(control);
    return isServed;
  }
}
