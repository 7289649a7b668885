import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import type { Area } from '../../src/spec/clauses.ts';
import { operationPlace } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';
import { type Answer, judgeable } from './answer.ts';
import type { Ask } from './ask.ts';
import { encodings, textIn, unpacked } from './body-text.ts';
import { connectionsTo } from './connections.ts';
import { createsUnderWay, type OnCreating } from './creates.ts';
import { type Exchange, longestJudgedBody } from './exchange.ts';
import { Liveness } from './liveness.ts';
import { NoAnswer } from './no-answer.ts';
import type { Outage } from './outage.ts';
import { type Clock, realClock } from './pace/clock.ts';
import { Gate } from './pace/gate.ts';
import { whileServed } from './pace/run-patience.ts';
import { throttleRetry } from './pace/throttle-retry.ts';
import { answerLimit } from './pace/time-limits.ts';
import { BodyReader, TooLong } from './received.ts';
import { baseOf, requestUrlOf } from './request-url.ts';

export { NoAnswer } from './no-answer.ts';

/** Also when a run is stopped: a pending create may be stored already, and a counted call counted. */
const mustBeHeard = ({ operation, once = false }: Ask): boolean => operation === 'create' || once;

const cutOff = { code: 'UND_ERR_SOCKET', message: 'the answer was cut off' };

/** Whether the client, not the server, ended a body because of its duration or length. */
const isOurs = (error: unknown): boolean =>
  error instanceof TooLong || (error as { code?: string }).code === 'UND_ERR_BODY_TIMEOUT';

export interface Client {
  ask(ask: Ask): Promise<Answer>;
  /** All exchanges so far, in order of responses, with long bodies abridged. */
  readonly exchanges: readonly Exchange[];
  /** How often a rate limit was hit, and the rate that was found to work. */
  paced(): { readonly throttledCount: number; readonly requestsPerSecond?: number };
  /** Knows which servers have stopped answering. */
  readonly liveness: Liveness;
  /** Whether an area's server has stopped answering for good: nothing is sent to it any more. */
  isGivenUp(area: Area): boolean;
  /** Whether a response is from a rate limit, which says nothing about the request. */
  isLimit(exchange: Exchange): boolean;
  /** Resolves when all pending requests with side effects have completed. */
  settled(): Promise<void>;
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

export const connect = (target: Target, options: ClientOptions): Client => {
  const hurry = new AbortController();
  const signal = options.isHurried ? hurry.signal : options.signal;
  // Every waiter adds a listener, and Node warns about many.
  if (signal) setMaxListeners(0, signal);
  const timeout = target.pace.timeoutMs;
  // A total limit: an endless response may arrive in pieces, each in time.
  const longest = answerLimit.totalTimes * timeout;
  const late = { code: 'TIMEOUT', message: `the answer took more than ${longest} ms` };
  const { atOnce } = options;
  const connections = connectionsTo(target, atOnce);
  const clock = options.clock ?? realClock;
  const gate = new Gate(target.pace.requestsPerSecond, clock, atOnce && Math.max(1, atOnce - 1));
  const exchanges: Exchange[] = [];
  const awaited = new Set<Promise<unknown>>();
  const receiving = new BodyReader();
  const underWay = new Map<AbortController, Ask>();
  const creates = createsUnderWay(options.onCreating);
  let [number, gets] = [0, 0];

  const end = (which: (ask: Ask) => boolean, why: unknown): void => {
    for (const [ending, ask] of underWay) if (which(ask)) ending.abort(why);
  };
  const hurried = () =>
    whileServed(target, () => hurry.abort(new Error('nothing more is answered')));
  let quiet = options.isHurried ? hurried() : undefined;
  hurry.signal.addEventListener('abort', () => end(() => true, signal?.reason));
  const stop = (): void => {
    end((ask) => !mustBeHeard(ask), signal?.reason);
    quiet ??= hurried();
  };
  options.signal?.addEventListener('abort', stop, { once: true });

  const headersOf = (ask: Ask, method: string): { [name: string]: string } => {
    const { accept = 'application/json', caller, contentType } = ask;
    if (method === 'GET') gets += 1;
    const { encoding = method === 'GET' && gets % 3 === 0 ? encodings : '' } = ask;
    return {
      ...(accept !== '' && { accept }),
      ...(encoding !== '' && { 'accept-encoding': encoding }),
      'user-agent': 'abuse-feed-kit',
      ...(caller.authorization !== undefined && { authorization: caller.authorization }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...ask.way?.headers,
    };
  };

  const read = async (
    { statusCode: status, headers, body }: Dispatcher.ResponseData,
    signal: AbortSignal,
  ) => {
    const { bytes, error } = await receiving.read(body);
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    if (error !== undefined && (signal.aborted || isOurs(error))) throw error;
    const plain = unpacked(bytes, flat['content-encoding'], longestJudgedBody);
    if (plain === 'too long') throw new TooLong();
    // A body that cannot be decompressed is judged as received.
    const text = textIn(plain === 'unreadable' ? bytes : plain);
    // RFC 9110, 15.3.5: a 204 ends with its headers, whatever length they announce.
    const isCut = error !== undefined && status !== 204;
    return { status, headers: flat, ...text, ...(isCut && { cut: true as const }) };
  };

  const send = async (ask: Ask, isAgain: boolean): Promise<Answer> => {
    const { method = operationPlace(ask.operation).method, body = null, way } = ask;
    const url = requestUrlOf(target, ask);
    const headers = headersOf(ask, method);
    signal?.throwIfAborted();
    const used = await connections.use(ask, isAgain, url);
    const startedAt = performance.now();
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(late), longest);
    const creating = creates.sending(ask);
    const outgoing = { method, url, headers, ...(body !== null && { body }) };
    const sending = liveness.sending(ask, outgoing);
    const exchangeOf = (response: Exchange['response']): Exchange => ({
      number,
      operation: ask.operation,
      about: ask.about,
      caller: ask.caller.key,
      request: outgoing,
      response,
      startedAt,
      endedAt: performance.now(),
      throttled: false,
      ...(ask.inFront && { inFront: true }),
      ...(ask.kept && { kept: true }),
      ...(used.number && { connection: used.number() }),
      ...(way && { way }),
      ...(ask.atOnce && { atOnce: true }),
      ...(ask.isRetry && { isRetry: true }),
      ...(ask.scenario !== undefined && { scenario: ask.scenario }),
    });
    underWay.set(ending, ask);
    try {
      const response = await read(
        await request(url, {
          method,
          headers,
          body: way?.chunked && body !== null ? Readable.from([body]) : body,
          dispatcher: used.agent,
          signal: ending.signal,
        }),
        ending.signal,
      );
      number += 1;
      const answer = judgeable(exchangeOf(response));
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
      const lost = exchangeOf({ status: 0, headers: {}, body: '', cut: true });
      options.onLost?.(lost);
      throw new NoAnswer(url, ending.signal.aborted ? late : error, { lost });
    } finally {
      sending.end();
      clearTimeout(timer);
      used.done();
      underWay.delete(ending);
    }
  };

  /** A kept connection may have been closed meanwhile: only the last attempt says something about the server. */
  const sendIfUp = async (ask: Ask, isAgain: boolean, isLast: boolean): Promise<Answer> => {
    const url = requestUrlOf(target, ask);
    await liveness.ready(url, ask);
    try {
      const answer = await send(ask, isAgain);
      if (!answer.exchange.response.cut || !isLast) return answer;
      const error = await liveness.explained(new NoAnswer(url, cutOff), ask);
      if (!error.outage) return answer;
      throw error;
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.outage) throw error;
      throw isLast || error.isRefused ? await liveness.explained(error, ask) : error;
    }
  };

  const sendAgain = async (ask: Ask, isAgain: boolean): Promise<Answer> => {
    const isHarmless = ask.kept || (operationPlace(ask.operation).method === 'GET' && !ask.once);
    try {
      const answer = await sendIfUp(ask, isAgain, !isHarmless);
      if (!answer.exchange.response.cut || !isHarmless) return answer;
      options.onLost?.(answer.exchange);
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.isCulprit || !isHarmless) throw error;
      // The server has closed the shared connection, as it may: the next one takes its place.
      if (ask.kept && !isAgain && error.dropped)
        return sendIfUp(ask, false, false).catch(() => sendIfUp(ask, true, true));
    }
    return sendIfUp(ask, true, true);
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
    ...{ clock, signal, timeoutMs: timeout, onDown: options.onDown, onRestart: options.onRestart },
    send: async (ask) => noted({ ...ask, onAnswer }, await send(ask, true)),
  });

  const retry = throttleRetry({
    gate,
    clock,
    signal,
    send: sendAgain,
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
    isGivenUp: (area) => liveness.isDead(baseOf(target, area)),
    isLimit: retry.isLimit,
    settled: async () => {
      await Promise.allSettled(awaited);
    },
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
