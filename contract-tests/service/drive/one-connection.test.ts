import { expect, test } from 'vitest';
import type { Answer } from '../../judging/talk/answer.ts';
import type { Feed } from './api.ts';
import { sendOverOneConnection } from './one-connection.ts';

/** A server whose next answers come over these connections; counts what is sent. */
function answersOver(connections: readonly (number | undefined)[]) {
  const left = [...connections];
  const request = async (_: Feed) =>
    ({ exchange: { connection: left.shift() } }) as unknown as Answer;
  const api = {
    overOneConnection: <T>(work: (shared: Feed) => Promise<T>) => work({} as Feed),
  };
  return { api, request, sent: () => connections.length - left.length };
}

test('requests are sent once if they have shared a connection', async () => {
  const { api, request, sent } = answersOver([0, 0, 1, 1]);
  await sendOverOneConnection(api, request, request);
  expect(sent()).toBe(2);
});

test('requests are repeated until they have shared a connection', async () => {
  const { api, request, sent } = answersOver([0, undefined, 1, undefined, 2, 2]);
  await sendOverOneConnection(api, request, request);
  expect(sent()).toBe(6);
});

test('a connection that is always closed in between exercises no clause', async () => {
  const { api, request } = answersOver([0, undefined, 1, undefined, 2, undefined]);
  const sending = sendOverOneConnection(api, request, request);
  await expect(sending).rejects.toMatchObject({ name: 'NotExercised' });
});

test('where connections have no numbers, no clause is exercised', async () => {
  const none = Array.from({ length: 6 }, () => undefined);
  const { api, request } = answersOver(none);
  const sending = sendOverOneConnection(api, request, request);
  await expect(sending).rejects.toMatchObject({ name: 'NotExercised' });
});
