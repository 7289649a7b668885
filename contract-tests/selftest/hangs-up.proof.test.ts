import { expect, test } from 'vitest';
import type { Layer } from './realistic/front.ts';
import { trial } from './trial.ts';

/** Processes every request, but closes the connection instead of some responses. */
function hangsUp(operation: string, every: number): Layer {
  return () => {
    let count = 0;
    return async (request, next) => {
      const response = await next(request);
      if (request.operation === operation) count += 1;
      if (request.operation === operation && count % every === 0) throw new Error('hung up');
      return response;
    };
  };
}

test.each<[string, number]>([
  ['delete', 9],
  ['lookup', 7],
])('answers to a %s that are lost prove nothing about the server', async (operation, every) => {
  const { verdict, causes } = await trial({ layers: [hangsUp(operation, every)] });
  expect(causes.map(({ clause, title }) => [clause, title])).toEqual([]);
  expect(verdict).toBe('inconclusive');
});

/** Fails at one kind of request, as a handler that panics does. */
const panics: Layer = () => async (request, next) => {
  const { tags } = request.draft;
  if (Array.isArray(tags) && tags.length === 0) throw new Error('hung up');
  return next(request);
};

test('a server that hangs up on one kind of request is accused, and the request is shown', async () => {
  const { verdict, causes } = await trial({ layers: [panics] });
  expect(verdict).toBe('violates');
  expect(causes.map(({ exchange }) => exchange?.request.body)).toEqual([
    expect.stringContaining('"tags":[]'),
  ]);
});
