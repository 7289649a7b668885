import type { CalledService } from '../../called-service.ts';
import type { Answer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import type { Exchange } from '../exchange.ts';
import { KnownRequests } from '../known-requests.ts';
import type { Clock } from './clock.ts';
import type { Limiter } from './limiter.ts';
import { type Decision, RetryPolicy } from './retry-policy.ts';

/** What one client's requests are sent with. */
interface RetryOptions {
  readonly service: Pick<CalledService, 'operations' | 'created'>;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Sends once; a retry uses a new connection, since a limit may be per connection. */
  readonly send: (ask: Ask, isAgain: boolean) => Promise<Answer>;
  /** Called for each response that is kept. */
  readonly record: (ask: Ask, answer: Answer) => void;
  /** Called whenever all requests slow down. */
  readonly onLimit?: (() => void) | undefined;
}

/** A request, and what became of it so far. */
interface Attempt {
  readonly ask: Ask;
  readonly token: string;
  readonly isOnce: boolean;
  tries: number;
  waitedMs: number;
  /** When it was last sent. */
  sentAt: number;
  /** The response after which it has waited as told. */
  waitedAfter: Exchange | undefined;
}

function marked(answer: Answer, throttled: boolean): Answer {
  return { ...answer, exchange: { ...answer.exchange, throttled } };
}

/** Sends each request until a response can be judged, or waiting is futile: when, and which of both, the policy decides. */
export class RetryHandler {
  readonly #options: RetryOptions;
  readonly #policy = new RetryPolicy();
  readonly #known: KnownRequests;
  #throttledCount = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
    this.#known = new KnownRequests(options.service);
  }

  /** How often requests were throttled. */
  get throttledCount(): number {
    return this.#throttledCount;
  }

  /** Whether a response was found to be a limit, not a refusal. */
  isLimit(exchange: Exchange): boolean {
    return this.#policy.meaningOf(exchange) === 'limit';
  }

  async ask(ask: Ask): Promise<Answer> {
    const attempt: Attempt = {
      ask,
      token: ask.caller.authorization ?? '',
      isOnce: ask.once ?? false,
      tries: 0,
      waitedMs: 0,
      sentAt: 0,
      waitedAfter: undefined,
    };
    this.#known.noteSending(ask);
    for (;;) {
      const answer = await this.#send(attempt);
      const next = this.#policy.decide(answer, attempt);
      if (next.kind !== 'judge') await ask.connection?.close();
      const last = await this.#follow(next, attempt, answer);
      if (last) return last;
    }
  }

  async #send(attempt: Attempt): Promise<Answer> {
    const { limiter, clock, signal, send } = this.#options;
    const { ask } = attempt;
    const once = (): Promise<Answer> => {
      attempt.sentAt = clock.now();
      attempt.tries += 1;
      return send(ask, attempt.tries > 1);
    };
    const { isFirst, atOnce } = ask;
    const admission = { signal, isFirst, atOnce };
    if (!ask.connection || ask.connection.isClosed) return limiter.run(once, admission);
    // Who shares a connection has been let in with it.
    await limiter.untilTurn(admission);
    return once();
  }

  /** The last response to the request; undefined if it is to be sent again. */
  async #follow(next: Decision, attempt: Attempt, answer: Answer): Promise<Answer | undefined> {
    switch (next.kind) {
      case 'judge':
        this.#recordEnd(attempt, answer);
        return this.#judged(attempt.ask, answer);
      case 'give-up':
        this.#recordEnd(attempt, answer);
        return this.#unjudged(attempt.ask, answer);
      case 'wait':
        this.#unjudged(attempt.ask, answer);
        await this.#wait(next.ms, attempt, answer.exchange);
        return undefined;
      case 'find-out':
        return this.#findOut(attempt, answer);
    }
  }

  /** Whether its waits have helped. */
  #recordEnd({ waitedMs, waitedAfter }: Attempt, answer: Answer): void {
    const isServed = this.#policy.isServed(answer);
    if (isServed && waitedAfter) this.#policy.recordLimit(waitedAfter);
    if (waitedMs > 0) this.#policy.recordWait(isServed);
  }

  #judged(ask: Ask, answer: Answer): Answer {
    if (this.#policy.isServed(answer)) this.#options.limiter.recordServed();
    this.#known.add(ask.caller.authorization ?? '', ask, answer);
    this.#options.record(ask, answer);
    return answer;
  }

  #unjudged(ask: Ask, answer: Answer): Answer {
    const throttled = marked(answer, true);
    this.#options.record(ask, throttled);
    return throttled;
  }

  /** The others go on, unless too many are turned away. */
  async #wait(ms: number, attempt: Attempt, exchange: Exchange): Promise<void> {
    const { clock, signal } = this.#options;
    if (this.isLimit(exchange)) this.#recordTurnedAway(exchange, attempt.sentAt);
    else {
      attempt.waitedMs += ms;
      attempt.waitedAfter = exchange;
    }
    await clock.sleep(ms, signal);
  }

  #recordTurnedAway(exchange: Exchange, sentAt: number): void {
    this.#policy.recordLimit(exchange);
    this.#throttledCount += 1;
    this.#options.limiter.recordTurnedAway(sentAt, this.#policy.toldMs(exchange));
    this.#options.onLimit?.();
  }

  /** Undefined where another request found it out in the meantime. */
  async #findOut(attempt: Attempt, first: Answer): Promise<Answer | undefined> {
    const { ask } = attempt;
    const wasLimit = this.isLimit(first.exchange);
    const found = await this.#options.limiter.alone(async () => {
      const isKnown = !wasLimit && this.#policy.meaningOf(first.exchange) !== 'unknown';
      return isKnown ? undefined : this.#repeatAlone(attempt, first);
    });
    // With Retry-After, a refusal is not judged: it may be another one tomorrow.
    const isJudged = found?.isRefusal === true && this.#policy.toldMs(first.exchange) === undefined;
    this.#options.record(ask, marked(first, !isJudged));
    if (!found) return undefined;
    const isEnd = this.#policy.isServed(found.answer) || isJudged;
    return isEnd ? this.#judged(ask, found.answer) : this.#unjudged(ask, found.answer);
  }

  /**
   * Repeats a request until the response changes, or proves to be a refusal: a limit serves a retry when nothing
   * else is sent; a refusal persists while another request of the same caller is served.
   */
  async #repeatAlone(
    { ask, token, sentAt }: Attempt,
    first: Answer,
  ): Promise<{ readonly answer: Answer; readonly isRefusal: boolean }> {
    const { clock, signal, send } = this.#options;
    const quietWaits = this.#policy.quietWaits();
    const failed = new Set<Ask>();
    const since = clock.now();
    let answer = first;
    let waitMs: number | undefined = quietWaits[0];
    for (let tries = 1; waitMs !== undefined; tries += 1) {
      if (waitMs > 0) await clock.sleep(waitMs, signal);
      answer = await send(ask, true);
      const isServed = this.#policy.isServed(answer);
      const isAlike = this.#policy.areAlike(first.exchange, answer.exchange);
      if (isServed || !isAlike) this.#recordTurnedAway(first.exchange, sentAt);
      if (isServed) return { answer, isRefusal: false };
      if (tries >= quietWaits.length && (await this.#areOthersServed(token, failed))) {
        this.#policy.recordRefusal(answer.exchange);
        return { answer, isRefusal: true };
      }
      waitMs = quietWaits[tries] ?? this.#policy.longerWait(waitMs, clock.now() - since);
    }
    this.#policy.giveUp();
    return { answer, isRefusal: false };
  }

  /** Whether a control request is served now; also if there is none. */
  async #areOthersServed(token: string, failed: Set<Ask>): Promise<boolean> {
    const control = this.#known.find(token, failed);
    if (!control) return true;
    const answer = await this.#options.send(control, true);
    const isServed = this.#policy.isServed(answer);
    this.#options.record(control, marked(answer, !isServed));
    // What is refused while another is served is not there any more.
    if (isServed) this.#known.forget(failed);
    else failed.add(control);
    return isServed;
  }
}
