import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';

test.each([
  ['/feed/tunnelco/api?report=x&token=token-reader', '/feed/tunnelco/api?report=x&token=$TOKEN'],
  ['/feed/tunnelco/api?auth=Bearer%20token-reader', '/feed/tunnelco/api?auth=$TOKEN'],
  ['/feed/tunnelco/api?auth=Bearer+%74oken-reader', '/feed/tunnelco/api?auth=$TOKEN'],
  ['/private/sample/token-analyst', '/private/sample/$TOKEN'],
  ['/nowhere/token-reader;a', '/nowhere/$TOKEN;a'],
  ['/nowhere/token-readers?a=%', '/nowhere/token-readers?a=%'],
])('%s is shown as %s, in the log and among the requests seen', async (sent, redacted) => {
  const logged: object[] = [];
  await using server = await startServer({ log: (entry) => void logged.push(entry) });
  await (await fetch(server.baseUrl + sent)).text();
  await expect.poll(() => logged).toMatchObject([{ url: redacted }]);
  expect(server.requests()).toMatchObject([{ request: { url: redacted } }]);
  // What is wrong with a request is said in words that may quote it.
  const said = JSON.stringify([logged, server.requests()]);
  expect(said).not.toMatch(/token-(reader|analyst)(?!s)/);
});

test('in a world of its own, its own tokens are hidden', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  const { token } = await world.mintCaller({ id: 'mine' });
  await (await fetch(`${world.baseUrl}/feed/tunnelco/api?t=${encodeURIComponent(token)}`)).text();
  expect(world.requests()).toMatchObject([{ request: { url: '/feed/tunnelco/api?t=$TOKEN' } }]);
});
