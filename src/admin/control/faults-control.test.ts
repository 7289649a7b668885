import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';

test.each<[what: string, reply: () => unknown, says: string]>([
  ['a number', () => 503, 'it is 503; expected an object with status, headers, body'],
  ['a list', () => [503], 'it is a list; expected an object'],
  ['a Response', () => new Response('', { status: 503 }), 'it is a Response; expected an object'],
  ['more than a reply', () => ({ status: 503, times: 2 }), 'it has times; expected an object'],
  ['an object without a status', () => ({ body: 1 }), 'status is missing; expected a whole number'],
  ['nothing, as it throws nothing', () => Promise.reject(), 'computed: undefined'],
  ['nothing, as it throws a text', () => Promise.reject('mine'), 'computed: mine'],
])('a computed reply that is %s is a 500 that says so', async (_what, reply, says) => {
  await using server = await startServer();
  server.addFault({ reply: reply as never });
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(text).toContain('The reply of a fault cannot be computed: ');
  expect(text).toContain(says);
});

test('a reply may be computed from the request, and says why where it cannot be', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  const asked = async (body: string) => {
    const init = { method: 'POST', body, headers: { 'X-Mine': 'yes' } };
    const answer = await fetch(`${world.baseUrl}/feed/tunnelco/api?a=b`, init);
    return [answer.status, await answer.text()];
  };
  world.addFault({
    operation: 'create',
    times: 1,
    reply: async ({ method, url, headers, body }) => ({
      status: 409,
      body: [method, url, headers['x-mine'], body],
    }),
  });
  expect(await asked('{"x":1}')).toEqual([
    409,
    JSON.stringify(['POST', '/feed/tunnelco/api?a=b', 'yes', '{"x":1}']),
  ]);
  expect((await asked('{}'))[0]).toBe(401);
  world.addFault({ reply: () => ({ status: 99 }) });
  expect(await asked('{}')).toEqual([500, expect.stringMatching(/cannot be computed: .*status/)]);
  expect(world.faults()).toMatchObject([{ type: 'reply', acted: 1 }]);
});
