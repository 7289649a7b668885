import type { Request } from 'express';
import type { OperationName } from '../domain/operation.ts';
import { contentType, textOf } from './delivery.ts';
import { reasonHeader } from './reason.ts';
import type { Reply } from './reply.ts';

type Headers = { readonly [name: string]: string };

/** A request and what came of it. The token is never kept, only whose it is. */
export interface SeenRequest {
  /** Counts up within a world. */
  readonly id: number;
  /** By the clock of the world. */
  readonly time: string;
  readonly method: string;
  /** Below the base URL of the world. */
  readonly url: string;
  readonly operation?: OperationName;
  /** The id of the caller, where the token is somebody's. */
  readonly caller?: string;
  readonly requestHeaders: Headers;
  readonly requestBody?: string;
  /** Absent where the connection was cut before a status was sent. */
  readonly status?: number;
  readonly responseHeaders: Headers;
  readonly responseBody?: string;
  /** The outcome's name in openapi.yaml, or what HTTP or a fault made of it. */
  readonly outcome: string;
  /** A sentence for people. */
  readonly why?: string;
  /** The clause or open point behind a refusal, as the response header has it. */
  readonly reason?: string;
  /** The faults that acted on it, by id. */
  readonly faults?: readonly string[];
  readonly ms: number;
  /** Whether a body is longer than what is kept of it. */
  readonly truncated?: boolean;
}

export type Unnumbered = Omit<SeenRequest, 'id'>;

/** What is kept of one body. */
const longestBody = 16 * 1024;
const secrets = new Set(['authorization', 'proxy-authorization', 'cookie']);

export interface Sight {
  readonly time: number;
  readonly operation: OperationName | undefined;
  readonly caller: string | undefined;
  readonly faults: readonly string[] | undefined;
  /** A body that could not be parsed, as it was sent. */
  readonly rawBody: string | undefined;
  /** How long it took. */
  readonly ms: number;
}

/** What is noted of a request. */
export type Noted = Pick<Request, 'method' | 'url' | 'headers' | 'body'>;

/** A request as it is noted when its reply is about to be sent. */
export function seen(req: Noted, reply: Reply | HungUp, sight: Sight): Unnumbered {
  const sent = 'status' in reply ? reply : undefined;
  const reason = sent?.headers[reasonHeader];
  const request = cut(sight.rawBody ?? bodyText(req.body));
  const response = cut(sent ? textOf(sent.body) : '');
  const type = sent && contentType(sent.body);
  return {
    time: new Date(sight.time).toISOString(),
    method: req.method,
    url: cut(req.url).text,
    ...(sight.operation && { operation: sight.operation }),
    ...(sight.caller !== undefined && { caller: sight.caller }),
    requestHeaders: shown(req),
    ...(request.text && { requestBody: request.text }),
    ...(sent && { status: sent.status }),
    responseHeaders: { ...(type && { 'Content-Type': type }), ...sent?.headers },
    ...(response.text && { responseBody: response.text }),
    outcome: reply.outcome,
    ...(reply.why !== undefined && { why: cut(reply.why).text }),
    ...(reason !== undefined && { reason }),
    ...(sight.faults && { faults: sight.faults }),
    ms: Math.round(sight.ms),
    ...((request.isCut || response.isCut) && { truncated: true }),
  };
}

function bodyText(body: unknown): string {
  if (body === undefined) return '';
  try {
    return JSON.stringify(body);
  } catch {
    // What can be parsed may nest too deep to be written.
    return '';
  }
}

/** No reply at all. */
export interface HungUp {
  readonly outcome: string;
  readonly why: string;
}

const shown = (req: Noted): Headers =>
  Object.fromEntries(
    Object.entries(req.headers).flatMap(([name, value]) =>
      secrets.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** Names and values in turn, as one value a name. */
export function joined(rawHeaders: readonly string[]): Headers {
  const headers = new Map<string, string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    const before = headers.get(name);
    const value = rawHeaders[i + 1] as string;
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

const cut = (text: string): { text: string; isCut: boolean } => ({
  text: text.slice(0, longestBody),
  isCut: text.length > longestBody,
});
