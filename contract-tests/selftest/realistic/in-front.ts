import type { FrontRequest, FrontResponse, Layer } from './front.ts';
import { answers, type FaultsById, isDone, jsonResponse, on, page } from './layers.ts';

/** As Fastify says it, unless a server has an error handler of its own. */
export function fastifyError(statusCode: number, code: string, error: string): FrontResponse {
  return jsonResponse(statusCode, { statusCode, code, error, message: error });
}

/** Refuses in the way of something in front what is not meant for the server. */
export function inFront(
  isRefused: (request: FrontRequest) => boolean,
  refusal: FrontResponse,
): Layer {
  return () => async (request, next) => (isRefused(request) ? refusal : next(request));
}

/** Refuses some requests to the feed now and then, whatever they are. */
export function everyNth(nth: number, refusal: FrontResponse): Layer {
  return () => {
    let count = 0;
    return async (request, next) => {
      if (request.operation === 'lookup') return next(request);
      count += 1;
      return count % nth === 0 ? refusal : next(request);
    };
  };
}

/** Every refused create is a page with this status. */
function refusesCreatesWith(status: number): Layer {
  return answers((response, { operation }) =>
    operation === 'create' && !isDone(response) ? page(status) : response,
  );
}

/** What is said in a form of its own, and is no limit. */
export const inFrontFaults: FaultsById = {
  'refused-creates-are-too-large': {
    says: 'The gateway makes a page of 413 of every refused create.',
    layer: refusesCreatesWith(413),
  },
  'refused-creates-are-unavailable': {
    says: 'The gateway takes each status of 400 to 499 of a create for an outage, and shows its page of 503.',
    layer: refusesCreatesWith(503),
  },
  'refused-creates-are-too-many': {
    says: 'The gateway makes a page of 429 of every refused create.',
    layer: refusesCreatesWith(429),
  },
  'refused-fetches-have-bad-gateways': {
    says: 'The gateway shows its page of 502 for what it does not find.',
    layer: answers((response, { operation }) =>
      operation === 'fetch' && !isDone(response) ? page(502) : response,
    ),
  },
  'malformed-ids-are-bad-requests': {
    says: 'The router refuses an id that is none, in its own form.',
    layer: on('fetch', ({ id }) =>
      id === 'no-uuid' ? fastifyError(400, 'FST_ERR_VALIDATION', 'Bad Request') : undefined,
    ),
  },
  'malformed-json-gets-a-page': {
    says: 'The body parser refuses what is no JSON, by its own page.',
    layer: on('create', ({ body }) => (/^\{"tags":$/.test(`${body}`) ? page(400) : undefined)),
  },
  'a-parameter-given-twice-gets-a-page': {
    says: 'An array where a text was expected is an exception, with its page.',
    layer: on('delete', ({ url }) => (url.split('report=').length > 2 ? page(500) : undefined)),
  },
};
