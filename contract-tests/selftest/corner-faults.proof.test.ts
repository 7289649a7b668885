import { expect, test } from 'vitest';
import { sampled } from '../../src/repository/test-settings.test.support.ts';
import type { Layer } from './realistic/front.ts';
import { withId } from './realistic/layers.ts';
import { trial } from './trial.ts';

const secondOfItsConnection: Layer = () => async (one, next) => {
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

const faults = [
  [
    'a deletion, second on its connection, pretends',
    'delete/success-means-gone',
    secondOfItsConnection,
  ],
  ['the beginning of an id deletes a report', 'delete/removes-only-that-report', beginningOfAnId],
] as const;

test.concurrent.each(sampled(faults, 2))('%s: %s is broken', async (_, clause, layer) => {
  const { clauses } = await trial({
    layers: [layer],
    run: { only: [clause] },
  });
  expect(clauses).toContainEqual(expect.objectContaining({ id: clause, verdict: 'broken' }));
});
