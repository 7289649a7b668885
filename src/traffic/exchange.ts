import type { components } from '../spec/admin.generated.ts';
import { instantIn } from '../values/instant.ts';

/** By lower-case name. */
export type Headers = { readonly [name: string]: string };

/**
 * A request and what came of it, wherever it was seen: sent by the kit, forwarded by a proxy, read from a
 * recording, or served. Bodies are text, or bytes as they were transferred.
 */
export interface HttpExchange<Body = string> {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body?: Body;
  };
  readonly response: {
    /** 0 without a response. */
    readonly status: number;
    readonly headers: Headers;
    readonly body: Body;
    /** Why a client cannot read the body, whatever the text looks like: the bytes are not what the headers say. */
    readonly garbled?: string;
    /** The server closed the connection before the end of the body. */
    readonly cut?: true;
  };
  /** `null` where it is unknown who called; absent where only the token tells. */
  readonly caller?: string | null;
  /** The number of the shared connection it was answered on: another after it was closed. */
  readonly connection?: number;
  /** Milliseconds, by the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Milliseconds that the clock of the server was ahead, where it is known to differ. */
  readonly ahead?: number;
  /** Why the response or a body is missing. */
  readonly failure?: 'no response' | 'client hung up' | 'too large';
}

/**
 * An exchange that a stand-in has seen, with what it knows besides, as its control plane shows it. Tokens are
 * never kept, only the id of the caller.
 */
export type SeenExchange = components['schemas']['Exchange'];

export type NewSeenExchange = Omit<SeenExchange, 'id'>;

/** When it ended, in milliseconds since 1970. Its other times are those of the process which saw it. */
export function realEnd({ time, ahead = 0 }: SeenExchange): number {
  return instantIn(time) - ahead;
}

/** Milliseconds, in thousandths: the rest is noise of the difference. */
export function tookMs({ startedAt, endedAt }: HttpExchange<unknown>): number {
  return Math.round((endedAt - startedAt) * 1000) / 1000;
}

/** Between the values of a header that came several times; a cookie may have a comma in it (RFC 9110, 5.3). */
function joint(name: string): string {
  return name === 'set-cookie' ? '\n' : ', ';
}

/** The values of a header, each as it has to be sent. */
export function valuesOfHeader(name: string, value: string): readonly string[] {
  return name === 'set-cookie' ? value.split(joint(name)) : [value];
}

/** Converts Node's raw headers, in which names and values alternate. Repeated ones are joined. */
export function headersOf(raw: readonly string[]): Headers {
  const headers: { [name: string]: string } = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase();
    // Faster than an object without a prototype; only this name would need one.
    if (name === '__proto__') continue;
    const value = raw[i + 1] as string;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}${joint(name)}${value}` : value;
  }
  return headers;
}

/** How much of a body is recorded: what the default dialect takes is kept whole, and so can be judged and matched. */
export const longestRecordedBody = 64 * 1024;
