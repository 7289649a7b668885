import { expect, inject, test } from 'vitest';

// A separate world: parallel tests do not affect it.
async function world(name: string) {
  const headers = { 'Content-Type': 'application/json' };
  const asked = { method: 'POST', headers, body: JSON.stringify({ name }) };
  const answer = await fetch(`${inject('adminUrl')}/worlds`, asked);
  return (await answer.json()) as { baseUrl: string; tokens: Record<string, string> };
}

test('a report that is not there is not found', async ({ task }) => {
  const { baseUrl, tokens } = await world(task.name);
  const url = `${baseUrl}/feed/tunnelco/api?report=00000000-0000-4000-8000-000000000000`;
  const answer = await fetch(url, { headers: { Authorization: tokens.reader ?? '' } });
  // The status is not specified; the flag is.
  expect(await answer.json()).toMatchObject({ successful: false });
});
