import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/start-server.ts';
import { connectionHandlings } from './connection-handling.ts';
import { startFront } from './realistic/front.ts';
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

test.each([
  ['one-connection-at-a-time', 'The target serves one connection at a time'],
  ['two-workers', 'The target serves 2 connections at a time'],
])('of %s, the report says so', async (handling, says) => {
  const { circumstances } = await trial({ handling, run: { only: ['create/id-is-uuid'] } });
  expect(circumstances?.join()).toContain(says);
});

test('the older version of HTTP is what it says', async () => {
  const server = await startServer({});
  const front = await startFront(server.baseUrl, [], connectionHandlings['http-1.0']);
  onTestFinished(async () => {
    await front.close();
    await server.close();
  });
  const version = await new Promise((resolve) =>
    get(front.baseUrl, (answer) => resolve(answer.resume().httpVersion)),
  );
  expect(version).toBe('1.0');
});
