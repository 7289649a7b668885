import { expect, test } from 'vitest';
import { pointById } from '../../dialects/dialect.ts';
import type { RefusalCause } from '../../operations/operation.ts';
import { operations } from '../../operations/operations.ts';
import { startServer } from '../../server.ts';
import { allClauses } from '../../spec/clauses/clauses.ts';
import { foreignMethod } from '../../spec/methods.test.support.ts';
import { feed, goodReport } from '../request/sample-values.test.support.ts';

const clauseIds = new Set(allClauses().map(({ id }) => id));

const rows = Object.entries(operations).flatMap(([operation, { causes }]) =>
  Object.entries(causes).map(([kind, cause]): [string, string, RefusalCause] => [
    operation,
    kind,
    cause,
  ]),
);

test.each(rows)('%s refused as %s has a reason that exists', (_operation, _kind, cause) => {
  if ('clause' in cause) expect(clauseIds).toContain(cause.clause);
  else expect([...pointById.keys()]).toContain(cause.openPoint);
});

test('every refusal that openapi.yaml has a status for has a reason, and no other', () => {
  const successes = new Set<string>(Object.values(operations).map(({ success }) => success));
  const refusals = [...pointById.keys()].flatMap((id) => {
    const [, operation = '', outcome = ''] = /^(\w+)\.status\.(.+)$/.exec(id) ?? [];
    if (outcome === '' || successes.has(outcome)) return [];
    const names = operation === 'any' ? Object.keys(operations) : [operation];
    return names.map((one) => `${one} ${outcome}`);
  });
  const reasoned = rows.map(([operation, kind]) => `${operation} ${kind}`);
  expect(reasoned.sort()).toEqual(refusals.sort());
});

const reader = { Authorization: 'token-reader' };
const json = { 'Content-Type': 'application/json' };
const uuid = '00000000-0000-4000-8000-000000000000';
const body = JSON.stringify(goodReport);

test.each<[string, string, RequestInit]>([
  ['no-token; clause="create/token-required"', feed, { method: 'POST', headers: json, body }],
  [
    'not-a-researcher; clause="create/researchers-only"',
    feed,
    { method: 'POST', headers: { ...json, ...reader }, body },
  ],
  ['missing-parameter; clause="fetch/missing-id-is-refused"', feed, { headers: reader }],
  [
    'unknown-service; open-point="feed.unknown-service"',
    `/feed/x/api?report=${uuid}`,
    { headers: reader },
  ],
  ['unknown-path; http="RFC 9110, 15.5.5"', '/nowhere', {}],
  ['method-not-allowed; http="RFC 9110, 15.5.6"', feed, { method: foreignMethod }],
])('a refusal says in a header: %s', async (reason, path, init) => {
  await using server = await startServer();
  const answer = await fetch(`${server.baseUrl}${path}`, init);
  expect(answer.headers.get('Abuse-Feed-Reason')).toBe(reason);
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Abuse-Feed-Reason');
  expect(server.requests()).toMatchObject([{ reason, why: expect.stringMatching(/\.$/) }]);
});

test.each([
  ['auth.prefix', { 'auth.prefix': 'Bearer' } as const, 0],
  ['auth.lifetime', { 'auth.lifetime': 3600 } as const, 3601],
])('a token that only the dialect refuses is refused by %s', async (point, dialect, seconds) => {
  await using server = await startServer({ dialect });
  server.advanceClock(seconds);
  const answer = await fetch(`${server.baseUrl}${feed}?report=${uuid}`, { headers: reader });
  expect(answer.headers.get('Abuse-Feed-Reason')).toBe(`unknown-token; open-point="${point}"`);
});

test('a token past the end that was set for it is refused by that, whatever lifetimes are', async () => {
  await using server = await startServer({ dialect: { 'auth.lifetime': 3600 } });
  server.setClock({ mode: 'frozen', at: '2026-01-31T12:00:00Z' });
  const ended = await server.mintCaller({ expiresAt: '2026-01-31T12:30:00Z' });
  const outlived = await server.mintCaller();
  expect(outlived.expiresAt).toBe('2026-01-31T13:00:00.000Z');
  const reasonFor = async (token: string) => {
    const headers = { Authorization: token };
    const answer = await fetch(`${server.baseUrl}${feed}?report=${uuid}`, { headers });
    return answer.headers.get('Abuse-Feed-Reason');
  };
  server.advanceClock(3601);
  expect(await reasonFor(ended.token)).toBe('unknown-token; control="expiresAt"');
  expect(await reasonFor(outlived.token)).toBe('unknown-token; open-point="auth.lifetime"');
  server.setDialect('default');
  expect(await reasonFor(ended.token)).toBe('unknown-token; control="expiresAt"');
  expect(await reasonFor(outlived.token)).toContain('unknown-report');
});

test.each([
  [503, 'fault; control="faults"'],
  [204, null],
])('a fault that answers with %i says so in a header: %s', async (status, reason) => {
  await using server = await startServer();
  server.addFault({ type: 'reply', status });
  const answer = await fetch(`${server.baseUrl}${feed}`);
  expect(answer.headers.get('Abuse-Feed-Reason')).toBe(reason);
});

test('a success has no reason header', async () => {
  await using server = await startServer();
  const [report] = server.state().reports;
  const url = `${server.baseUrl}/feed/${report?.service}/api?report=${report?.id}`;
  const answer = await fetch(url, { headers: reader });
  expect({
    status: answer.status,
    abuseFeedReason: answer.headers.get('Abuse-Feed-Reason'),
  }).toEqual({ status: 200, abuseFeedReason: null });
});
