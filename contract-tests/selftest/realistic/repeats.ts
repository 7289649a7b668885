import { randomUUID } from 'node:crypto';
import type { FrontRequest, FrontResponse, FrontState, Layer } from './front.ts';
import { by, type FaultsById, isDone, jsonResponse, keeps, researcher } from './layers.ts';

const workers = 2;

/** A request that was refused, and when it comes again. */
interface Repeat {
  readonly isMeant: (refusal: FrontResponse, one: FrontRequest) => boolean;
  /** What makes two requests the same. */
  readonly sameBy: (one: FrontRequest) => string;
  /** Whether each worker remembers refusals for itself; otherwise one worker answers by those of both. */
  readonly isKeptApart?: boolean;
  readonly answer: (one: FrontRequest, world: FrontState) => FrontResponse | Promise<FrontResponse>;
}

/** Workers take turns, and what was refused before is answered in another way. */
function otherwiseWhenRepeated({ isMeant, sameBy, isKeptApart = false, answer }: Repeat): Layer {
  return (world) => {
    const refused = new Set<string>();
    let requests = 0;
    return async (one, next) => {
      requests += 1;
      const worker = requests % workers;
      const response = await next(one);
      if (!isMeant(response, one)) return response;
      const key = isKeptApart ? `${worker} ${sameBy(one)}` : sameBy(one);
      const isRepeated = refused.has(key);
      refused.add(key);
      return isRepeated && (isKeptApart || worker === 0) ? answer(one, world) : response;
    };
  };
}

function isMissed(operation: 'fetch' | 'lookup'): Repeat['isMeant'] {
  return ({ status }, one) => one.operation === operation && status === 404;
}

function isCreate(isOfStatus: (status: number) => boolean): Repeat['isMeant'] {
  return ({ status }, one) => one.operation === 'create' && isOfStatus(status);
}

function stubOf({ hash }: FrontRequest): FrontResponse {
  const stub = { sha256Hash: hash, fileName: '', tags: [], configs: {} };
  return jsonResponse(200, stub);
}

function emptyReport({ id }: FrontRequest): FrontResponse {
  return jsonResponse(200, { report: { id, tags: [] }, successful: true });
}

/** Answers that depend on how often something was asked, by whom, and on the process that answers. */
export const repeatFaults: FaultsById = {
  'one-worker-has-stubs-of-what-was-missed': {
    says: 'A miss is stored as an empty analysis, which one of two workers takes for one.',
    layer: otherwiseWhenRepeated({
      isMeant: isMissed('lookup'),
      sameBy: ({ hash }) => hash,
      answer: stubOf,
    }),
  },
  'each-worker-has-stubs-of-what-it-missed': {
    says: 'A worker remembers a miss as an empty analysis.',
    layer: otherwiseWhenRepeated({
      isMeant: isMissed('lookup'),
      sameBy: ({ hash }) => hash,
      isKeptApart: true,
      answer: stubOf,
    }),
  },
  'missed-hash-has-a-stub-for-the-next-caller': {
    says: 'The empty analysis of a hash that was missed is hidden from whoever asked first.',
    layer: () => {
      const first = new Map<string, string | undefined>();
      return async (one, next) => {
        const response = await next(one);
        if (!isMissed('lookup')(response, one)) return response;
        if (!first.has(one.hash)) first.set(one.hash, one.token);
        return first.get(one.hash) === one.token ? response : stubOf(one);
      };
    },
  },
  'unknown-id-is-known-the-second-time': {
    says: 'A worker puts an empty row into its cache for an id that it does not find.',
    layer: otherwiseWhenRepeated({
      isMeant: isMissed('fetch'),
      sameBy: ({ id }) => id,
      isKeptApart: true,
      answer: emptyReport,
    }),
  },
  'unknown-id-is-known-to-the-next-caller': {
    says: 'The row for an id that was not found is hidden from whoever asked first.',
    layer: (world) => {
      const first = new Map<string, string | undefined>();
      return async (one, next) => {
        const response = await next(one);
        if (!isMissed('fetch')(response, one) || world.made.has(one.id)) return response;
        if (!first.has(one.id)) first.set(one.id, one.token);
        return first.get(one.id) === one.token ? response : emptyReport(one);
      };
    },
  },
  'deleted-report-is-shown-the-third-time': {
    says: 'A deletion removes the two newest copies in the cache; the third is served.',
    layer: keeps((gone, { history }, { id }) => {
      const fetches = history.filter(
        ({ request, at }) => request.operation === 'fetch' && request.id === id && at > gone.at,
      );
      return fetches.length === 2;
    }),
  },
  'deleted-report-is-shown-to-the-second-caller': {
    says: 'Copies in the cache are by caller, and only that of the first to ask is checked.',
    layer: keeps((gone, { history }, { id, token }) => {
      const first = history.find(
        ({ request, at }) => request.operation === 'fetch' && request.id === id && at > gone.at,
      );
      return first !== undefined && first.request.token !== token && token !== undefined;
    }),
  },
  'refused-create-is-taken-the-second-time': {
    says: 'A worker remembers bodies it has checked, and not that the caller was the reason to refuse.',
    layer: otherwiseWhenRepeated({
      isMeant: isCreate((status) => status === 403),
      sameBy: ({ body }) => body.toString(),
      isKeptApart: true,
      answer: (one, { pass }) => pass(by(one, researcher)),
    }),
  },
  'taken-create-is-taken-of-everybody': {
    says: 'A body that was stored before is answered from a cache, whoever sends it.',
    layer: () => {
      const taken = new Map<string, FrontResponse>();
      return async (one, next) => {
        if (one.operation !== 'create') return next(one);
        const response = await next(one);
        const key = one.body.toString();
        if (isDone(response)) taken.set(key, response);
        return isDone(response) ? response : (taken.get(key) ?? response);
      };
    },
  },
  'invalid-create-is-said-to-be-stored-the-second-time': {
    says: 'A job that failed is taken for one that is done when it is sent again.',
    layer: otherwiseWhenRepeated({
      isMeant: isCreate((status) => status === 400),
      sameBy: ({ body }) => body.toString(),
      isKeptApart: true,
      answer: () => jsonResponse(201, { id: randomUUID(), successful: true }),
    }),
  },
};
