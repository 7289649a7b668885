import { expect, test } from 'vitest';
import { connectionHandlings } from './connection-handling.ts';
import { trial } from './trial.ts';

const clause = 'create/researchers-only';

test.each(Object.keys(connectionHandlings))(
  'a server that %s is accepted, and callers on one connection are tried',
  async (handling) => {
    const { verdict, clauses } = await trial({ handling, run: { only: [clause] } });
    expect(clauses.map((one) => [one.id, one.verdict])).toEqual([[clause, 'met']]);
    expect(verdict).toBe('conforms');
  },
);

test('of two workers, the report says so', async () => {
  const { circumstances } = await trial({
    handling: 'two-workers',
    run: { only: ['delete/missing-id-is-refused'] },
  });
  expect(circumstances?.join()).toContain('The target serves 2 connections at a time');
});
