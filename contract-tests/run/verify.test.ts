import { expect, test } from 'vitest';
import { answering, json, targetAt } from './run.test.support.ts';
import { verify } from './verify.ts';

test('a server that asks to come back later for ever is not judged, and the run ends', async () => {
  const refusing = json(503, { error: 'later', successful: false });
  const url = await answering((request, response) => {
    response.setHeader('retry-after', '0.01');
    refusing(request, response);
  });
  const { verdict, clauses } = await verify(targetAt(url));
  expect(verdict).toBe('inconclusive');
  expect(clauses.filter((one) => one.verdict === 'broken')).toEqual([]);
});
