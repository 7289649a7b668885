import { expect, test } from 'vitest';
import { create as creating, headersOf } from '../../http/create.test.support.ts';
import { feed, goodReport } from '../../http/request/sample-values.test.support.ts';
import { ControlProblem, type RunningServer, startServer } from '../../index.ts';
import { hashesIn } from '../../spec/file-hashes.ts';
import { newDataFolder } from '../../store/file/data-folder.test.support.ts';

async function create(server: RunningServer, token = 'token-researcher-1'): Promise<string> {
  return ((await (await creating(server, { token })).json()) as { id: string }).id;
}

function lookUp(server: RunningServer, token: string) {
  return fetch(`${server.analysisUrl}/private/sample/${server.state().analyses[0]?.sha256Hash}`, {
    headers: headersOf(token),
  });
}

function left(server: RunningServer, id: string) {
  return server.callers().find((caller) => caller.id === id)?.requestsLeft;
}

test('a reset brings back everything but the snapshots', async () => {
  await using server = await startServer({ ids: 7 });
  const before = server.state();
  const first = await create(server);
  await server.takeSnapshot('kept');
  await lookUp(server, 'token-analyst');
  await server.mintCaller();
  server.addFault({ type: 'drop', operation: 'delete' });
  server.setDialect('contrary');
  server.setClock({ mode: 'frozen', at: '2030-01-01T00:00:00Z' });
  server.seedIds(undefined);
  await server.reset();
  expect(server.state()).toEqual(before);
  expect(server.faults()).toEqual([]);
  expect(server.requests()).toEqual([]);
  expect(server.clock().mode).toBe('real');
  expect(server.dialect['create.status.created']).toBe(201);
  expect(server.snapshots()).toMatchObject([{ name: 'kept' }]);
  expect(await create(server)).toBe(first);
});

test('a snapshot brings back contents, counts and the ids that come next', async () => {
  await using server = await startServer({ ids: 'a' });
  await lookUp(server, 'token-analyst-limited-1');
  await server.takeSnapshot('one');
  const before = server.state();
  const next = await create(server);
  await lookUp(server, 'token-analyst-limited-1');
  expect(left(server, 'analyst-limited-1')).toBe(2);
  await server.restoreSnapshot('one');
  expect(server.state()).toEqual(before);
  expect(left(server, 'analyst-limited-1')).toBe(3);
  expect(await create(server)).toBe(next);
});

test('a seed gives the same ids on every server, and never one that exists', async () => {
  await using one = await startServer({ ids: 1 });
  await using other = await startServer();
  other.seedIds(1);
  const first = await create(one);
  const second = await create(one);
  expect(await create(other)).toBe(first);
  expect(await create(other)).toBe(second);
  one.seedIds(1);
  const third = await create(one);
  const ids = one.state().reports.map(({ id }) => id);
  expect([first, second]).not.toContain(third);
  expect(ids).toEqual(expect.arrayContaining([first, second, third]));
});

test('a minted caller may do what its role says, until its token expires or is revoked', async () => {
  await using server = await startServer();
  const minted = await server.mintCaller({
    roles: ['researcher'],
    requests: 2,
    expiresAt: '2031-01-01T00:00:00Z',
  });
  expect(minted).toMatchObject({ id: 'caller-1', requestsLeft: 2 });
  expect(await create(server, minted.authorization)).toEqual(expect.any(String));
  await server.changeCaller('caller-1', { roles: [], owns: 'tunnelco', requestsLeft: 0 });
  expect(await create(server, minted.token)).toBeUndefined();
  expect((await lookUp(server, minted.token)).status).toBe(429);
  server.setClock({ mode: 'frozen', at: '2031-01-01T00:00:01Z' });
  expect((await lookUp(server, minted.token)).status).toBe(401);
  await server.changeCaller('caller-1', { expiresAt: null, requestsLeft: 1 });
  expect((await lookUp(server, minted.token)).status).toBe(200);
  await server.revokeCaller('caller-1');
  expect((await lookUp(server, minted.token)).status).toBe(401);
  expect(await server.mintCaller({ id: 'caller-1', requests: 5 })).toMatchObject({
    requestsLeft: 5,
  });
});

test('a token that is minted under a dialect that lets tokens die lives from that moment', async () => {
  await using server = await startServer({ dialect: { 'auth.lifetime': 3600 } });
  server.setClock({ mode: 'frozen' });
  server.advanceClock(3000);
  const { token } = await server.mintCaller();
  server.advanceClock(1000);
  expect((await lookUp(server, 'token-analyst')).status).toBe(401);
  expect((await lookUp(server, token)).status).toBe(200);
});

test('times of reports, quota periods and rate limits follow the clock', async () => {
  await using server = await startServer({
    dialect: { 'lookup.reset': 'daily', 'any.rate-limit': 1 },
    clock: { mode: 'frozen', at: '2026-01-31T23:59:50Z' },
  });
  const id = await create(server);
  const report = server.state().reports.find((one) => one.id === id);
  expect(report?.reportedAt).toBe(Date.parse('2026-01-31T23:59:50Z'));
  await server.changeCaller('analyst', { requestsLeft: 1 });
  expect((await lookUp(server, 'token-analyst')).status).toBe(200);
  expect((await lookUp(server, 'token-analyst')).headers.get('Abuse-Feed-Reason')).toContain(
    'any.rate-limit',
  );
  server.advanceClock(1);
  const refused = await lookUp(server, 'token-analyst');
  expect(refused.headers.get('Abuse-Feed-Reason')).toContain('no-requests-left');
  expect(refused.headers.get('Retry-After')).toBe('9');
  server.advanceClock(9);
  expect((await lookUp(server, 'token-analyst')).status).toBe(200);
});

test('an added analysis is found by each of its hashes', async () => {
  await using server = await startServer();
  const added = await server.addAnalysis({ sha256Hash: 'AB'.repeat(32), fileName: 'mine.bin' });
  for (const hash of hashesIn(added)) {
    const answer = await fetch(`${server.analysisUrl}/private/sample/${hash}`, {
      headers: headersOf('token-analyst'),
    });
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: added,
    });
  }
  await expect(
    server.addAnalysis({ sha256Hash: 'cd'.repeat(32), blake3Hash: added.blake3Hash }),
  ).rejects.toThrow(ControlProblem);
});

test('requests are seen with caller, bodies and outcome, and never with a token', async () => {
  await using server = await startServer();
  const awaited = server.waitForRequests({ operation: 'create', count: 3 });
  const id = await create(server);
  for (const token of ['token-reader', 'token-secret']) {
    const sent = { method: 'POST', headers: headersOf(token), body: '{"broken' };
    await fetch(`${server.baseUrl}${feed}`, sent);
  }
  const [good, bad, strange] = await awaited;
  expect(good).toMatchObject({
    caller: 'researcher-1',
    request: { method: 'POST', url: feed, body: JSON.stringify(goodReport) },
    response: { status: 201, body: JSON.stringify({ id, successful: true }) },
    outcome: 'created',
  });
  expect(bad).toMatchObject({ request: { body: '{"broken' }, outcome: 'malformed-request' });
  expect(strange).toMatchObject({
    caller: null,
    request: { body: '{"broken' },
    outcome: 'unknown-token',
  });
  expect(JSON.stringify(server.requests())).not.toMatch(/token-(researcher|reader|secret)/);
  await expect(server.waitForRequests({ count: 4, timeoutMs: 0 })).rejects.toMatchObject({
    kind: 'timed-out',
    message: '3 of 4 matching requests were seen within 0 ms.',
  });
});

test('long bodies are truncated, and marked as that', async () => {
  await using server = await startServer({ dialect: { 'create.body-limit': 1_048_576 } });
  const body = JSON.stringify({ ...goodReport, tags: ['x'.repeat(80_000)] });
  await fetch(`${server.baseUrl}${feed}`, {
    method: 'POST',
    headers: headersOf('token-reader'),
    body,
  });
  const [seen] = server.requests();
  expect(seen).toMatchObject({ truncated: true });
  expect(seen?.request.body).toHaveLength(64 * 1024);
});

test('closing the server ends waits', async () => {
  const server = await startServer();
  const waiting = server.waitForRequests({ timeoutMs: 300_000 });
  const told = expect(waiting).rejects.toThrow(/before the world was closed/);
  await server.close();
  await told;
});

test('what the control plane acknowledged is kept by a server with a data folder', async () => {
  const data = newDataFolder();
  const first = await startServer({ data });
  const { token } = await first.mintCaller({ id: 'mine', roles: ['researcher'], requestsLeft: 2 });
  await first.addService('newco');
  await first.addAnalysis({ sha256Hash: 'ab'.repeat(32) });
  await first.createWorld({ id: 'forgotten' });
  const state = first.state();
  await first.close();
  await using second = await startServer({ data });
  expect(second.state()).toEqual(state);
  expect(second.callers()).toContainEqual(expect.objectContaining({ token, requestsLeft: 2 }));
  expect(second.worlds()).toEqual([]);
  await second.reset();
  await second.close();
  await using third = await startServer({ data });
  await using fresh = await startServer();
  expect(third.state()).toEqual(fresh.state());
});
