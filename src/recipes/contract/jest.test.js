const { startServer } = require('abuse-feed-kit');
const { describeContract, readTarget } = require('abuse-feed-kit/verify');

let server;
afterAll(() => server.close());

// Called when the tests start; jest's functions are global.
describeContract(async () => {
  server = await startServer();
  return readTarget('my-server.yaml', { at: server });
});
