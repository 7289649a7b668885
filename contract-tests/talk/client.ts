import { isUtf8 } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import { rootCertificates } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { pathOf, placeOf } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';
import type { Ask } from './ask.ts';
import { type Exchange, longestBody } from './exchange.ts';
import { Breaker } from './pace/breaker.ts';
import { type Clock, realClock } from './pace/clock.ts';
import { Gate } from './pace/gate.ts';
import { turnedAwayBy } from './pace/turned-away.ts';

/** No answer came: not a verdict about a clause, unless it stays so. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code: string;
  readonly url: string;
  constructor(url: string, cause: unknown) {
    const error = cause as { code?: string; message?: string; cause?: { code?: string } };
    super(error.message || error.code || String(cause));
    this.code = error.code ?? error.cause?.code ?? '';
    this.url = url;
  }
}

const joined = (base: string, path: string): string => {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url.href;
};

const urlOf = (target: Target, { operation, about, rawPath }: Ask): string => {
  const { area } = placeOf(operation);
  const base = area === 'lookup' ? (target.analysisUrl ?? target.baseUrl) : target.baseUrl;
  const { sent: _, ...named } = about;
  return joined(base, '').replace(/\/+$/, '') + (rawPath ?? pathOf(operation, named));
};

/** Also when a run is stopped: a create under way may be stored already, and a counted call counted. */
const mustBeHeard = ({ operation, once = false }: Ask): boolean => operation === 'create' || once;

const unpacked = (bytes: Buffer, encoding: string | undefined): Buffer => {
  const options = { maxOutputLength: longestBody };
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, options);
    if (encoding === 'br') return brotliDecompressSync(bytes, options);
    if (encoding === 'deflate') return inflateSync(bytes, options);
  } catch (error) {
    if (isTooLong(error)) throw error;
    // What cannot be unpacked is judged as it came.
  }
  return bytes;
};

/** Whether undici or zlib has stopped at the longest body. */
const isTooLong = (error: unknown): boolean =>
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE'].includes(
    (error as { code?: string }).code ?? '',
  );

const tooLong = (): Error =>
  new Error(`the answer is longer than ${longestBody / 1024 / 1024} MiB`);

const decoded = (bytes: Buffer): Pick<Exchange['response'], 'body' | 'garbled'> => {
  const body = bytes.toString('utf8');
  return isUtf8(bytes) ? { body } : { body, garbled: true };
};

export interface Client {
  ask(ask: Ask): Promise<Exchange>;
  /** Every exchange so far, in the order the answers came. */
  readonly exchanges: readonly Exchange[];
  /** How often a limit of the server was met, and the rate that was found to hold. */
  paced(): { readonly turnedAway: number; readonly requestsPerSecond?: number };
  /** Whether the target has stopped answering, so that nothing is sent any more. */
  isGivenUp(): boolean;
  /** Whether an answer is that of a limit, which says nothing of what was asked. */
  isLimit(exchange: Exchange): boolean;
  /** Ends when all is answered that must be heard, so that it is known what was stored and what was used up. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const connect = (
  target: Target,
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly onExchange: (exchange: Exchange) => void;
    /** Told whenever a limit of the server was met. */
    readonly onLimit?: (() => void) | undefined;
    readonly clock?: Clock | undefined;
  },
): Client => {
  const timeout = target.pace.timeoutMs;
  const trusted = target.authority && { ca: [...rootCertificates, target.authority] };
  const common = {
    connect: { timeout, ...trusted },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: longestBody,
  };
  const reused = new Agent({ ...common, connections: 32 });
  // What is not sent again must not be lost to a connection that is just being closed.
  const fresh = new Agent({ ...common, pipelining: 0 });
  const kept = new Agent({ ...common, connections: 1 });
  const agentFor = ({ operation, once, kept: isKept }: Ask, isAgain: boolean): Agent => {
    if (isKept && !isAgain) return kept;
    return placeOf(operation).method !== 'GET' || once || isAgain ? fresh : reused;
  };
  const clock = options.clock ?? realClock;
  const breaker = new Breaker(clock.now());
  const gate = new Gate(target.pace.requestsPerSecond, clock);
  const exchanges: Exchange[] = [];
  const awaited = new Set<Promise<unknown>>();
  let number = 0;
  // Every request in flight listens to the signal, and Node warns of many listeners.
  if (options.signal) setMaxListeners(0, options.signal);

  const send = async (ask: Ask, isAgain: boolean): Promise<Exchange> => {
    const { method } = placeOf(ask.operation);
    const url = urlOf(target, ask);
    const { accept = 'application/json' } = ask;
    const headers: { [name: string]: string } = {
      ...(accept !== '' && { accept }),
      'user-agent': 'abuse-feed-kit',
    };
    if (ask.caller.authorization !== undefined) headers.authorization = ask.caller.authorization;
    if (ask.contentType !== undefined) headers['content-type'] = ask.contentType;
    const startedAt = performance.now();
    options.signal?.throwIfAborted();
    if (breaker.isOpen) throw new NoAnswer(url, new Error('the target has stopped answering'));
    try {
      const response = await request(url, {
        method,
        headers,
        body: ask.body ?? null,
        dispatcher: agentFor(ask, isAgain),
        ...(options.signal && !mustBeHeard(ask) && { signal: options.signal }),
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const flat = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      const body = decoded(unpacked(bytes, flat['content-encoding']));
      number += 1;
      breaker.answered(clock.now());
      return {
        number,
        operation: ask.operation,
        about: ask.about,
        caller: ask.caller.key,
        request: { method, url, headers, ...(ask.body !== undefined && { body: ask.body }) },
        response: { status: response.statusCode, headers: flat, ...body },
        startedAt,
        endedAt: performance.now(),
        throttled: false,
        ...(ask.inFront && { inFront: true }),
        ...(ask.kept && { kept: true }),
        ...(ask.isRetry && { isRetry: true }),
        ...(ask.scenario !== undefined && { scenario: ask.scenario }),
      };
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      breaker.failed(clock.now());
      throw new NoAnswer(url, isTooLong(error) ? tooLong() : error);
    }
  };

  const sendAgain = async (ask: Ask, isAgain: boolean): Promise<Exchange> => {
    try {
      return await send(ask, isAgain);
    } catch (error) {
      const isHarmless = ask.kept || (placeOf(ask.operation).method === 'GET' && !ask.once);
      if (!(error instanceof NoAnswer) || !isHarmless) throw error;
      return send(ask, true);
    }
  };

  const noted = (ask: Ask, exchange: Exchange): Exchange => {
    exchanges.push(exchange);
    (ask.hear ?? options.onExchange)(exchange);
    return exchange;
  };

  const turnedAway = turnedAwayBy({
    gate,
    clock,
    signal: options.signal,
    send: sendAgain,
    noted,
    onLimit: options.onLimit,
  });

  return {
    exchanges,
    paced: () => ({
      turnedAway: turnedAway.times,
      ...(gate.foundRate !== undefined && { requestsPerSecond: gate.foundRate }),
    }),
    isGivenUp: () => breaker.isOpen,
    isLimit: turnedAway.isLimit,
    settled: async () => {
      await Promise.allSettled(awaited);
    },
    close: async () => {
      // Bun has agents of its own in the place of undici's, and those have nothing to end.
      await Promise.all([reused, fresh, kept].map((agent) => agent.destroy?.()));
    },
    ask(ask) {
      const answer = turnedAway.ask(ask);
      if (mustBeHeard(ask)) {
        const forget = (): boolean => awaited.delete(answer);
        awaited.add(answer);
        answer.then(forget, forget);
      }
      return answer;
    },
  };
};
