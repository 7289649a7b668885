import type { Target } from '../../index.ts';

/** The JSON body of a response. */
type Json = { readonly [field: string]: unknown };

interface Reply {
  readonly status: number;
  readonly json: Json;
}

export type SampleRole =
  | 'researcher'
  | 'otherResearcher'
  | 'service'
  | 'otherServiceOwner'
  | 'reader'
  | 'analyst';

/** A client as users might have it, with the usual mistakes. */
export class SampleClient {
  readonly #at: string;
  readonly #target: Target;

  constructor(at: string, target: Target) {
    this.#at = at;
    this.#target = target;
  }

  async #ask(path: string, token: string | undefined, init: RequestInit = {}): Promise<Reply> {
    const headers = {
      ...(token !== undefined && { Authorization: token }),
      ...(init.headers as { [name: string]: string }),
    };
    const response = await fetch(this.#at + path, { ...init, headers });
    const text = await response.text();
    try {
      const json: unknown = JSON.parse(text);
      return { status: response.status, json: (json ?? {}) as Json };
    } catch {
      return { status: response.status, json: {} };
    }
  }

  token(role: SampleRole): string {
    return this.#target.tokens[role] ?? '';
  }

  limited(nth: number): string {
    return this.#target.tokens.limited[nth]?.token ?? '';
  }

  post(token: string | undefined, body: string, service: string, type = 'application/json') {
    const init = { method: 'POST', body, headers: { 'Content-Type': type } };
    return this.#ask(`/feed/${service}/api`, token, init);
  }

  /** The id of the new report; undefined if none was created. */
  async create(
    role: SampleRole,
    report: object,
    service = 'tunnelco',
  ): Promise<string | undefined> {
    const { json } = await this.post(this.token(role), JSON.stringify(report), service);
    return typeof json.id === 'string' && json.id !== '' ? json.id : undefined;
  }

  fetch(token: string | undefined, id: string | undefined, service = 'tunnelco'): Promise<Reply> {
    return this.#ask(`/feed/${service}/api${query(id)}`, token);
  }

  delete(token: string | undefined, id: string | undefined, service = 'tunnelco'): Promise<Reply> {
    return this.#ask(`/feed/${service}/api${query(id)}`, token, { method: 'DELETE' });
  }

  lookup(token: string | undefined, hash: string): Promise<Reply> {
    return this.#ask(`/private/sample/${hash}`, token);
  }
}

const query = (id: string | undefined): string =>
  id === undefined ? '' : `?report=${encodeURIComponent(id)}`;
