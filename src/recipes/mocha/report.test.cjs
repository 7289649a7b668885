const assert = require('node:assert/strict');
const { startServer } = require('abuse-feed-kit');

let server;
before(async () => {
  server = await startServer();
});
after(() => server.close());

it('a report that is not there is not found', async function () {
  const { baseUrl, tokens } = await server.createWorld({ name: this.test.title });
  const url = `${baseUrl}/feed/tunnelco/api?report=00000000-0000-4000-8000-000000000000`;
  const answer = await fetch(url, { headers: { Authorization: tokens.reader } });
  assert.equal((await answer.json()).successful, false);
});
