import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { request } from 'undici';
import type { OnCreating } from '../model.ts';
import type { CalledService } from '../service.ts';
import { type Answer, judgeable, type ReceivedExchange } from './answer.ts';
import type { Ask } from './ask.ts';
import { connectionsTo } from './connections.ts';
import { CreatesUnderWay } from './creates.ts';
import type { Exchange } from './exchange.ts';
import { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import type { Outage } from './outage.ts';
import { outgoingRequests } from './outgoing.ts';
import { type Clock, realClock } from './pace/clock.ts';
import { Gate } from './pace/gate.ts';
import { whileServed } from './pace/run-patience.ts';
import { throttleRetry } from './pace/throttle-retry.ts';
import { answerLimit } from './pace/time-limits.ts';
import { BodyReader } from './received.ts';
import { repeatingLost } from './repeat-lost.ts';

export { NoAnswer } from './no-answer.ts';

export interface Client {
  ask(ask: Ask): Promise<Answer>;
  /** All exchanges so far, in order of responses, with long bodies abridged. */
  readonly exchanges: readonly Exchange[];
  /** How often a rate limit was hit, and the rate that was found to work. */
  paced(): { readonly throttledCount: number; readonly requestsPerSecond?: number };
  /** Knows which servers have stopped answering. */
  readonly liveness: Liveness;
  /** Whether an area's server has stopped answering for good: nothing is sent to it any more. */
  isGivenUp(area: string): boolean;
  /** Whether a response is from a rate limit, which says nothing about the request. */
  isLimit(exchange: Exchange): boolean;
  /** Resolves when all pending requests with side effects have completed. */
  settled(): Promise<void>;
  /** The next requests open connections of their own. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onAnswer: (answer: Answer, ask: Ask) => void;
  /** Called before every request. */
  readonly onAsk?: (ask: Ask) => void;
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
  /** How many connections the target serves at once, if idle ones keep others waiting. */
  readonly atOnce?: number | undefined;
  /** Aborts when nothing is served for a moment: for work after a stop. */
  readonly isHurried?: boolean;
}

export const connect = (service: CalledService, options: ClientOptions): Client => {
  const { target, operations } = service;
  const redactor = service.redactor();
  const hurry = new AbortController();
  const signal = options.isHurried ? hurry.signal : options.signal;
  // Every waiter adds a listener, and Node warns about many.
  if (signal) setMaxListeners(0, signal);
  const timeout = target.pace.timeoutMs;
  // A total limit: an endless response may arrive in pieces, each in time.
  const longest = answerLimit.totalTimes * timeout;
  const late = { code: 'TIMEOUT', message: `the response took more than ${longest} ms` };
  const { atOnce } = options;
  const connections = connectionsTo(service, atOnce);
  const clock = options.clock ?? realClock;
  const gate = new Gate(target.pace.requestsPerSecond, clock, atOnce && Math.max(1, atOnce - 1));
  const exchanges: Exchange[] = [];
  const awaited = new Set<Promise<unknown>>();
  const receiving = new BodyReader();
  const underWay = new Map<AbortController, Ask>();
  const creates = new CreatesUnderWay(service, options.onCreating);
  const outgoingOf = outgoingRequests(service);
  let number = 0;

  /** Also when a run is stopped: a pending create may be stored already, and a counted call counted. */
  const mustBeHeard = ({ operation, once = false }: Ask): boolean =>
    operations.of(operation).effect === 'creates' || once;

  const end = (which: (ask: Ask) => boolean, why: unknown): void => {
    for (const [ending, ask] of underWay) if (which(ask)) ending.abort(why);
  };
  const hurried = () =>
    whileServed(target, () => hurry.abort(new Error('nothing gets a response any more')));
  let quiet = options.isHurried ? hurried() : undefined;
  hurry.signal.addEventListener('abort', () => end(() => true, signal?.reason));
  const stop = (): void => {
    end((ask) => !mustBeHeard(ask), signal?.reason);
    quiet ??= hurried();
  };
  options.signal?.addEventListener('abort', stop, { once: true });

  const send = async (ask: Ask, isAgain: boolean): Promise<Answer> => {
    const { way } = ask;
    const body = ask.body?.padEnd(way?.padTo ?? 0) ?? null;
    const outgoing = outgoingOf(ask);
    const { method, url, headers } = outgoing;
    signal?.throwIfAborted();
    const used = await connections.use(ask, isAgain, url);
    let connection: number | undefined;
    const startedAt = performance.now();
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(late), longest);
    const creating = creates.sending(ask);
    const sending = liveness.sending(ask, outgoing);
    const exchangeOf = (response: Exchange['response']): ReceivedExchange => ({
      number,
      operation: ask.operation,
      about: ask.about,
      ...(ask.sent !== undefined && { sent: ask.sent }),
      caller: ask.caller.key,
      request: outgoing,
      response,
      startedAt,
      endedAt: performance.now(),
      throttled: false,
      ...(ask.inFront && { inFront: true }),
      ...(ask.kept && { kept: true }),
      ...(connection !== undefined && { connection }),
      ...(way && { way }),
      ...(ask.atOnce && { atOnce: true }),
      ...(ask.isRetry && { isRetry: true }),
      ...(ask.scenario !== undefined && { scenario: ask.scenario }),
    });
    underWay.set(ending, ask);
    try {
      const data = await request(url, {
        method,
        headers: { ...target.headers, ...headers },
        body: way?.chunked && body !== null ? Readable.from([body]) : body,
        dispatcher: used.agent,
        signal: ending.signal,
      });
      // Before its body was read, no other request has the connection.
      connection = used.number?.();
      const response = await receiving.response(data, ending.signal, headers['accept-encoding']);
      number += 1;
      const answer = judgeable(operations, exchangeOf(response), redactor);
      gate.took(answer.exchange.endedAt - startedAt, timeout);
      if (response.cut) liveness.notAnswered(sending);
      else liveness.answered(sending, answer);
      creating.answered(answer);
      return answer;
    } catch (error) {
      creating.failed(error);
      if (signal?.aborted) throw signal.reason;
      const wasSent = (error as { code?: string }).code !== 'ECONNREFUSED';
      liveness.notAnswered(sending, wasSent);
      const none = { status: 0, headers: {}, body: '', cut: true as const };
      const lost: Exchange = { ...exchangeOf(none), outcome: 'unreadable' };
      options.onLost?.(lost);
      throw new NoAnswer(url, ending.signal.aborted ? late : error, { lost });
    } finally {
      sending.end();
      clearTimeout(timer);
      used.done();
      underWay.delete(ending);
    }
  };

  const noted = (ask: Ask, answer: Answer): Answer => {
    const { exchange } = answer;
    exchanges.push(exchange);
    if (!exchange.throttled) quiet?.served();
    (ask.onAnswer ?? options.onAnswer)(answer, ask);
    creates.noted(exchange);
    return answer;
  };

  const onAnswer = options.onTrial ?? (() => undefined);
  const liveness = new Liveness({
    service,
    clock,
    signal,
    timeoutMs: timeout,
    onDown: options.onDown,
    onRestart: options.onRestart,
    send: async (ask) => noted({ ...ask, onAnswer }, await send(ask, true)),
  });

  const retry = throttleRetry({
    service,
    gate,
    clock,
    signal,
    send: repeatingLost({ service, liveness, send, onLost: options.onLost }),
    noted,
    onLimit: options.onLimit,
  });

  return {
    exchanges,
    paced: () => ({
      throttledCount: retry.times,
      ...(gate.foundRate !== undefined && { requestsPerSecond: gate.foundRate }),
    }),
    liveness,
    isGivenUp: (area) => liveness.isDead(service.urlOf(area)),
    isLimit: retry.isLimit,
    settled: async () => {
      await Promise.allSettled(awaited);
    },
    renew: connections.renew,
    close: async () => {
      quiet?.over();
      options.signal?.removeEventListener('abort', stop);
      await connections.close();
    },
    ask(ask) {
      options.onAsk?.(ask);
      const answer = retry.ask(ask);
      if (mustBeHeard(ask)) {
        const forget = (): boolean => awaited.delete(answer);
        awaited.add(answer);
        answer.then(forget, forget);
      }
      return answer;
    },
  };
};
