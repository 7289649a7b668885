import { expect, test } from 'vitest';
import { connectionHandlings } from './connection-handling.ts';
import { trial } from './trial.ts';

const clause = 'create/researchers-only';

test.each(Object.keys(connectionHandlings))(
  'a server that %s is accepted, and what callers on one connection may not is met',
  async (handling) => {
    const only = [clause, 'create/body-is-json'];
    const { verdict, clauses } = await trial({ handling, run: { only } });
    expect(clauses.find(({ id }) => id === clause)?.verdict).toBe('met');
    expect(verdict).toBe('conforms');
  },
);
