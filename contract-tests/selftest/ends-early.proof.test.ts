import { expect, test } from 'vitest';
import type { Layer } from './realistic/front.ts';
import { trial } from './trial.ts';

/** Sends half of every fortieth response to a fetch. */
const endsEarly: Layer = () => {
  let fetches = 0;
  return async (request, next) => {
    const response = await next(request);
    if (request.operation !== 'fetch') return response;
    fetches += 1;
    return fetches % 40 === 0 ? { ...response, endsEarly: true } : response;
  };
};

test('responses that end early are counted, and are not all that --require-all asks for', async () => {
  const result = await trial({ layers: [endsEarly], run: { requireAll: true } });
  const said = /^\d+ of \d+ responses to fetches ended early, 0 of \d+ others/;
  expect(result.summary).toMatch(said);
  expect(result).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  expect(result.remarks).toContainEqual({ id: 'ends-early', says: expect.stringMatching(said) });
});
