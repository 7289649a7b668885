import { gzipSync } from 'node:zlib';
import { del, file, get, head, look, post } from './conversation.ts';
import type { FrontRequest } from './front.ts';
import {
  answers,
  cached,
  type FaultsById,
  gzipped,
  hides,
  isDone,
  isMissing,
  on,
  otherResearcher,
  second,
  stacked,
  takes,
  takesGzip,
  withHash,
} from './layers.ts';

const fetched = (key: (request: FrontRequest) => string) => (request: FrontRequest) =>
  request.operation === 'fetch' ? key(request) : undefined;
const lookedUp = (key: (request: FrontRequest) => string) => (request: FrontRequest) =>
  request.operation === 'lookup' ? key(request) : undefined;
const gzip = { 'accept-encoding': 'gzip, deflate, br' };

/** Responses wrongly served from a cache. */
export const cacheFaults: FaultsById = {
  'lookup-cached-by-path': {
    says: 'The CDN keeps analyses by path for a minute, whoever asks.',
    breaks: 'lookup/token-required',
    layer: cached(
      lookedUp(({ url }) => url),
      60,
    ),
    shows: [look(file.sha256), look(file.sha256, { by: '' })],
  },
  'fetch-stale-for-two-seconds': {
    says: 'Fetches are cached for two seconds, and deletions do not purge.',
    breaks: 'delete/success-means-gone',
    layer: cached(
      fetched(({ url }) => url),
      2,
    ),
    shows: [post(), get(1), del(1), get(1)],
  },
  'not-found-is-remembered': {
    says: 'A report is indexed a fifth of a second late, and who asks sooner hears 404 for half a minute.',
    breaks: 'fetch/stored-report-is-found',
    layer: stacked(
      cached(
        fetched(({ url }) => url),
        30,
        isMissing,
      ),
      hides((made, { now }) => now() - made.at < 0.2 * second),
    ),
    shows: [post(), get(1), 3, get(1)],
  },
  'not-found-hides-neighbours': {
    says: 'Ids that were not found are kept for three seconds, by their first eight characters.',
    breaks: 'fetch/report-stays',
    layer: cached(
      fetched(({ service, id }) => `${service} ${id.slice(0, 8)}`),
      3,
      isMissing,
    ),
    shows: [post(), get(1), get(1, { query: '?report={1:34}00' }), get(1)],
  },
  'not-found-for-the-whole-feed': {
    says: 'Error pages are cached for half a second, by the path without its query.',
    breaks: 'fetch/report-stays',
    layer: cached(
      fetched(({ service }) => service),
      0.5,
      isMissing,
    ),
    shows: [post(), get(1), get(2), get(1)],
  },
  'unmodified-though-deleted': {
    says: 'A matching ETag is answered with 304 before anybody looks whether the report is there.',
    breaks: 'delete/success-means-gone',
    layer: () => async (one, next) => {
      const etag = `"${one.id}"`;
      if (one.operation !== 'fetch') return next(one);
      if (one.headers['if-none-match'] === etag)
        return { status: 304, headers: { etag }, body: Buffer.alloc(0) };
      const response = await next(one);
      return isDone(response) ? { ...response, headers: { ...response.headers, etag } } : response;
    },
    shows: [post(), get(1), del(1), get(1, { headers: { 'if-none-match': '"{1}"' } })],
  },
  'gzip-kept-without-its-header': {
    says: 'The cache keeps the compressed answer, and gives it to clients that did not ask for one.',
    breaks: 'fetch/body-is-json',
    layer: answers((response, one, { history }) => {
      const isCompressed = history.some(
        ({ request }) => request.url === one.url && takesGzip(request),
      );
      if (one.operation !== 'fetch' || !isDone(response)) return response;
      if (takesGzip(one)) return gzipped(response);
      return isCompressed ? { ...response, body: gzipSync(response.body) } : response;
    }),
    shows: [post(), get(1, { headers: gzip }), get(1)],
  },
  'cached-by-half-a-sha512': {
    says: 'Keys of the cache have 64 characters, so that half a SHA-512 finds what the whole has found.',
    breaks: 'lookup/unknown-hash-finds-nothing',
    layer: on('lookup', (one, { history, pass }) => {
      const found = history.find(
        ({ request: { hash, operation }, response }) =>
          operation === 'lookup' && hash.slice(0, 64) === one.hash && isDone(response),
      );
      return found ? pass(withHash(one, found.request.hash)) : undefined;
    }),
    shows: [look(file.sha512), look(file.sha512.slice(0, 64))],
  },
  'miss-in-upper-case-is-remembered': {
    says: 'A hash in upper case finds nothing, and for five seconds neither does the same in lower case.',
    breaks: 'lookup/by-sha256',
    dialect: { 'lookup.hash-case': 'significant' },
    layer: cached(
      lookedUp(({ hash }) => hash.toLowerCase()),
      5,
      (response, { hash }) => isMissing(response) && /[A-F]/.test(hash),
    ),
    shows: [look(file.sha256.toUpperCase()), look(file.sha256)],
  },
  'same-post-same-answer': {
    says: 'Two equal bodies of a caller within two seconds are taken for a click that was repeated.',
    breaks: 'create/repeats-make-new-reports',
    layer: cached(
      ({ operation, token, url, body }) =>
        operation === 'create' ? `${token} ${url} ${body}` : undefined,
      2,
    ),
    shows: [post(), post()],
  },
  'identity-cached-by-16-characters': {
    says: 'Tokens are cached for a second by their first 16 characters.',
    breaks: 'delete/other-researcher-may-not',
    layer: takes((one, { history, now }) => {
      const known = history.find(
        ({ request: { token = '' }, response, at }) =>
          isDone(response) && now() - at < second && token.slice(0, 16) === one.token?.slice(0, 16),
      );
      return one.token && known ? known.request.token : one.token;
    }),
    shows: [post(), del(1, { by: otherResearcher })],
  },
  'head-leaves-an-empty-page': {
    says: 'The answer to a HEAD is cached without its body, and given to a GET within two seconds.',
    breaks: 'fetch/body-is-json',
    layer:
      ({ history, now }) =>
      (one, next) => {
        const headers = { 'content-type': 'application/json' };
        const empty = { status: 200, headers, body: Buffer.alloc(0) };
        const isKept = history.some(
          ({ request, at }) =>
            request.method === 'HEAD' && request.url === one.url && now() - at < 2 * second,
        );
        const isEmpty = one.method === 'HEAD' || (one.operation === 'fetch' && isKept);
        return isEmpty ? Promise.resolve(empty) : next(one);
      },
    shows: [post(), head(1), get(1)],
  },
};
