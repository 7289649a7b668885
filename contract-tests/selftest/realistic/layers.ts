import { gzipSync } from 'node:zlib';
import type { Json } from '../mutant.ts';
import type { OperationName } from '../server.ts';
import {
  type FrontRequest,
  type FrontResponse,
  type FrontState,
  type Gone,
  jsonOf,
  type Layer,
  type Made,
  requestOf,
} from './front.ts';

/** A fault in production. */
export interface ShippedFault {
  readonly says: string;
  readonly layer: Layer;
}

export interface FaultsById {
  readonly [id: string]: ShippedFault;
}

export const second = 1000;
export const researcher = 'token-researcher-1';
export const otherResearcher = 'token-researcher-2';

/** Whether this is a valid token. */
export function isKnownToken(token = ''): boolean {
  return /^token-(researcher-[12]|owner-(tunnelco|dyndnsco)|reader|analyst(-limited-[123])?)$/.test(
    token,
  );
}

export function isDone({ status }: FrontResponse): boolean {
  return status < 300;
}

export function isMissing({ status }: FrontResponse): boolean {
  return status === 404;
}

export function by(request: FrontRequest, token: string | undefined): FrontRequest {
  const { authorization: _, ...headers } = request.headers;
  return requestOf({
    ...request,
    headers: { ...headers, ...(token !== undefined && { authorization: token }) },
  });
}

export function requestLike(request: FrontRequest, change: Partial<FrontRequest>): FrontRequest {
  return requestOf({ ...request, ...change });
}

function to(request: FrontRequest, url: string): FrontRequest {
  return requestLike(request, { url });
}

export function inFeed(request: FrontRequest, service: string): FrontRequest {
  return to(request, request.url.replace(/^\/feed\/[^/]+/, `/feed/${service}`));
}

export function withId(request: FrontRequest, id: string): FrontRequest {
  return to(request, `/feed/${request.service}/api?report=${id}`);
}

export function sending(request: FrontRequest, draft: Json): FrontRequest {
  return requestLike(request, { body: Buffer.from(JSON.stringify(draft)) });
}

export function saying(response: FrontResponse, value: unknown): FrontResponse {
  return {
    ...response,
    body: Buffer.from(JSON.stringify(value)),
  };
}

const json = { 'content-type': 'application/json' };

export function jsonResponse(status: number, value: unknown, headers = json): FrontResponse {
  return saying({ status, headers, body: Buffer.alloc(0) }, value);
}

function errorResponse(status: number, error: string): FrontResponse {
  return jsonResponse(status, { error, successful: false });
}

export function notFound(): FrontResponse {
  return errorResponse(404, 'There is no such report.');
}

export function page(status: number): FrontResponse {
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<html><head><title>${status}</title></head><body>nginx</body></html>`),
  };
}

export function takesGzip({ headers }: FrontRequest): boolean {
  return String(headers['accept-encoding'] ?? '').includes('gzip');
}

export function gzipped(
  response: FrontResponse,
  body: Buffer = gzipSync(response.body),
): FrontResponse {
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body,
  };
}

/** Handles the requests of one operation. */
export function on(
  operation: OperationName,
  handle: (
    request: FrontRequest,
    world: FrontState,
  ) => Promise<FrontResponse | undefined> | FrontResponse | undefined,
): Layer {
  return (world) => async (request, next) =>
    (request.operation === operation ? await handle(request, world) : undefined) ?? next(request);
}

/** Changes responses. */
export function answers(
  change: (response: FrontResponse, request: FrontRequest, world: FrontState) => FrontResponse,
): Layer {
  return (world) => async (request, next) => change(await next(request), request, world);
}

/** Changes requests before they are parsed. */
export function reads(change: (request: FrontRequest, world: FrontState) => FrontRequest): Layer {
  return (world) => (request, next) => next(change(request, world));
}

/** Treats a request as that of another caller. */
export function takes(
  token: (request: FrontRequest, world: FrontState) => string | undefined,
): Layer {
  return reads((request, world) => by(request, token(request, world)));
}

const researchers: readonly unknown[] = [researcher, otherResearcher];

/** Takes a reader for a researcher, for so long after a researcher's request of an operation was served. */
export function remembersRole(operation: OperationName, ms: number): Layer {
  return takes(({ token }, { history, now }) => {
    const isRemembered = history.some(
      ({ request, response, at }) =>
        request.operation === operation &&
        researchers.includes(request.token) &&
        isDone(response) &&
        now() - at < ms,
    );
    return token === 'token-reader' && isRemembered ? researcher : token;
  });
}

type Report = Json & { readonly id: string; readonly reportedAt: string };

/** Returns a report differently from how it was sent, as if the database had altered it. */
export function shows(
  change: (report: Report, world: FrontState, request: FrontRequest) => Json,
): Layer {
  return answers((response, request, world) => {
    const value = request.operation === 'fetch' && isDone(response) ? jsonOf(response) : {};
    const report = value.report as Report | undefined;
    return report
      ? saying(response, { ...value, report: { ...report, ...change(report, world, request) } })
      : response;
  });
}

/** Does not find some existing reports. */
export function hides(
  isHidden: (made: Made, world: FrontState, request: FrontRequest) => boolean,
): Layer {
  return on('fetch', (request, world) => {
    const made = world.made.get(request.id);
    return made && isHidden(made, world, request) ? notFound() : undefined;
  });
}

/** Still returns some deleted reports. */
export function keeps(
  isKept: (gone: Gone, world: FrontState, request: FrontRequest) => boolean,
): Layer {
  return on('fetch', (request, world) => {
    const gone = world.gone.get(request.id);
    return gone && isKept(gone, world, request) ? gone.shown : undefined;
  });
}

/** Does not count some lookups. */
export function gives(isFree: (request: FrontRequest, world: FrontState) => boolean): Layer {
  return on('lookup', (request, world) =>
    isFree(request, world) && isKnownToken(request.token)
      ? world.pass(by(request, 'token-analyst'))
      : undefined,
  );
}

/** Caches responses of an operation by URL for some seconds. */
export function cached(operation: OperationName, seconds: number, isKept = isDone): Layer {
  return ({ now }) => {
    const kept = new Map<string, { readonly response: FrontResponse; readonly at: number }>();
    return async (request, next) => {
      if (request.operation !== operation) return next(request);
      const known = kept.get(request.url);
      if (known && now() - known.at < seconds * second) return known.response;
      const response = await next(request);
      if (isKept(response)) kept.set(request.url, { response, at: now() });
      return response;
    };
  };
}

export function stacked(outer: Layer, inner: Layer): Layer {
  return (world) => {
    const first = outer(world);
    const last = inner(world);
    return (request, next) => first(request, (passed) => last(passed, next));
  };
}

/** Earlier requests of the same operation that are still in progress. */
export function rivals(request: FrontRequest, { running }: FrontState): FrontRequest[] {
  return [...running].filter((one) => one !== request && one.operation === request.operation);
}
