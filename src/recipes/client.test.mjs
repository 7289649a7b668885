import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEveryDialect, startServer } from 'abuse-feed-kit';

let server;
before(async () => {
  server = await startServer();
});
after(() => server.close());

test('a client asks again when the service is down for a moment', async ({ name }) => {
  const world = await server.createWorld({ name });
  world.addFault({ type: 'reply', status: 503, operation: 'lookup', times: 1 });
  const url = `${world.analysisUrl}/private/sample/${world.state().analyses[0].sha256Hash}`;
  const ask = () => fetch(url, { headers: { Authorization: world.tokens.analyst } });

  let answer = await ask();
  if (answer.status === 503) answer = await ask();
  assert.ok(answer.ok);
  assert.equal(world.countRequests({ operation: 'lookup' }), 2);
  world.expectNoFindings({ kind: 'breaks' });
});

test('a client that asks for an unknown file takes every refusal', async () => {
  await forEveryDialect(async ({ analysisUrl, tokens }) => {
    const url = `${analysisUrl}/private/sample/${'0'.repeat(64)}`;
    const answer = await fetch(url, { headers: { Authorization: tokens.analyst } });
    assert.ok(!(await answer.text()).includes('sha256Hash'));
  });
});
