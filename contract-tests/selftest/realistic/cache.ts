import { gzipSync } from 'node:zlib';
import {
  answers,
  cached,
  type FaultsById,
  gzipped,
  hides,
  isDone,
  isMissing,
  second,
  stacked,
  takesGzip,
} from './layers.ts';

/** Responses wrongly served from a cache. */
export const cacheFaults: FaultsById = {
  'lookup-cached-by-path': {
    says: 'The CDN keeps analyses by path for a minute, whoever asks.',
    layer: cached('lookup', 60),
  },
  'fetch-stale-for-half-a-minute': {
    says: 'Fetches are cached for half a minute, and deletions do not purge.',
    layer: cached('fetch', 30),
  },
  'not-found-is-remembered': {
    says: 'A report is indexed three seconds late, and who asks sooner hears 404 for ten minutes.',
    layer: stacked(
      cached('fetch', 600, isMissing),
      hides((made, { now }) => now() - made.at < 3 * second),
    ),
  },
  'unmodified-though-deleted': {
    says: 'A matching ETag is answered with 304 before anybody looks whether the report is there.',
    layer: () => async (one, next) => {
      const etag = `"${one.id}"`;
      if (one.operation !== 'fetch') return next(one);
      if (one.headers['if-none-match'] === etag)
        return { status: 304, headers: { etag }, body: Buffer.alloc(0) };
      const response = await next(one);
      return isDone(response) ? { ...response, headers: { ...response.headers, etag } } : response;
    },
  },
  'gzip-kept-without-its-header': {
    says: 'The cache keeps the compressed answer, and gives it to clients that did not ask for one.',
    layer: answers((response, one, { history }) => {
      const isCompressed = history.some(
        ({ request }) => request.url === one.url && takesGzip(request),
      );
      if (one.operation !== 'fetch' || !isDone(response)) return response;
      if (takesGzip(one)) return gzipped(response);
      return isCompressed ? { ...response, body: gzipSync(response.body) } : response;
    }),
  },
  'head-leaves-an-empty-page': {
    says: 'The answer to a HEAD is cached without its body, and given to a GET within half a minute.',
    layer:
      ({ history, now }) =>
      (one, next) => {
        const headers = { 'content-type': 'application/json' };
        const empty = { status: 200, headers, body: Buffer.alloc(0) };
        const isKept = history.some(
          ({ request, at }) =>
            request.method === 'HEAD' && request.url === one.url && now() - at < 30 * second,
        );
        const isEmpty = one.method === 'HEAD' || (one.operation === 'fetch' && isKept);
        return isEmpty ? Promise.resolve(empty) : next(one);
      },
  },
};
