import { brotliCompressSync, gzipSync } from 'node:zlib';
import { del, file, get, look, post, tagged } from './conversation.ts';
import type { FrontRequest } from './front.ts';
import {
  answers,
  by,
  type FaultsById,
  gzipped,
  isDone,
  jsonResponse,
  notFound,
  on,
  otherResearcher,
  page,
  reads,
  requestLike,
  takesGzip,
  withId,
} from './layers.ts';

const header = ({ headers }: FrontRequest, name: string): string => String(headers[name] ?? '');
const kibibytes = (count: number): number => count * 1024;
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const gzip = { 'accept-encoding': 'gzip, deflate' };
const long = (tags: number) => Array.from({ length: tags }, (_, nth) => `${nth}`.padEnd(300, 'x'));

/** Changes the bytes of a fetch response. */
const bytes = (change: (text: string) => Buffer) =>
  answers((response, { operation }) =>
    operation === 'fetch' && isDone(response)
      ? { ...response, body: change(response.body.toString()) }
      : response,
  );

/** What HTTP stacks, gateways and proxies do to requests and responses. */
export const proxyFaults: FaultsById = {
  'refusals-are-problems': {
    says: 'The framework sends what is refused as application/problem+json.',
    breaks: 'delete/content-type-is-json',
    layer: answers((response, { operation }) =>
      operation === 'delete' && !isDone(response)
        ? { ...response, headers: { 'content-type': 'application/problem+json' } }
        : response,
    ),
    shows: [del(1)],
  },
  'answers-in-latin1': {
    says: 'Answers are written in latin1 as far as it goes.',
    breaks: 'fetch/body-is-json',
    layer: bytes((text) => Buffer.from(text, /^[^\u0100-\uffff]*$/.test(text) ? 'latin1' : 'utf8')),
    shows: [tagged('café'), get(1)],
  },
  'answers-over-16-kib-are-cut': {
    says: 'The buffer of the proxy holds 16 KiB.',
    breaks: 'fetch/body-is-json',
    layer: bytes((text) => Buffer.from(text).subarray(0, kibibytes(16))),
    shows: [tagged(...long(60)), get(1)],
  },
  'large-posts-have-other-errors': {
    says: 'The body parser refuses more than 16 KiB, with errors of its own.',
    breaks: 'create/error-present',
    layer: on('create', ({ body }) =>
      body.length > kibibytes(16)
        ? jsonResponse(413, { message: 'request entity too large' })
        : undefined,
    ),
    shows: [tagged(...long(60))],
  },
  'compressed-answers-lack-their-end': {
    says: 'The compressor is not flushed before the length of an answer over 256 bytes is taken.',
    breaks: 'fetch/body-is-json',
    layer: answers((response, one) =>
      one.operation === 'fetch' && takesGzip(one) && response.body.length > 256
        ? gzipped(response, gzipSync(response.body).subarray(0, -40))
        : response,
    ),
    shows: [post(), get(1, { headers: gzip })],
  },
  'refusals-are-compressed-twice': {
    says: 'The framework compresses what is refused, and the proxy compresses it again.',
    breaks: 'fetch/body-is-json',
    layer: answers((response, one) =>
      one.operation === 'fetch' && takesGzip(one) && !isDone(response)
        ? gzipped(response, gzipSync(gzipSync(response.body)))
        : response,
    ),
    shows: [get(1, { headers: gzip })],
  },
  'brotli-under-the-name-of-gzip': {
    says: 'An analysis is compressed by brotli where that is accepted, and said to be gzip.',
    breaks: 'lookup/body-is-json',
    layer: answers((response, one) =>
      one.operation === 'lookup' && /\bbr\b/.test(header(one, 'accept-encoding'))
        ? gzipped(response, brotliCompressSync(response.body))
        : response,
    ),
    shows: [look(file.sha256, { headers: { 'accept-encoding': 'gzip, deflate, br' } })],
  },
  'page-for-browsers': {
    says: 'Who accepts HTML gets what is refused as a page.',
    breaks: 'fetch/content-type-is-json',
    layer: answers((response, one) =>
      one.operation === 'fetch' && header(one, 'accept').includes('html') && !isDone(response)
        ? page(response.status)
        : response,
    ),
    shows: [get(1, { headers: browser })],
  },
  'page-for-long-ids': {
    says: 'A firewall answers parameters of more than 100 characters with a page.',
    breaks: 'fetch/body-is-json',
    layer: on('fetch', ({ id }) => (id.length > 100 ? page(404) : undefined)),
    shows: [get(1, { query: `?report=${'a'.repeat(101)}` })],
  },
  'chunked-posts-have-other-errors': {
    says: 'A body without a Content-Length is read as empty, which the body parser refuses in its own way.',
    breaks: 'create/error-present',
    layer: on('create', ({ headers }) =>
      headers['content-length']
        ? undefined
        : jsonResponse(400, { message: 'Unexpected end of JSON input' }),
    ),
    shows: [post({ headers: { 'transfer-encoding': 'chunked' } })],
  },
  'expectation-failed': {
    says: 'The framework knows no Expect: 100-continue, and says so in its own way.',
    breaks: 'create/error-present',
    layer: on('create', ({ headers }) =>
      headers.expect ? jsonResponse(417, { message: 'Expectation Failed' }) : undefined,
    ),
    shows: [post({ headers: { expect: '100-continue' } })],
  },
  'first-id-checked-last-id-deleted': {
    says: 'Of two ids in the query, the gateway checks the first and the service takes the last.',
    breaks: 'delete/other-researcher-may-not',
    layer: on('delete', async (one, { made, pass }) => {
      const ids = new URL(one.url, 'http://front.example').searchParams.getAll('report');
      const [checked, deleted] = [made.get(ids[0] ?? ''), made.get(ids.at(-1) ?? '')];
      const isFooled = ids.length > 1 && checked?.by === one.token && deleted;
      return isFooled ? pass(by(withId(one, deleted.id), deleted.by)) : undefined;
    }),
    shows: [
      post(),
      post({ by: otherResearcher }),
      del(1, { by: otherResearcher, query: '?report={2}&report={1}' }),
      get(1),
    ],
  },
  'ids-are-not-decoded': {
    says: 'The id is cut out of the query as it stands.',
    breaks: 'fetch/stored-report-is-found',
    layer: on('fetch', ({ url, id }, { made }) =>
      made.has(id) && !url.includes(id) ? notFound() : undefined,
    ),
    shows: [post(), get(1, { query: '?report={1%}' })],
  },
  'charset-is-misread': {
    says: 'A body that says charset=utf-8 is read as latin1.',
    breaks: 'create/keeps-tags',
    layer: reads((one) =>
      one.operation === 'create' && /charset=utf-8/i.test(header(one, 'content-type'))
        ? requestLike(one, { body: Buffer.from(one.body.toString('latin1')) })
        : one,
    ),
    shows: [
      post({
        draft: { tags: ['café'] },
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
      get(1),
    ],
  },
  'deletion-with-a-type-and-no-body': {
    says: 'The framework parses the body of every request that says application/json, also no body.',
    breaks: 'delete/error-flag-present',
    layer: on('delete', (one) =>
      header(one, 'content-type').includes('json') && one.body.length === 0
        ? jsonResponse(400, {
            statusCode: 400,
            error: 'Bad Request',
            message: 'Body cannot be empty',
          })
        : undefined,
    ),
    shows: [post(), del(1, { headers: { 'content-type': 'application/json' } })],
  },
};
