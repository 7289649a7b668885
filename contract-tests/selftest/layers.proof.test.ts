import { expect, test } from 'vitest';
import { sampled } from '../../src/repository/test-settings.test.support.ts';
import type { FrontRequest, Layer } from './realistic/front.ts';
import { answers, withId } from './realistic/layers.ts';
import { type TrialOptions, trial } from './trial.ts';

/** Processes every request, but closes the connection instead of every nth answer to an operation. */
function hangsUp(operation: string, every: number): Layer {
  let count = 0;
  return () => async (request, next) => {
    const response = await next(request);
    if (request.operation === operation) count += 1;
    if (request.operation === operation && count % every === 0) throw new Error('hung up');
    return response;
  };
}

/** Sends half of every nth answer to some fetches, counted by a key. */
function endsEarly(every: number, keyOf: (request: FrontRequest) => string | undefined): Layer {
  const fetches = new Map<string, number>();
  return () => async (request, next) => {
    const response = await next(request);
    const key = request.operation === 'fetch' ? keyOf(request) : undefined;
    if (key === undefined) return response;
    const nth = (fetches.get(key) ?? 0) + 1;
    fetches.set(key, nth);
    return nth % every === 0 ? { ...response, endsEarly: true } : response;
  };
}

/** Fails at one kind of request, as a handler that panics does. */
const panics: Layer = () => async (request, next) => {
  const { tags } = request.draft;
  if (Array.isArray(tags) && tags.length === 0) throw new Error('hung up');
  return next(request);
};

const secondDeletionOfItsConnection: Layer = () => async (one, next) => {
  const before = one.connection.exchanges.find(({ request }) => request.operation === 'delete');
  return one.operation === 'delete' && before ? before.response : next(one);
};

const beginningOfAnId: Layer = () => {
  const ids: string[] = [];
  return async (one, next) => {
    const [, asked = ''] = /report=(.+)/.exec(one.url) ?? [];
    const id = ids.find((known) => known.startsWith(asked));
    if (one.operation === 'fetch') ids.push(asked);
    return next(one.operation === 'delete' && asked && id ? withId(one, id) : one);
  };
};

const htmlUnlessAsked = answers((response, { headers }) =>
  headers.accept?.includes('json')
    ? response
    : { ...response, headers: { ...response.headers, 'content-type': 'text/html' } },
);

/** Judged by these clauses, of which each is broken. */
function breaks(layer: Layer, ...only: string[]) {
  const broken = only.map((id) => expect.objectContaining({ id, verdict: 'broken' }));
  return [{ layers: [layer], run: { only } }, { clauses: expect.arrayContaining(broken) }] as const;
}

const earlyEnds = /^\d+ of \d+ responses to fetches ended early, 0 of \d+ others/;

const rows: readonly (readonly [what: string, server: TrialOptions, seen: object])[] = [
  [
    'answers to a delete that are lost prove nothing',
    { layers: [hangsUp('delete', 9)] },
    { verdict: 'inconclusive', causes: [] },
  ],
  [
    'answers to a lookup that are lost prove nothing',
    { layers: [hangsUp('lookup', 7)] },
    { verdict: 'inconclusive', causes: [] },
  ],
  [
    'a server that hangs up on one kind of request is accused, and the request is shown',
    { layers: [panics] },
    {
      verdict: 'violates',
      causes: [{ exchange: { request: { body: expect.stringContaining('"tags":[]') } } }],
    },
  ],
  [
    'responses that end early are counted, and are not all that --require-all asks for',
    { layers: [endsEarly(40, () => 'all')], run: { requireAll: true } },
    {
      verdict: 'inconclusive',
      exitCode: 3,
      summary: expect.stringMatching(earlyEnds),
      remarks: expect.arrayContaining([
        { id: 'ends-early', says: expect.stringMatching(earlyEnds) },
      ]),
    },
  ],
  [
    'reports whose responses end early every fourth time are asked for again, and judged',
    { layers: [endsEarly(4, ({ id }) => (/^[0-7]/.test(id) ? id : undefined))] },
    { verdict: 'violates' },
  ],
  [
    'a deletion, second on its connection, pretends',
    ...breaks(secondDeletionOfItsConnection, 'delete/success-means-gone'),
  ],
  [
    'the beginning of an id deletes a report',
    ...breaks(beginningOfAnId, 'delete/removes-only-that-report'),
  ],
  [
    'JSON is sent only on request',
    ...breaks(
      htmlUnlessAsked,
      ...['create', 'delete', 'fetch', 'lookup'].map((one) => `${one}/content-type-is-json`),
    ),
  ],
];

test.each(sampled(rows, 5))('%s', async (_, server, seen) => {
  expect(await trial(server)).toMatchObject(seen);
});
