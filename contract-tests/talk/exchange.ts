import type { OperationName } from '../../src/spec/operations.generated.ts';

export type OperationId = OperationName;

/** What a request is about, so that any answer can be judged without its check. */
export interface RequestSubject {
  readonly service?: string;
  readonly report?: string;
  readonly hash?: string;
  /** What was posted, where it is an object. */
  readonly sent?: unknown;
}

/** How a request is written otherwise than it usually is. */
export interface RequestEncoding {
  readonly headers?: { readonly [name: string]: string };
  /** The path and query as they are, also where they cannot be read. */
  readonly rawPath?: string;
  /** The body is sent without saying how long it is. */
  readonly chunked?: boolean;
  /** A conforming server may refuse it for this alone. */
  readonly isOdd?: boolean;
}

/** One request and its answer, as data. */
export interface Exchange {
  readonly number: number;
  readonly operation: OperationId;
  readonly about: RequestSubject;
  /** The key of the target file the token comes from, or `anonymousCaller`, or `unknown token`. */
  readonly caller: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: { readonly [name: string]: string };
    readonly body?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: { readonly [name: string]: string };
    /** Of a long one, what a reader needs: no more than its outlines are kept. */
    readonly body: string;
    /** The bytes were no UTF-8, so they are no JSON, whatever the text looks like. */
    readonly garbled?: true;
    /** The server hung up before the end of the body. */
    readonly cut?: true;
  };
  readonly startedAt: number;
  readonly endedAt: number;
  /** The server asked us to come back later; such an answer says nothing about a clause. */
  readonly throttled: boolean;
  /** Something in front of the API may have answered. */
  readonly inFront?: boolean;
  /** The conversation it is part of: what a driver does there follows one thread. */
  readonly scenario?: string;
  /** It was sent over the one connection that some requests share. */
  readonly kept?: boolean;
  readonly way?: RequestEncoding;
  /** It was to be sent at the same time as others, whatever the pace made of that. */
  readonly atOnce?: boolean;
  /** The call before was turned away, and this is the same call again. */
  readonly isRetry?: boolean;
}

/** Whether both were under way at one moment. */
export const overlap = (a: Exchange, b: Exchange): boolean =>
  a !== b && a.startedAt < b.endedAt && b.startedAt < a.endedAt;

export const saysWhen = ({ response }: Exchange): boolean =>
  response.headers['retry-after'] !== undefined;

/** In bytes, unpacked. What is longer is not judged: a server may send without an end, or a little that unpacks to gigabytes. */
export const longestJudgedBody = 10 * 1024 * 1024;

/** One word of a shell, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A line that repeats the request, with the token left to the reader. */
export const curl = ({ request }: Exchange): string => {
  const parts = ['curl -i', request.method === 'GET' ? '' : `-X ${request.method}`];
  for (const [name, value] of Object.entries(request.headers)) {
    parts.push(
      name === 'authorization'
        ? '-H "Authorization: $TOKEN"'
        : name === 'accept-encoding'
          ? '--compressed'
          : `-H ${quoted(`${name}: ${value}`)}`,
    );
  }
  if (request.body !== undefined) parts.push(`--data-binary ${quoted(request.body)}`);
  parts.push(quoted(request.url));
  return parts.filter(Boolean).join(' ');
};
