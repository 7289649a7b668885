import type { HttpExchange } from './exchange.ts';
import { type Har, harEntry, harOfEntries } from './har.ts';
import type { Redactor } from './redactor.ts';
import { schemeOf } from './scheme.ts';
import { secretsIn, withoutSecretHeaders } from './secrets.ts';

/** Characters of all bodies and URLs that are kept: beyond it, exchanges are left out. */
const mostCharacters = 64 * 1024 * 1024;

/**
 * Collects exchanges for a HAR. It is made at the end: a token may be shown before the request that is made
 * with it.
 */
export class HarRecorder {
  /** Undefined where tokens are kept. */
  readonly #redactor: Redactor | undefined;
  readonly #exchanges: HttpExchange[] = [];
  /** By their credentials, so that callers are told apart without them. */
  readonly #placeholders = new Map<string, string>();
  #characters = 0;
  #leftOut = 0;

  constructor(redactor: Redactor | undefined) {
    this.#redactor = redactor;
  }

  /** How many were left out, without a complete response, as text, or without room. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Its URL is whole. Undefined stands for an exchange that could not be read. */
  add(exchange: HttpExchange | undefined): void {
    const size = exchange ? sizeOf(exchange) : 0;
    const isWhole = exchange && exchange.failure === undefined && exchange.response.status > 0;
    const isText = exchange?.response.garbled === undefined;
    if (!isWhole || !isText || this.#characters + size > mostCharacters) {
      this.#leftOut += 1;
      return;
    }
    this.#characters += size;
    this.#exchanges.push(exchange);
    this.#redactor?.add(secretsIn(exchange.request));
  }

  har(version: string): Har {
    const entries = this.#exchanges.map((exchange) => {
      return harEntry(this.#shown(exchange), performance.timeOrigin + exchange.endedAt);
    });
    return harOfEntries(entries, version);
  }

  #shown(exchange: HttpExchange): HttpExchange {
    if (!this.#redactor) return exchange;
    const { request, response, ...rest } = this.#redactor.exchange(exchange);
    const { authorization } = exchange.request.headers;
    const headers = withoutSecretHeaders(request.headers);
    const token = authorization && { authorization: this.#placeholderOf(authorization) };
    return {
      ...rest,
      request: { ...request, headers: { ...headers, ...token } },
      response: { ...response, headers: withoutSecretHeaders(response.headers) },
    };
  }

  #placeholderOf(authorization: string): string {
    const scheme = schemeOf(authorization);
    const credentials = scheme ? authorization.trim().slice(scheme.length).trim() : authorization;
    const known = this.#placeholders.get(credentials) ?? `token-${this.#placeholders.size + 1}`;
    this.#placeholders.set(credentials, known);
    return scheme === undefined ? known : `${scheme} ${known}`;
  }
}

function sizeOf({ request, response }: HttpExchange): number {
  return request.url.length + (request.body?.length ?? 0) + response.body.length;
}
