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

/** Of four proxies that take turns, one sends half of some reports. */
const everyFourthOfSome: Layer = () => {
  const fetches = new Map<string, number>();
  return async (request, next) => {
    const response = await next(request);
    if (request.operation !== 'fetch' || !/^[0-7]/.test(request.id)) return response;
    const nth = (fetches.get(request.id) ?? 0) + 1;
    fetches.set(request.id, nth);
    return nth % 4 === 0 ? { ...response, endsEarly: true } : response;
  };
};

test('reports whose responses end early every fourth time are asked for again, and judged', async () => {
  const result = await trial({ layers: [everyFourthOfSome] });
  expect(result).toMatchObject({ verdict: 'violates' });
});
