import { afterEach, expect, test, vi } from 'vitest';
import { prepareControl } from '../admin/plane.ts';
import { defaultDialect } from '../dialects/dialect.ts';
import { editionOf } from './edition.ts';
import { inTheBackground } from './in-the-background.ts';
import { prepareApi } from './request/validator.ts';

afterEach(() => void vi.useRealTimers());

test('steps are done one after the other, until it is stopped', async () => {
  vi.useFakeTimers();
  const done: number[] = [];
  const stop = inTheBackground([1, 2, 3].map((n) => async () => void done.push(n)));
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual([1]);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual([1, 2]);
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(done).toEqual([1, 2]);
});

test('a step that fails is the last', async () => {
  vi.useFakeTimers();
  const done: string[] = [];
  inTheBackground([async () => Promise.reject(new Error('no')), async () => void done.push('x')]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(done).toEqual([]);
});

test.each([
  ['of the API', () => prepareApi(editionOf(defaultDialect).document)],
  ['of the control plane', prepareControl.validator],
])('the validator %s takes the request that it is shown', async (_of, prepare) => {
  await expect(prepare()).resolves.toBeUndefined();
});
