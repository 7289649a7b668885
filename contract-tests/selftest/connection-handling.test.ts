import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { connectionHandlings } from './connection-handling.ts';
import { startFront } from './realistic/front.ts';
import { startServer } from './server.ts';
import { trial } from './trial.ts';

test('a server of one connection at a time is accepted, and callers on one connection are tried', async () => {
  const result = await trial({
    handling: 'one-connection-at-a-time',
    run: { only: ['create/researchers-only'] },
  });
  expect(result.clauses).toMatchObject([{ id: 'create/researchers-only', verdict: 'met' }]);
  expect(result.verdict).toBe('conforms');
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
