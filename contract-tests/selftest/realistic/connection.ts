import type { FrontExchange, FrontRequest } from './front.ts';
import {
  by,
  type FaultsById,
  gives,
  inFeed,
  isDone,
  on,
  reads,
  requestLike,
  takes,
} from './layers.ts';

function before({ connection }: FrontRequest): readonly FrontExchange[] {
  return connection.exchanges;
}

function last(request: FrontRequest): FrontExchange | undefined {
  return before(request).at(-1);
}

/** State kept per connection, and connections shared by several clients. */
export const connectionFaults: FaultsById = {
  'token-of-the-first-request': {
    says: 'Who is calling is found out once for each connection.',
    layer: takes(
      (one) => before(one).find(({ request }) => request.token)?.request.token ?? one.token,
    ),
  },
  'role-of-the-connection': {
    says: 'The role is checked at the first create of a connection.',
    layer: on('create', (one, { pass }) => {
      const earlier = before(one).find(
        ({ request, response }) => request.operation === 'create' && isDone(response),
      );
      return earlier && one.token ? pass(by(one, earlier.request.token)) : undefined;
    }),
  },
  'feed-of-the-connection': {
    says: 'A pooled connection to the database stays in the schema of the feed it was opened for.',
    layer: reads((one) => {
      const first = before(one).find(({ request }) => request.service);
      return one.operation === 'create' && first ? inFeed(one, first.request.service) : one;
    }),
  },
  'first-lookup-of-a-connection-is-free': {
    says: 'The count is read when a connection opens, and written from its second lookup on.',
    layer: gives((one) => !before(one).some(({ request }) => request.operation === 'lookup')),
  },
  'tail-of-the-last-answer': {
    says: 'The buffer of a connection is written from its start and sent as far as it was ever filled.',
    layer: () => async (one, next) => {
      const response = await next(one);
      const tail = last(one)?.response.body.subarray(response.body.length) ?? Buffer.alloc(0);
      return { ...response, body: Buffer.concat([response.body, tail]) };
    },
  },
  'body-of-the-last-post': {
    says: 'A body that is shorter than the last one of its connection is read from the old buffer.',
    layer: reads((one) => {
      const earlier = before(one).findLast(({ request }) => request.operation === 'create');
      const isShorter = earlier && one.body.length < earlier.request.body.length;
      return one.operation === 'create' && isShorter
        ? requestLike(one, { body: earlier.request.body })
        : one;
    }),
  },
  'refusal-comes-twice': {
    says: 'After a refused deletion the proxy is one answer behind on that connection.',
    layer: () => async (one, next) => {
      const { request, response } = last(one) ?? {};
      const isBehind = request?.operation === 'delete' && response && !isDone(response);
      return isBehind && one.operation === 'fetch' ? response : next(one);
    },
  },
};
