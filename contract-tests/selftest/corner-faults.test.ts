import { expect, test } from 'vitest';
import type { Layer } from './realistic/front.ts';
import { trial } from './trial.ts';

const secondOfItsConnection: Layer = () => async (one, next) => {
  const before = one.connection.exchanges.find(({ request }) => request.operation === 'delete');
  return one.operation === 'delete' && before ? before.response : next(one);
};

const textForNul: Layer = () => async (one, next) =>
  one.operation === 'fetch' && one.url.includes('%00')
    ? { status: 400, headers: { 'content-type': 'application/json' }, body: Buffer.from('bad') }
    : next(one);

test.each([
  [
    'a deletion, second on its connection, pretends',
    'delete/success-means-gone',
    secondOfItsConnection,
  ],
  ['an id with NUL is answered with text', 'fetch/body-is-json', textForNul],
] as const)('%s: %s is broken', async (_, clause, layer) => {
  const { clauses } = await trial({
    layers: [layer],
    run: { only: [clause, 'fetch/unknown-id-is-refused'] },
  });
  expect(clauses).toContainEqual(expect.objectContaining({ id: clause, verdict: 'broken' }));
});
