import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';
import { goodReport, seededId } from './request/corpus/sample-values.test.support.ts';

const headers = { Authorization: 'token-researcher-1', 'Content-Type': 'application/json' };

async function recording(): Promise<object> {
  await using server = await startServer({ ids: 1 });
  const feed = `${server.baseUrl}/feed/tunnelco/api`;
  const create = { method: 'POST', headers, body: JSON.stringify(goodReport) };
  for (const _ of [1, 2]) await (await fetch(feed, create)).text();
  await (await fetch(`${feed}?report=${seededId}`, { headers })).text();
  await (await fetch(`${server.baseUrl}/elsewhere`)).text();
  expect(JSON.stringify(server.har())).not.toContain('token-researcher-1');
  const answer = await fetch(`${server.adminUrl}/requests/har`);
  const har = (await answer.json()) as object;
  expect(har).toEqual(server.har());
  return har;
}

test('what was recorded is answered so, in turn and whoever asks, and all else by the rules', async () => {
  await using server = await startServer({ ids: 2, replay: await recording() });
  const feed = `${server.baseUrl}/feed/tunnelco/api`;
  const strange = { ...headers, Authorization: 'of the real service' };
  const create = async (body: object) =>
    (await fetch(feed, { method: 'POST', headers: strange, body: JSON.stringify(body) })).json();
  const { confidenceScore, ...rest } = goodReport;
  const [one, two, three] = [
    await create(goodReport),
    await create({ confidenceScore, ...rest }),
    await create(goodReport),
  ];
  expect(one).toMatchObject({ successful: true });
  expect(two).not.toEqual(one);
  expect(three).toEqual(two);
  expect(server.requests()[0]).toMatchObject({ outcome: 'replayed', status: 201 });
  const fetched = await fetch(`${feed}?report=${seededId}`, { headers: strange });
  expect(fetched.headers.get('content-type')).toContain('application/json');
  expect(await fetched.json()).toMatchObject({ report: { id: seededId } });
  expect(await create({ ...goodReport, confidenceScore: 7 })).toMatchObject({ successful: false });
  const known = await fetch(feed, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ ...goodReport, confidenceScore: 7 }),
  });
  expect(known.status).toBe(201);
});

test('a recording that is no HAR is refused', async () => {
  await expect(startServer({ replay: { entries: [] } })).rejects.toThrow(
    'The recording is not a HAR file',
  );
});
