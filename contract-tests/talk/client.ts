import { isUtf8 } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, request } from 'undici';
import type { Target } from '../target/target.ts';
import { readAnswer } from './answer.ts';
import type { Caller } from './callers.ts';
import type { About, Exchange, Operation } from './exchange.ts';
import { Gate } from './gate.ts';
import { Patience } from './patience.ts';

/** A request to be sent. */
export interface Ask {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly about: About;
  readonly body?: string;
  readonly contentType?: string;
  /** Sent exactly once, whatever comes back: every call of a limited token is counted (8). */
  readonly once?: boolean;
  /** The path and query as they are, also where they cannot be read. */
  readonly rawPath?: string;
  /** Something in front of the API may answer: only an answer of the API itself is judged. */
  readonly inFront?: boolean;
}

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

/** Where a server throttles without saying how long. */
const backoffMs = [200, 600, 1200];

const joined = (base: string, path: string): string => {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url.href;
};

const urlOf = (target: Target, { operation, about, rawPath }: Ask): string => {
  if (rawPath !== undefined) {
    const base = operation === 'lookup' ? (target.analysisUrl ?? target.baseUrl) : target.baseUrl;
    return joined(base, '').replace(/\/+$/, '') + rawPath;
  }
  if (operation === 'lookup')
    return joined(
      target.analysisUrl ?? target.baseUrl,
      `/private/sample/${encodeURIComponent(about.hash ?? '')}`,
    );
  const feed = joined(target.baseUrl, `/feed/${encodeURIComponent(about.service ?? '')}/api`);
  return about.report === undefined ? feed : `${feed}?report=${encodeURIComponent(about.report)}`;
};

const methods = { create: 'POST', fetch: 'GET', delete: 'DELETE', lookup: 'GET' } as const;

const unpacked = (bytes: Buffer, encoding: string | undefined): Buffer => {
  try {
    if (encoding === 'gzip') return gunzipSync(bytes);
    if (encoding === 'br') return brotliDecompressSync(bytes);
    if (encoding === 'deflate') return inflateSync(bytes);
  } catch {
    // What cannot be unpacked is judged as it came.
  }
  return bytes;
};

const decoded = (bytes: Buffer): Pick<Exchange['response'], 'body' | 'garbled'> => {
  const body = bytes.toString('utf8');
  return isUtf8(bytes) ? { body } : { body, garbled: true };
};

/** Milliseconds a Retry-After asks for: seconds, or a date. */
export const retryAfterMs = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

const asksToWait = (status: number): boolean => status === 429 || status === 503;

export interface Client {
  ask(ask: Ask): Promise<Exchange>;
  /** Every exchange so far, in the order the answers came. */
  readonly exchanges: readonly Exchange[];
  /** Ends when every create that was sent has been answered, so that all that was stored is known. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const connect = (
  target: Target,
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly onExchange: (exchange: Exchange) => void;
  },
): Client => {
  const timeout = target.pace.timeoutMs;
  const common = { connect: { timeout }, headersTimeout: timeout, bodyTimeout: timeout };
  const reused = new Agent({ ...common, connections: 32 });
  // A create or a counted call must not be lost to a connection that is just being closed.
  const fresh = new Agent({ ...common, pipelining: 0 });
  // A deletion that is lost is tried again with another report; no server closes so soon as this.
  const idle = { keepAliveTimeout: 300, keepAliveMaxTimeout: 300 };
  const brief = new Agent({ ...common, ...idle, connections: 32 });
  const agentFor = ({ operation, once }: Ask): Agent => {
    if (operation === 'create' || once) return fresh;
    return operation === 'delete' ? brief : reused;
  };
  const gate = new Gate(target.pace.requestsPerSecond);
  const patience = new Patience();
  const exchanges: Exchange[] = [];
  const creating = new Set<Promise<unknown>>();
  let number = 0;
  // Every request in flight listens to the signal, and Node warns of many listeners.
  if (options.signal) setMaxListeners(0, options.signal);

  const send = async (ask: Ask): Promise<Exchange> => {
    const method = methods[ask.operation];
    const url = urlOf(target, ask);
    const headers: { [name: string]: string } = {
      accept: 'application/json',
      'user-agent': 'abuse-feed-kit',
    };
    if (ask.caller.authorization !== undefined) headers.authorization = ask.caller.authorization;
    if (ask.contentType !== undefined) headers['content-type'] = ask.contentType;
    const startedAt = performance.now();
    options.signal?.throwIfAborted();
    try {
      const response = await request(url, {
        method,
        headers,
        body: ask.body ?? null,
        dispatcher: agentFor(ask),
        // A create that is under way may be stored already: only its answer tells what to delete.
        ...(options.signal && ask.operation !== 'create' && { signal: options.signal }),
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const flat = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      number += 1;
      return {
        number,
        operation: ask.operation,
        about: ask.about,
        caller: ask.caller.key,
        request: { method, url, headers, ...(ask.body !== undefined && { body: ask.body }) },
        response: {
          status: response.statusCode,
          headers: flat,
          ...decoded(unpacked(bytes, flat['content-encoding'])),
        },
        startedAt,
        endedAt: performance.now(),
        throttled: false,
        ...(ask.inFront && { inFront: true }),
      };
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw new NoAnswer(url, error);
    }
  };

  const sendAgain = async (ask: Ask): Promise<Exchange> => {
    try {
      return await send(ask);
    } catch (error) {
      const again = error instanceof NoAnswer && methods[ask.operation] === 'GET' && !ask.once;
      if (!again) throw error;
      return send(ask);
    }
  };

  const noted = (exchange: Exchange): Exchange => {
    exchanges.push(exchange);
    options.onExchange(exchange);
    return exchange;
  };

  const answered = async (ask: Ask): Promise<Exchange> => {
    const token = ask.caller.authorization ?? '';
    let waited = 0;
    for (let tries = 1; ; tries += 1) {
      const exchange = await gate.through(token, () => sendAgain(ask), options.signal);
      const { status, headers } = exchange.response;
      const told = retryAfterMs(headers['retry-after'], Date.now());
      if (!asksToWait(status) || readAnswer(exchange).outcome === 'success') {
        gate.heard(token, undefined);
        if (waited > 0) patience.waited(true);
        return noted(exchange);
      }
      if (ask.once) return noted({ ...exchange, throttled: told !== undefined });
      const wait = told ?? backoffMs[tries - 1];
      if (wait === undefined || !patience.allows(tries, waited, wait)) {
        if (waited > 0) patience.waited(false);
        return noted({ ...exchange, throttled: told !== undefined });
      }
      noted({ ...exchange, throttled: true });
      if (told !== undefined) gate.heard(token, wait);
      await sleep(wait, undefined, { signal: options.signal });
      waited += wait;
    }
  };

  return {
    exchanges,
    settled: async () => {
      await Promise.allSettled(creating);
    },
    close: async () => {
      // Bun has agents of its own in the place of undici's, and those have nothing to end.
      await Promise.all([reused, brief, fresh].map((agent) => agent.destroy?.()));
    },
    ask(ask) {
      const answer = answered(ask);
      if (ask.operation === 'create') {
        const forget = (): boolean => creating.delete(answer);
        creating.add(answer);
        answer.then(forget, forget);
      }
      return answer;
    },
  };
};
