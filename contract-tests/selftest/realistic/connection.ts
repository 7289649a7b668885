import { del, file, get, largeFile, look, noFile, post } from './conversation.ts';
import type { FrontExchange, FrontRequest } from './front.ts';
import {
  by,
  counts,
  type FaultsById,
  inFeed,
  isDone,
  on,
  otherResearcher,
  reader,
  reads,
  requestLike,
  second,
  takes,
} from './layers.ts';

const before = ({ connection }: FrontRequest): readonly FrontExchange[] => connection.exchanges;
const last = (request: FrontRequest): FrontExchange | undefined => before(request).at(-1);
const via = 'a';

/** State kept per connection, and connections shared by several clients. */
export const connectionFaults: FaultsById = {
  'token-of-the-first-request': {
    says: 'Who is calling is found out once for each connection.',
    breaks: 'delete/other-researcher-may-not',
    layer: takes(
      (one) => before(one).find(({ request }) => request.token)?.request.token ?? one.token,
    ),
    shows: [post({ via }), del(1, { by: otherResearcher, via })],
  },
  'no-token-is-the-last-token': {
    says: 'A request without a token goes by the last one of its connection.',
    breaks: 'create/token-required',
    layer: takes((one) => one.token ?? last(one)?.request.token),
    shows: [post({ via }), post({ by: '', via })],
  },
  'role-of-the-connection': {
    says: 'The role is checked at the first create of a connection.',
    breaks: 'create/researchers-only',
    layer: on('create', (one, { pass }) => {
      const earlier = before(one).find(
        ({ request, response }) => request.operation === 'create' && isDone(response),
      );
      return earlier && one.token ? pass(by(one, earlier.request.token)) : undefined;
    }),
    shows: [post({ via }), post({ by: reader, via })],
  },
  'feed-of-the-connection': {
    says: 'A pooled connection to the database stays in the schema of the feed it was opened for.',
    breaks: 'create/in-the-named-feed',
    layer: reads((one) => {
      const first = before(one).find(({ request }) => request.service);
      return one.operation === 'create' && first ? inFeed(one, first.request.service) : one;
    }),
    shows: [post({ via }), post({ feed: 'dyndnsco', via }), get(2, { feed: 'dyndnsco' })],
  },
  'first-lookup-of-a-connection-is-free': {
    says: 'The count is read when a connection opens, and written from its second lookup on.',
    breaks: 'lookup/every-call-counts',
    layer: counts((one) => {
      return before(one).some(({ request }) => request.operation === 'lookup') ? 1 : 0;
    }),
    shows: [1, 2, 3, 4, 5].map(() => look(noFile)),
  },
  'tail-of-the-last-answer': {
    says: 'The buffer of a connection is written from its start and sent as far as it was ever filled.',
    breaks: 'fetch/body-is-json',
    layer: () => async (one, next) => {
      const response = await next(one);
      const tail = last(one)?.response.body.subarray(response.body.length) ?? Buffer.alloc(0);
      return { ...response, body: Buffer.concat([response.body, tail]) };
    },
    shows: [post(), get(1, { via }), get(2, { via })],
  },
  'body-of-the-last-post': {
    says: 'A body that is shorter than the last one of its connection is read from the old buffer.',
    breaks: 'create/keeps-c2-address',
    layer: reads((one) => {
      const earlier = before(one).findLast(({ request }) => request.operation === 'create');
      const isShorter = earlier && one.body.length < earlier.request.body.length;
      return one.operation === 'create' && isShorter
        ? requestLike(one, { body: earlier.request.body })
        : one;
    }),
    shows: [post({ via, draft: { tags: ['a long tag'] } }), post({ via }), get(2)],
  },
  'refusal-comes-twice': {
    says: 'After a refused deletion the proxy is one answer behind on that connection.',
    breaks: 'fetch/stored-report-is-found',
    layer: () => async (one, next) => {
      const { request, response } = last(one) ?? {};
      const isBehind = request?.operation === 'delete' && response && !isDone(response);
      return isBehind && one.operation === 'fetch' ? response : next(one);
    },
    shows: [post(), del(1, { by: reader, via }), get(1, { via })],
  },
  'lookup-right-after-another': {
    says: 'A second lookup of a connection within 50 ms is answered from the buffer of the first.',
    breaks: 'lookup/gives-the-file-asked-for',
    layer: on('lookup', async (one, { now, pass }) => {
      const { request, response, at = 0 } = last(one) ?? {};
      const isNext = request?.operation === 'lookup' && now() - at < 0.05 * second;
      const honest = await pass(one);
      return isNext && response && isDone(response) && isDone(honest) ? response : honest;
    }),
    shows: [look(file.sha256, { via }), look(largeFile, { via })],
  },
};
