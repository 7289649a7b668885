import { expect, test } from 'vitest';
import type { Answer } from '../../judging/talk/answer.ts';
import { onOneConnection } from './one-connection.ts';

/** Requests whose answers come over these connections, in this order. */
const over = (numbers: readonly (number | undefined)[]) => {
  let sent = 0;
  const request = async () => ({ exchange: { connection: numbers[sent++] } }) as unknown as Answer;
  return { request, sent: () => sent };
};

test('requests are repeated until they have shared a connection', async () => {
  const { request, sent } = over([0, 1, 1, undefined, 1, 2, 2]);
  await onOneConnection(request, request);
  expect(sent()).toBe(7);
});

test.each([2, 3, 4, 5])('connections of %i answers are shared', async (answers) => {
  for (let before = 0; before < answers; before += 1) {
    const { request } = over(
      Array.from({ length: 9 }, (_, nth) => Math.floor((nth + before) / answers)),
    );
    await expect(onOneConnection(request, request)).resolves.toBeUndefined();
  }
});

test.each([
  ['closed in between', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['not kept', Array.from({ length: 9 }, () => undefined)],
])('a connection that is always %s exercises no clause', async (_how, numbers) => {
  const { request } = over(numbers);
  await expect(onOneConnection(request, request)).rejects.toMatchObject({ name: 'NotExercised' });
});
