import { expect, test } from 'vitest';
import { severalAtATime } from './several-at-a-time.ts';

test('after a failure no other begins, and those that have begun are waited for', async () => {
  const ended: number[] = [];
  const work = severalAtATime([1, 2, 3, 4], 2, async (one) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (one === 1) throw new Error('the first');
    ended.push(one);
  });
  await expect(work).rejects.toThrow('the first');
  expect(ended).toEqual([2]);
});
