import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { seededId, tokens } from './corpus/sample-values.test.support.ts';

const other = '00000000-0000-4000-8000-000000000000';

test.each([
  ['refused', 400, 400],
  ['first', 200, 404],
  ['last', 404, 200],
] as const)('of a parameter that is sent twice, %s', async (answer, first, last) => {
  await using server = await startServer({ dialect: { 'feed.repeated-parameters': answer } });
  const statusOf = async (query: string): Promise<number> => {
    const url = `${server.baseUrl}/feed/tunnelco/api?${query}`;
    return (await fetch(url, { headers: { Authorization: tokens.researcher } })).status;
  };
  expect(await statusOf(`report=${seededId}&report=${other}`)).toBe(first);
  expect(await statusOf(`report=${other}&x&report=${seededId}`)).toBe(last);
  expect(await statusOf(`report=${seededId}`)).toBe(200);
});
