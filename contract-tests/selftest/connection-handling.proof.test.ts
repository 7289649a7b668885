import { expect, test } from 'vitest';
import { connectionHandlings } from './connection-handling.ts';
import { trial } from './trial.ts';

const clause = 'create/researchers-only';

test.each(Object.keys(connectionHandlings))(
  'a server that %s is accepted, and callers on one connection are tried if it keeps any',
  async (handling) => {
    const only = [clause, 'create/body-is-json'];
    const { verdict, clauses } = await trial({ handling, run: { only } });
    const { verdict: found, reason = '' } = clauses.find(({ id }) => id === clause) ?? {};
    const closes = connectionHandlings[handling]?.closesAfter?.(1) ?? false;
    const isClosed = closes || (handling === 'closes-idle-connections' && found !== 'met');
    expect(found).toBe(isClosed ? 'not-testable' : 'met');
    expect(reason).toMatch(isClosed ? /closed each connection/ : /^$/);
    expect(verdict).toBe('conforms');
  },
);
