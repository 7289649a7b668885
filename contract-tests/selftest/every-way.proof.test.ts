import { expect, test } from 'vitest';
import { answers } from './realistic/layers.ts';
import { trial } from './trial.ts';

test('a server that sends JSON only on request is rejected', async () => {
  const only = ['create', 'delete', 'fetch', 'lookup'].map((one) => `${one}/content-type-is-json`);
  const layer = answers((response, { headers }) =>
    headers.accept?.includes('json')
      ? response
      : { ...response, headers: { ...response.headers, 'content-type': 'text/html' } },
  );
  const { clauses } = await trial({ layers: [layer], run: { only } });
  const broken = clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
  expect(broken.sort()).toEqual(only);
});
