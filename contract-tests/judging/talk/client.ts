import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { request as requestOnce } from 'undici';
import type { Redactor } from '../../../src/traffic/redactor.ts';
import type { CalledService } from '../called-service.ts';
import type { OnCreating } from '../model.ts';
import { type Answer, judgeable, type ReceivedExchange } from './answer.ts';
import type { Ask } from './ask.ts';
import { BrokenResponses } from './broken-responses.ts';
import { Connections, type SharedConnection } from './connections.ts';
import { CreatesUnderWay } from './creates.ts';
import type { Exchange } from './exchange.ts';
import { KnownRequests } from './known-requests.ts';
import { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import type { Outage } from './outage.ts';
import { OutgoingRequests } from './outgoing.ts';
import { type Clock, realClock } from './pace/clock.ts';
import { Limiter } from './pace/limiter.ts';
import { Retries } from './pace/retries.ts';
import { QuietLimit } from './pace/run-patience.ts';
import { answerLimit } from './pace/time-limits.ts';
import { BodyReader } from './received.ts';

export { NoAnswer } from './no-answer.ts';

export interface ClientOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onAnswer: (answer: Answer, ask: Ask) => void;
  /** Called before every request. */
  readonly onAsk?: (ask: Ask) => void;
  /** Called for every exchange as it was received, before a long body is abridged. */
  readonly onReceived?: ((exchange: ReceivedExchange) => void) | undefined;
  /** Called for a request without a response, which may or may not have been processed. */
  readonly onLost?: (exchange: Exchange) => void;
  /** Called whenever a rate limit is hit. */
  readonly onLimit?: (() => void) | undefined;
  readonly onCreating?: OnCreating | undefined;
  /** Called when a server has stopped answering, before it is waited for. */
  readonly onDown?: ((outage: Outage) => void) | undefined;
  /** Called when a server has come back, possibly without what it had stored. */
  readonly onRestart?: ((origin: string) => void) | undefined;
  /** Called for a request that was only sent to find out whether a server answers, or what stops it. */
  readonly onTrial?: ((answer: Answer) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Aborts when nothing is served for a moment: for work after a stop. */
  readonly isHurried?: boolean;
}

/** A request on its way. */
interface Request {
  readonly ask: Ask;
  readonly outgoing: Exchange['request'];
  readonly startedAt: number;
}

/** Sends the requests of a run at a pace that the servers bear, and records each exchange. */
export class Client {
  readonly #service: CalledService;
  readonly #redactor: Redactor;
  readonly #options: ClientOptions;
  /** What ends every request under way; for work after a stop, when nothing is served any more. */
  readonly #signal: AbortSignal | undefined;
  readonly #hurry = new AbortController();
  readonly #connections: Connections;
  readonly #limiter: Limiter;
  readonly #retries: Retries;
  readonly #outgoing: OutgoingRequests;
  readonly #bodies = new BodyReader();
  readonly #creates: CreatesUnderWay;
  readonly #exchanges: Exchange[] = [];
  /** Answers to requests with side effects. */
  readonly #awaited = new Set<Promise<unknown>>();
  readonly #underWay = new Map<AbortController, Ask>();
  #quietLimit: QuietLimit | undefined;
  /** The number of responses so far. */
  #answerCount = 0;
  /** Knows which servers have stopped answering. */
  readonly liveness: Liveness;
  readonly brokenResponses = new BrokenResponses();

  constructor(service: CalledService, options: ClientOptions) {
    const { clock = realClock, isHurried = false } = options;
    const { pace } = service.target;
    this.#service = service;
    this.#redactor = service.redactor();
    this.#options = options;
    this.#signal = isHurried ? this.#hurry.signal : options.signal;
    // Every waiter adds a listener, and Node warns about many.
    if (this.#signal) setMaxListeners(0, this.#signal);
    this.#connections = new Connections(service.target);
    this.#limiter = new Limiter(pace.requestsPerSecond, clock);
    this.#outgoing = new OutgoingRequests(service);
    this.#creates = new CreatesUnderWay(service, options.onCreating);
    const known = new KnownRequests(service);
    this.liveness = new Liveness({
      service,
      known,
      clock,
      signal: this.#signal,
      timeoutMs: pace.timeoutMs,
      onDown: options.onDown,
      onRestart: options.onRestart,
      send: (ask, isAgain) => this.#send(ask, isAgain),
      sendTrial: (ask) => this.#sendTrial(ask),
      onLost: options.onLost,
    });
    this.#retries = new Retries({
      known,
      limiter: this.#limiter,
      clock,
      signal: this.#signal,
      send: (ask, isAgain) => this.liveness.send(ask, isAgain),
      record: (ask, answer) => this.#record(ask, answer),
      onLimit: options.onLimit,
    });
    if (isHurried) this.#startQuietLimit();
    this.#hurry.signal.addEventListener('abort', () => this.#end(() => true));
    options.signal?.addEventListener('abort', this.#stop, { once: true });
  }

  /** All exchanges so far, in order of responses, with long bodies abridged. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  ask(ask: Ask): Promise<Answer> {
    this.#options.onAsk?.(ask);
    const answer = this.#retries.ask(ask);
    if (this.#mustBeHeard(ask)) {
      const forget = (): boolean => this.#awaited.delete(answer);
      this.#awaited.add(answer);
      answer.then(forget, forget);
    }
    return answer;
  }

  /**
   * Opens a connection for a few requests, one after the other. While it is open, nothing else may be asked by
   * `work`: a server that serves one connection at a time would not answer.
   */
  async overOneConnection<T>(work: (connection: SharedConnection) => Promise<T>): Promise<T> {
    const leave = await this.#limiter.enter({ signal: this.#signal, isConnection: true });
    const connection = this.#connections.share(leave);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  /** How often a rate limit was hit, and the rate that was found to work. */
  paced(): { readonly throttledCount: number; readonly requestsPerSecond?: number } {
    const { throttledCount } = this.#retries;
    const requestsPerSecond = this.#limiter.foundRate;
    return requestsPerSecond === undefined
      ? { throttledCount }
      : { throttledCount, requestsPerSecond };
  }

  /** Whether an area's server has stopped answering for good: nothing is sent to it any more. */
  isGivenUp(area: string): boolean {
    return this.liveness.isDead(this.#service.urlOf(area));
  }

  /** Whether a response is from a rate limit, which says nothing about the request. */
  isLimit(exchange: Exchange): boolean {
    return this.#retries.isLimit(exchange);
  }

  /** Resolves when all pending requests with side effects have completed. */
  async untilSettled(): Promise<void> {
    await Promise.allSettled(this.#awaited);
  }

  async close(): Promise<void> {
    this.#quietLimit?.end();
    this.#options.signal?.removeEventListener('abort', this.#stop);
    await this.#connections.close();
  }

  readonly #stop = (): void => {
    this.#end((ask) => !this.#mustBeHeard(ask));
    this.#startQuietLimit();
  };

  #startQuietLimit(): void {
    this.#quietLimit ??= new QuietLimit(this.#service.target, () =>
      this.#hurry.abort(new Error('nothing gets a response any more')),
    );
  }

  #end(which: (ask: Ask) => boolean): void {
    for (const [ending, ask] of this.#underWay) if (which(ask)) ending.abort(this.#signal?.reason);
  }

  /** Also when a run is stopped: a pending create may be stored already, and a counted call counted. */
  #mustBeHeard({ operation, once = false }: Ask): boolean {
    return this.#service.operations.of(operation).effect === 'creates' || once;
  }

  /** Sends a request at once, whatever is known about its server; its response is not judged. */
  async #sendTrial(ask: Ask): Promise<Answer> {
    const onAnswer = this.#options.onTrial ?? (() => undefined);
    const answer = await this.#send(ask, true);
    this.#record({ ...ask, onAnswer }, answer);
    return answer;
  }

  #record(ask: Ask, answer: Answer): void {
    const { exchange } = answer;
    this.#exchanges.push(exchange);
    if (!exchange.throttled) this.#quietLimit?.restart();
    if (ask.onAnswer) ask.onAnswer(answer);
    else this.#options.onAnswer(answer, ask);
    this.#creates.noteRecorded(exchange);
  }

  async #send(ask: Ask, isAgain: boolean): Promise<Answer> {
    const { target } = this.#service;
    const { timeoutMs } = target.pace;
    this.#signal?.throwIfAborted();
    const outgoing = this.#outgoing.requestFor(ask);
    const { method, url, headers } = outgoing;
    const request: Request = { ask, outgoing, startedAt: performance.now() };
    // A counted call can be neither repeated nor judged if the server has closed the connection meanwhile.
    const mayShare = !isAgain && !ask.once;
    const shared = mayShare ? ask.connection?.dispatcherTo(new URL(url).origin) : undefined;
    // A total limit: an endless response may arrive in pieces, each in time.
    const longestMs = answerLimit.totalTimes * timeoutMs;
    const late = { code: 'TIMEOUT', message: `the response took more than ${longestMs} ms` };
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(late), longestMs);
    const creating = this.#creates.sending(ask);
    const sending = this.liveness.sending(ask, outgoing);
    this.#underWay.set(ending, ask);
    try {
      const data = await requestOnce(url, {
        method,
        headers: { ...target.headers, ...headers },
        body: bodyOf(ask),
        dispatcher: shared ?? this.#connections.fresh,
        signal: ending.signal,
      });
      const connection = shared && ask.connection?.number;
      const asked = headers['accept-encoding'];
      const response = await this.#bodies.response(data, ending.signal, asked);
      this.#answerCount += 1;
      const exchange = this.#exchangeOf(request, response, connection);
      this.#options.onReceived?.(exchange);
      const answer = judgeable(this.#service.operations, exchange, this.#redactor);
      this.brokenResponses.add(answer.exchange);
      this.#limiter.recordDuration(
        sending.startedAt,
        exchange.endedAt - exchange.startedAt,
        timeoutMs,
      );
      if (response.cut) this.liveness.noteNoAnswer(sending);
      else this.liveness.noteAnswer(sending, answer);
      creating.noteAnswer(answer);
      return answer;
    } catch (error) {
      creating.noteFailure(error);
      if (this.#signal?.aborted) throw this.#signal.reason;
      const wasSent = (error as { code?: string }).code !== 'ECONNREFUSED';
      this.liveness.noteNoAnswer(sending, wasSent);
      const none = { status: 0, headers: {}, body: '', cut: true as const };
      const lost: Exchange = { ...this.#exchangeOf(request, none), outcome: 'unreadable' };
      this.#options.onLost?.(lost);
      throw new NoAnswer(url, ending.signal.aborted ? late : error, { lost });
    } finally {
      sending.end();
      clearTimeout(timer);
      this.#underWay.delete(ending);
    }
  }

  #exchangeOf(
    { ask, outgoing, startedAt }: Request,
    response: Exchange['response'],
    connection?: number,
  ): ReceivedExchange {
    return {
      number: this.#answerCount,
      operation: ask.operation,
      about: ask.about,
      ...(ask.sent !== undefined && { sent: ask.sent }),
      caller: ask.caller.key,
      request: outgoing,
      response,
      startedAt,
      endedAt: performance.now(),
      throttled: false,
      ...(ask.connection && { kept: true }),
      ...(connection !== undefined && { connection }),
      ...(ask.way && { way: ask.way }),
      ...(ask.atOnce && { atOnce: true }),
      ...(ask.isRetry && { isRetry: true }),
      ...(ask.scenario !== undefined && { scenario: ask.scenario }),
    };
  }
}

function bodyOf({ body, way }: Ask): string | Readable | null {
  if (body === undefined) return null;
  const padded = body.padEnd(way?.padTo ?? 0);
  return way?.chunked ? Readable.from([padded]) : padded;
}
