import { expect, test } from 'vitest';
import { pointById } from '../../dialects/dialect.ts';
import { operations } from '../../operations/operations.ts';
import { startServer } from '../../server.ts';
import { allClauses } from '../../spec/clauses/clauses.ts';
import { ask } from '../sent-requests.test.support.ts';

const rows = Object.entries(operations).flatMap(([operation, { causes }]) =>
  Object.entries(causes).map(([kind, cause]) => ({ of: `${operation} ${kind}`, cause })),
);

test('every refusal has a reason that exists', () => {
  const known = new Set([...pointById.keys(), ...allClauses().map(({ id }) => id)]);
  for (const { of, cause } of rows)
    expect([...known], of).toContain('clause' in cause ? cause.clause : cause.openPoint);
});

test('every refusal that openapi.yaml has a status for has a reason, and no other', () => {
  const successes = new Set<string>(Object.values(operations).map(({ success }) => success));
  const refusals = [...pointById.keys()].flatMap((id) => {
    const [, operation = '', outcome = ''] = /^(\w+)\.status\.(.+)$/.exec(id) ?? [];
    if (outcome === '' || successes.has(outcome)) return [];
    const names = operation === 'any' ? Object.keys(operations) : [operation];
    return names.map((one) => `${one} ${outcome}`);
  });
  expect(rows.map(({ of }) => of).sort()).toEqual(refusals.sort());
});

test('a token past its end is refused by what set that end', async () => {
  await using server = await startServer({ dialect: { 'auth.lifetime': 3600 } });
  server.setClock({ mode: 'frozen', at: '2026-01-31T12:00:00Z' });
  const ended = await server.mintCaller({ expiresAt: '2026-01-31T12:30:00Z' });
  const outlived = await server.mintCaller();
  expect(outlived.expiresAt).toBe('2026-01-31T13:00:00.000Z');
  const reasons = async () => {
    const sent = [ended, outlived].map(({ token }) => ({ headers: { Authorization: token } }));
    const answers = sent.map((init) => ask(server, '- GET FEED?report=NOBODYS', init));
    const all = await Promise.all(answers);
    return all.map(({ headers }) => headers.get('Abuse-Feed-Reason')?.replaceAll('"', ''));
  };
  const byControl = 'unknown-token; control=expiresAt';
  server.advanceClock(3601);
  expect(await reasons()).toEqual([byControl, 'unknown-token; open-point=auth.lifetime']);
  server.setDialect('default');
  expect(await reasons()).toEqual([
    byControl,
    'unknown-report; clause=fetch/unknown-id-is-refused',
  ]);
});

test.each([
  [503, 'fault; control="faults"'],
  [204, null],
])('a fault that answers with %i has the reason %s', async (status, reason) => {
  await using server = await startServer({ faults: [{ type: 'reply', status }] });
  const { headers } = await ask(server, '- GET FEED');
  expect(headers.get('Abuse-Feed-Reason')).toBe(reason);
  expect(headers.get('Access-Control-Expose-Headers')).toContain('Abuse-Feed-Reason');
});
