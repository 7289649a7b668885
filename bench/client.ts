import { Agent } from 'undici';

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: { readonly [field: string]: unknown } | undefined;
}

/** A client of one server. */
export class Client {
  readonly #origin: string;
  readonly #prefix: string;
  readonly #agent: Agent;

  constructor(url: string, connections = 16) {
    const { origin, pathname } = new URL(url);
    this.#origin = origin;
    this.#prefix = pathname.replace(/\/$/, '');
    this.#agent = new Agent({ connections, pipelining: 1, headersTimeout: 20_000 });
  }

  /** Undefined without a complete response. */
  async ask({ method = 'GET', path, token, body }: Asked): Promise<Answer | undefined> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    try {
      const answer = await this.#agent.request({
        origin: this.#origin,
        method: method as 'GET',
        path: this.#prefix + path,
        headers: {
          ...(token !== undefined && { authorization: token }),
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        ...(sent !== undefined && { body: sent }),
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, text, json: parsed(text) };
    } catch {
      return undefined;
    }
  }

  /** A request without which the run cannot continue. */
  async must(asked: Asked): Promise<Answer> {
    const answer = await this.ask(asked);
    if (answer && answer.status < 300) return answer;
    const what = `${asked.method ?? 'GET'} ${asked.path}`;
    throw new Error(`${what} got ${answer ? `${answer.status} ${answer.text}` : 'no answer'}`);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function parsed(text: string): Answer['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
