import { gzipSync } from 'node:zlib';
import {
  answers,
  by,
  type FaultsById,
  gzipped,
  isDone,
  isKnownToken,
  jsonResponse,
  notFound,
  on,
  page,
  requestLike,
  researcher,
  shows,
  takesGzip,
  withId,
} from './layers.ts';

const json = 'application/json';

/** Changes the bytes of a fetch response. */
function bytes(change: (text: string) => Buffer) {
  return answers((response, { operation }) =>
    operation === 'fetch' && isDone(response)
      ? { ...response, body: change(response.body.toString()) }
      : response,
  );
}

/** What HTTP stacks, gateways, proxies and drivers of databases do to requests and responses. */
export const proxyFaults: FaultsById = {
  'answers-in-latin1': {
    says: 'Answers are written in latin1 as far as it goes.',
    layer: bytes((text) => Buffer.from(text, /^[^\u0100-\uffff]*$/.test(text) ? 'latin1' : 'utf8')),
  },
  'answers-over-16-kib-are-cut': {
    says: 'The buffer of the proxy holds 16 KiB.',
    layer: bytes((text) => Buffer.from(text).subarray(0, 16 * 1024)),
  },
  'some-reports-end-early-every-second-time': {
    says: 'Of two proxies, one sends half of the reports whose ids begin with certain digits.',
    layer: (world) => async (one, next) => {
      const fetches = world.history.filter(
        ({ request }) => request.operation === 'fetch' && request.id === one.id,
      );
      const response = await next(one);
      const isMeant = one.operation === 'fetch' && isDone(response) && /^[0-3]/.test(one.id);
      return isMeant && fetches.length % 2 === 1 ? { ...response, endsEarly: true } : response;
    },
  },
  'compressed-answers-lack-their-end': {
    says: 'The compressor is not flushed before the length of an answer over 256 bytes is taken.',
    layer: answers((response, one) =>
      one.operation === 'fetch' && takesGzip(one) && response.body.length > 256
        ? gzipped(response, gzipSync(response.body).subarray(0, -40))
        : response,
    ),
  },
  'says-gzip-and-sends-it-plain': {
    says: 'The header is set where a client takes gzip, and the compressor is switched off.',
    layer: answers((response, one) =>
      one.operation === 'fetch' && takesGzip(one) ? gzipped(response, response.body) : response,
    ),
  },
  'length-in-characters': {
    says: 'The length of an answer is that of its text, not of its bytes.',
    layer: answers((response, { operation }) => {
      if (operation !== 'fetch' || !isDone(response)) return response;
      const length = String(response.body.toString().length);
      return { ...response, headers: { ...response.headers, 'content-length': length } };
    }),
  },
  'chunked-posts-have-other-errors': {
    says: 'A body without a Content-Length is read as empty, which the body parser refuses in its own way.',
    layer: on('create', ({ headers }) =>
      headers['content-length']
        ? undefined
        : jsonResponse(400, { message: 'Unexpected end of JSON input' }),
    ),
  },
  'scores-of-64-bits-get-a-page': {
    says: 'A score that is no number of 64 bits fails before the report is checked.',
    layer: on('create', ({ draft }) =>
      Math.abs(Number(draft.confidenceScore)) >= 2 ** 63 ? page(500) : undefined,
    ),
  },
  'roles-checked-for-one-media-type': {
    says: 'The filter that checks roles is bound to one Content-Type.',
    layer: on('create', (one, { pass }) =>
      one.headers['content-type'] !== json && isKnownToken(one.token)
        ? pass(
            by(requestLike(one, { headers: { ...one.headers, 'content-type': json } }), researcher),
          )
        : undefined,
    ),
  },
  'roles-checked-for-small-bodies': {
    says: 'A body of more than 8 KiB is streamed, past the filter that checks roles.',
    layer: on('create', (one, { pass }) =>
      one.body.length > 8 * 1024 && isKnownToken(one.token) ? pass(by(one, researcher)) : undefined,
    ),
  },
  'links-end-after-1024-characters': {
    says: 'A column takes what fits, and drops the rest.',
    layer: shows(({ referenceLink }) => ({ referenceLink: `${referenceLink}`.slice(0, 1024) })),
  },
  'tags-end-after-4000-characters': {
    says: 'A column of the longest texts takes 4000 characters, and drops the rest.',
    layer: shows(({ tags }) => ({ tags: (tags as string[]).map((tag) => tag.slice(0, 4000)) })),
  },
  'tags-lose-what-is-no-key': {
    says: 'Tags are keys of an object for a while, which cannot have one named __proto__.',
    layer: shows(({ tags }) => ({
      tags: (tags as string[]).filter((tag) => tag !== '__proto__'),
    })),
  },
  'first-id-checked-last-id-deleted': {
    says: 'Of two ids in the query, the gateway checks the first and the service takes the last.',
    layer: on('delete', async (one, { made, pass }) => {
      const ids = new URL(one.url, 'http://front.example').searchParams.getAll('report');
      const checked = made.get(ids[0] ?? '');
      const deleted = made.get(ids.at(-1) ?? '');
      const isFooled = ids.length > 1 && checked?.by === one.token && deleted;
      return isFooled ? pass(by(withId(one, deleted.id), deleted.by)) : undefined;
    }),
  },
  'ids-are-not-decoded': {
    says: 'The id is cut out of the query as it stands.',
    layer: on('fetch', ({ url, id }, { made }) =>
      made.has(id) && !url.includes(id) ? notFound() : undefined,
    ),
  },
  'ids-are-part-of-a-query': {
    says: 'The id is put into the text of a query.',
    layer: on('fetch', (one, { made, gone, pass }) => {
      const isTrue = /' or '(.)'='\1$/.test(one.id);
      const any = [...made.values()].find(
        ({ id, service }) => service === one.service && !gone.has(id),
      );
      return isTrue && any ? pass(withId(one, any.id)) : undefined;
    }),
  },
};
