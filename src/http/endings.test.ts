import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { call } from '../admin/control-plane.test.support.ts';
import { type FaultRule, type RunningServer, startServer } from '../index.ts';
import { create } from './create.test.support.ts';
import { feed } from './request/sample-values.test.support.ts';

/** Sends a request over a connection of its own, and says how that ended. */
function endOf(server: RunningServer): Promise<string> {
  const { port, hostname } = new URL(server.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    socket.on('end', () => resolve(`end after ${received.length} bytes`));
    socket.write(`GET ${feed}?report=x HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}

test.each<[FaultRule, string, string]>([
  [{ type: 'drop' }, 'end after 0 bytes', 'dropped'],
  [{ type: 'drop', when: 'after' }, 'end after 0 bytes', 'dropped'],
  [{ type: 'reset' }, 'ECONNRESET', 'reset'],
  [{ type: 'reset', when: 'after' }, 'ECONNRESET', 'reset'],
])('%j: a caller sees %s', async (rule, end, outcome) => {
  await using server = await startServer({ faults: [rule] });
  expect(await endOf(server)).toBe(end);
  expect(server.requests()).toMatchObject([
    { outcome, faults: ['fault-1'], response: { status: 0, headers: {}, body: '' } },
  ]);
});

test.each(['drop', 'reset', 'hang'] as const)(
  'a create that meets %s before is not stored, and one that meets it after is',
  async (type) => {
    await using server = await startServer();
    const before = server.state().reports.length;
    for (const when of ['before', 'after'] as const) {
      server.addFault({ type, when, operation: 'create', times: 1 });
      const stop = new AbortController();
      const seen = server.waitForRequests({ operation: 'create', since: when === 'after' ? 1 : 0 });
      const failed = expect(create(server, { signal: stop.signal })).rejects.toThrow();
      const [request] = await seen;
      stop.abort();
      await failed;
      expect(server.state().reports.length - before).toBe(when === 'after' ? 1 : 0);
      expect(request?.why).toMatch(
        when === 'after' ? /, after the service had responded with 201 \(created\)\.$/ : /[a-z]\.$/,
      );
    }
    // What a client that asks again must survive.
    expect((await create(server)).status).toBe(201);
  },
);

test('a request that is left hanging ends when the server closes', async () => {
  const server = await startServer({ faults: [{ type: 'hang' }] });
  const seen = server.waitForRequests();
  const end = endOf(server);
  expect(await seen).toMatchObject([{ outcome: 'hung' }]);
  await server.close();
  expect(await end).toBe('end after 0 bytes');
});

test('a sequence over HTTP: down twice, then up; the list of faults says how they combine', async () => {
  await using server = await startServer();
  const rule = { type: 'sequence', steps: [503, 503, 'ok'], operation: 'fetch' };
  const added = await call(server.adminUrl, 'POST /faults', rule);
  expect(added).toMatchObject({
    status: 201,
    body: { ...rule, id: 'fault-1', times: 1, stage: 'instead', acted: 0, next: 0 },
  });
  const ask = async () => (await fetch(`${server.baseUrl}${feed}?report=x`)).status;
  expect(await ask()).toBe(503);
  expect(await ask()).toBe(503);
  expect((await call(server.adminUrl, 'GET /faults')).body).toMatchObject({
    faults: [{ acted: 2, next: 2 }],
    stages: [{ stage: 'delay' }, { stage: 'instead' }, { stage: 'delivery' }],
  });
  expect(await ask()).toBe(401);
  expect(server.faults()).toEqual([]);
});
