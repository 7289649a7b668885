const { startServer } = require('abuse-feed-kit');

let server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('a report that is not there is not found', async () => {
  const name = expect.getState().currentTestName;
  const { baseUrl, tokens } = await server.createWorld({ name });
  const url = `${baseUrl}/feed/tunnelco/api?report=00000000-0000-4000-8000-000000000000`;
  const answer = await fetch(url, { headers: { Authorization: tokens.reader } });
  expect(await answer.json()).toMatchObject({ successful: false });
});
